//! The static site that `make site` writes, served from memory: the page then contains an engine
//! and continues when this server ends, and the documents are pages.

use super::assets::Asset;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;

/// How the entry page says that there is no server, and that there is one.
const ALONE: &str = "data-use=\"browser\"";
const SERVED: &str = "data-use=\"server\"";

/// The page may compile its engine, has a manifest, and stands in frames of the documents; else the policy is that of
/// every answer.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Files by their paths, without a leading slash.
#[derive(Debug)]
pub struct Site(HashMap<String, Asset>);

impl Site {
    /// Reads the whole site.
    ///
    /// # Errors
    /// When the folder cannot be read, or is not a site.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut files = HashMap::new();
        collect(folder, "", &mut files)?;
        let entry = files
            .get("index.html")
            .map(|bytes| String::from_utf8_lossy(bytes));
        let entry = entry.filter(|text| text.contains(ALONE));
        let entry = entry.map(|text| text.replace(ALONE, SERVED).into_bytes());
        let Some(entry) = entry else {
            let reason = "this is not a site that `make site` has written";
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        };
        files.insert("index.html".to_owned(), entry);
        let files = files.into_iter();
        let assets = files.map(|(name, bytes)| {
            let asset = Asset::new(&name, bytes.into());
            (name, asset)
        });
        Ok(Self(assets.collect()))
    }

    /// The file at a path; a folder is its index.
    pub fn get(&self, path: &str) -> Option<&Asset> {
        let is_folder = path.is_empty() || path.ends_with('/');
        let index = is_folder.then(|| format!("{path}index.html"));
        self.0.get(index.as_deref().unwrap_or(path))
    }
}

fn collect(folder: &Path, prefix: &str, files: &mut HashMap<String, Vec<u8>>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_read_whole_and_says_that_it_has_a_server() {
        let folder = tempfile::tempdir().unwrap();
        assert!(
            Site::read(folder.path()).is_err(),
            "an empty folder is no site"
        );
        let entry = format!("<meta {ALONE} />");
        fs::write(folder.path().join("index.html"), entry).unwrap();
        fs::create_dir(folder.path().join("docs")).unwrap();
        fs::write(folder.path().join("docs/index.html"), "tour").unwrap();
        let site = Site::read(folder.path()).unwrap();
        let text = |path| site.get(path).map(|asset| asset.bytes.to_vec());
        assert_eq!(text("").unwrap(), format!("<meta {SERVED} />").into_bytes());
        assert_eq!(text("docs/"), Some(b"tour".to_vec()));
        assert_eq!(text("docs"), None);
        assert_eq!(text("../Cargo.toml"), None);
    }
}
