//! Folders whose paths others may change while files are written into them.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::files::not_a_directory;

/// An open folder. Files written into it stay there even if its path becomes a link to another
/// folder.
///
/// On Linux, files are reached through the folder's descriptor, if `/proc` is mounted. On other
/// systems a folder is its path, which is checked before it is entered.
#[derive(Debug)]
pub struct Folder {
    /// The path by which the folder is reached.
    path: PathBuf,
    /// The descriptor that the path contains.
    #[cfg(target_os = "linux")]
    descriptor: Option<std::os::fd::OwnedFd>,
}

impl Folder {
    /// Opens a folder, and creates it and its parents if necessary. It may be a link.
    ///
    /// # Errors
    /// Returns the system's error.
    pub fn create(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        #[cfg(target_os = "linux")]
        if Path::new("/proc/self/fd").exists() {
            use rustix::fs::{CWD, Mode, OFlags, openat};
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
            return Ok(Self::opened(openat(CWD, path, flags, Mode::empty())?));
        }
        Ok(Self::named(path.to_owned()))
    }

    fn named(path: PathBuf) -> Self {
        Folder {
            path,
            #[cfg(target_os = "linux")]
            descriptor: None,
        }
    }

    #[cfg(target_os = "linux")]
    fn opened(descriptor: std::os::fd::OwnedFd) -> Self {
        use std::os::fd::AsRawFd;
        Folder {
            path: format!("/proc/self/fd/{}", descriptor.as_raw_fd()).into(),
            descriptor: Some(descriptor),
        }
    }

    /// Opens the subfolder with this name, and creates it if necessary.
    ///
    /// # Errors
    /// Fails if the name belongs to a file or a link, or with the system's error.
    pub fn enter(&self, name: &OsStr) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some(descriptor) = &self.descriptor {
            use rustix::fs::{Mode, OFlags, mkdirat, openat};
            use rustix::io::Errno;
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let open = || openat(descriptor, name, flags, Mode::empty());
            let opened = open().or_else(|error| match error {
                Errno::NOENT => match mkdirat(descriptor, name, Mode::from_raw_mode(0o777)) {
                    Ok(()) | Err(Errno::EXIST) => open(),
                    Err(error) => Err(error),
                },
                error => Err(error),
            });
            return match opened {
                Ok(opened) => Ok(Self::opened(opened)),
                Err(Errno::NOTDIR | Errno::LOOP) => Err(not_a_directory()),
                Err(error) => Err(error.into()),
            };
        }
        let path = self.path.join(name);
        match fs::create_dir(&path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        match fs::symlink_metadata(&path)?.is_dir() {
            true => Ok(Self::named(path)),
            false => Err(not_a_directory()),
        }
    }

    /// Returns the path of a file in the folder, valid while the folder is open.
    pub fn file(&self, name: &OsStr) -> PathBuf {
        self.path.join(name)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn folders_are_made_and_links_are_not_entered() {
        let (temp, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let root = temp.path().join("a/b");
        for folder in [Folder::create(&root).unwrap(), Folder::named(root.clone())] {
            let inner = folder.enter("c".as_ref()).unwrap();
            fs::write(inner.file("x".as_ref()), "1").unwrap();
            assert_eq!(fs::read(root.join("c/x")).unwrap(), b"1");
            folder.enter("c".as_ref()).unwrap();
            assert!(inner.enter("x".as_ref()).is_err());
            let link = root.join("link");
            symlink(outside.path(), &link).unwrap();
            let entered = folder.enter("link".as_ref());
            assert_eq!(entered.unwrap_err().kind(), ErrorKind::NotADirectory);
            fs::remove_file(link).unwrap();
        }
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_is_swapped_for_a_link_gets_its_files_all_the_same() {
        let (temp, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let inner = Folder::create(temp.path()).unwrap();
        let inner = inner.enter("a".as_ref()).unwrap();
        let (path, moved) = (temp.path().join("a"), temp.path().join("moved"));
        fs::rename(&path, &moved).unwrap();
        symlink(outside.path(), &path).unwrap();
        let mut file = crate::files::AtomicFile::create(&inner.file("x".as_ref())).unwrap();
        io::Write::write_all(file.file(), b"1").unwrap();
        file.persist().unwrap();
        assert_eq!(fs::read(moved.join("x")).unwrap(), b"1");
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    }
}
