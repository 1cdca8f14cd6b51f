//! `charset list`.

use clap::Args;
use command::{CommonArgs, Error, Output};
use record::{Object, write_string};
use std::path::PathBuf;

use crate::Encoding;
use crate::language::{built_in, scripts};

/// The options of `charset list`.
#[derive(Debug, Args)]
pub struct Options {
    /// List encodings and their other names instead
    #[arg(long, conflicts_with = "models")]
    encodings: bool,

    /// List the languages that text can be found to be in, and by what, instead
    ///
    /// n-grams: there is a model of it. script: it has a script of its own.
    #[arg(long, conflicts_with_all = ["models", "encodings"])]
    languages: bool,

    /// List the models in DIR too
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,

    /// Write plain text instead of JSON
    #[arg(short, long, help_heading = "Output")]
    raw_output: bool,

    #[command(flatten)]
    pub common: CommonArgs,
}

impl Options {
    pub fn run(&self, out: &mut Output) -> Result<(), Error> {
        let raw = self.raw_output || out.is_terminal();
        if self.encodings {
            for encoding in Encoding::all() {
                let names = encoding.aliases();
                out.write(&line("encoding", encoding.name(), "aliases", names, raw))?;
            }
            return Ok(());
        }
        if self.languages {
            let by_model = built_in().languages().iter().map(String::as_str);
            let mut all: Vec<(&str, &str)> = by_model.map(|code| (code, "n-grams")).collect();
            for code in scripts::languages() {
                match all.iter_mut().find(|(one, _)| *one == code) {
                    Some((_, by)) => *by = "n-grams,script",
                    None => all.push((code, "script")),
                }
            }
            all.sort_unstable();
            for (code, by) in all {
                let by: Vec<&str> = by.split(',').collect();
                out.write(&line("language", code, "by", &by, raw))?;
            }
            return Ok(());
        }
        let models = super::models(self.models.as_ref())?;
        for (language, encodings) in models.languages() {
            let names: Vec<&str> = encodings.iter().map(|one| one.name()).collect();
            out.write(&line("language", language, "encodings", &names, raw))?;
        }
        Ok(())
    }
}

fn line(key: &str, name: &str, list_key: &str, list: &[&str], raw: bool) -> Vec<u8> {
    let mut out = Vec::new();
    if raw {
        out.extend(format!("{name}\t{}\n", list.join(",")).bytes());
        return out;
    }
    let mut object = Object::begin(&mut out);
    object
        .string(key, name)
        .array(list_key, list, |out, one| write_string(out, one));
    object.end_line();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Models;
    use clap::CommandFactory;

    /// The numbers of languages in the manual match the built-in models.
    #[test]
    fn the_manual_has_the_right_numbers() {
        let models = Models::built_in();
        let several = models.languages();
        let several = several.iter().filter(|(_, encodings)| encodings.len() > 1);
        let about = super::super::Options::command()
            .get_long_about()
            .expect("it says what it does")
            .to_string();
        let models = format!("under models of {} languages", several.count());
        assert!(about.contains(&models), "{models}");
        let by_grams = built_in().languages();
        let grams = format!("one of {} and of those", by_grams.len());
        assert!(about.contains(&grams), "{grams}");
        let methods = include_str!("methods.md");
        let grams = format!("under models of {} languages", by_grams.len());
        assert!(methods.contains(&grams), "{grams}");
        let others = scripts::languages().filter(|one| by_grams.iter().all(|code| code != one));
        let others = format!(
            "{} languages more have a script of their own",
            others.count()
        );
        assert!(methods.contains(&others), "{others}");
    }
}
