//! A headless browser.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

use crate::measure::installed;

/// The browsers to look for.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// A browser that is installed, with a folder for its profile.
pub struct Browser {
    /// The program.
    pub name: &'static str,
    profile: String,
}

impl Browser {
    /// One that is installed.
    pub fn find(work: &Path) -> anyhow::Result<Self> {
        let Some(name) = BROWSERS.into_iter().find(|browser| installed(browser)) else {
            bail!("none of {} is installed", BROWSERS.join(", "));
        };
        let profile = format!("--user-data-dir={}", work.join("profile").display());
        Ok(Browser { name, profile })
    }

    /// A page as the browser sees it after its scripts have run.
    pub fn dump(&self, page: &Path) -> anyhow::Result<String> {
        let dumped = self.run(page, &["--dump-dom", "--virtual-time-budget=10000"])?;
        Ok(String::from_utf8_lossy(&dumped).into_owned())
    }

    /// Draws the top of a page.
    pub fn draw(&self, page: &Path, to: &Path, width: u32, dark: bool) -> anyhow::Result<()> {
        let (to, size) = (
            format!("--screenshot={}", to.display()),
            format!("--window-size={width},1400"),
        );
        let mut options = vec!["--hide-scrollbars", &to, &size];
        if dark {
            options.push("--blink-settings=preferredColorScheme=0");
        }
        self.run(page, &options).map(drop)
    }

    fn run(&self, page: &Path, options: &[&str]) -> anyhow::Result<Vec<u8>> {
        let output = Command::new(self.name)
            .args(["--headless", "--disable-gpu", "--no-sandbox"])
            .args(["--allow-file-access-from-files", &self.profile])
            .args(options)
            .arg(format!("file://{}", page.display()))
            .output()
            .context(self.name)?;
        if !output.status.success() {
            bail!("{}: {}", self.name, output.status);
        }
        Ok(output.stdout)
    }
}
