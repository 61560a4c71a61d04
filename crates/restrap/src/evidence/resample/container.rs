//! Numbers in a file that notices damage: a line of JSON, blocks of numbers, a digest.
//!
//! ```text
//! {"format":"restrap/…/1","blocks":[{"name":"counts","type":"u16","length":98},…],"about":{…}}⏎
//! the blocks one after the other, little endian, without padding
//! BLAKE3 of everything before, 32 bytes
//! ```
//!
//! Nothing is believed before the digest of the whole file was checked: a file is read twice, and no memory is asked for that
//! its size does not back. Numbers never travel as text, so none is rounded, and kept values cost their own bytes.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Why numbers cannot be written, or a file is not what was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ContainerError {
    /// The system could not read or write.
    #[error("{0}")]
    System(String),
    /// Another file, or one that was changed or cut.
    #[error("expected {expected}, found {found}")]
    Damaged {
        /// What a whole file has.
        expected: String,
        /// What this one has.
        found: String,
    },
}

impl From<io::Error> for ContainerError {
    fn from(error: io::Error) -> Self {
        Self::System(error.to_string())
    }
}

fn damaged<T>(expected: impl Into<String>, found: impl Into<String>) -> Result<T, ContainerError> {
    Err(ContainerError::Damaged {
        expected: expected.into(),
        found: found.into(),
    })
}

/// Bytes of the digest at the end.
const DIGEST: u64 = blake3::OUT_LEN as u64;
/// Longest first line that is looked for: another file may have none.
const LONGEST_LINE: u64 = 1 << 24;
/// Bytes that are converted at once.
const PIECE: usize = 1 << 16;

/// A number of fixed width.
pub(crate) trait Number: Copy {
    /// Its name in the header.
    const TYPE: &'static str;
    /// Its bytes.
    const BYTES: usize;

    /// Appends its bytes.
    fn put(self, to: &mut Vec<u8>);

    /// The number of [`Self::BYTES`] bytes.
    fn take(bytes: &[u8]) -> Self;
}

macro_rules! numbers {
    ($($number:ident),+) => {
        $(impl Number for $number {
            const TYPE: &'static str = stringify!($number);
            const BYTES: usize = size_of::<Self>();

            fn put(self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }

            fn take(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<Self>()];
                own.copy_from_slice(bytes);
                Self::from_le_bytes(own)
            }
        })+

        /// Bytes of a number of this type; `None` of one that nobody writes.
        fn width(kind: &str) -> Option<u64> {
            $(if kind == stringify!($number) {
                return Some(size_of::<$number>() as u64);
            })+
            None
        }
    };
}

numbers!(u8, u16, u64, u128, i64, f64);

/// Numbers of one type, whichever it is.
pub(crate) trait Numbers {
    /// Type and length.
    fn shape(&self) -> (&'static str, u64);

    /// Writes them.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;
}

impl<N: Number> Numbers for Vec<N> {
    fn shape(&self) -> (&'static str, u64) {
        (N::TYPE, self.len() as u64)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(PIECE);
        for piece in self.chunks(PIECE / N::BYTES) {
            bytes.clear();
            for number in piece {
                number.put(&mut bytes);
            }
            out.write_all(&bytes)?;
        }
        Ok(())
    }
}

/// The line of JSON.
#[derive(Serialize, Deserialize)]
struct Header<A> {
    format: String,
    blocks: Vec<BlockHead>,
    about: A,
}

#[derive(Serialize, Deserialize)]
struct BlockHead {
    name: String,
    r#type: String,
    length: u64,
}

impl BlockHead {
    /// Its bytes; `None` where there can be no such block.
    fn bytes(&self) -> Option<u64> {
        self.length.checked_mul(width(&self.r#type)?)
    }
}

/// What is written, digested on its way.
struct Digested<'a> {
    out: &'a mut dyn Write,
    digest: blake3::Hasher,
}

impl Write for Digested<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a file of this format: what it is about, and blocks of numbers by name.
///
/// # Errors
/// [`ContainerError::System`] where the system cannot write.
pub(crate) fn write(
    out: &mut dyn Write,
    format: &str,
    about: &impl Serialize,
    blocks: &[(&str, &dyn Numbers)],
) -> Result<(), ContainerError> {
    let head = |&(name, numbers): &(&str, &dyn Numbers)| {
        let (kind, length) = numbers.shape();
        BlockHead {
            name: name.to_owned(),
            r#type: kind.to_owned(),
            length,
        }
    };
    let header = Header {
        format: format.to_owned(),
        blocks: blocks.iter().map(head).collect(),
        about,
    };
    let mut line = serde_json::to_vec(&header).map_err(io::Error::from)?;
    line.push(b'\n');
    let mut digested = Digested {
        out,
        digest: blake3::Hasher::new(),
    };
    digested.write_all(&line)?;
    for (_, numbers) in blocks {
        numbers.write(&mut digested)?;
    }
    let digest = digested.digest.finalize();
    out.write_all(digest.as_bytes())?;
    Ok(out.flush()?)
}

/// A file whose digest holds; its blocks are read in their order.
pub(crate) struct Contents<R> {
    source: BufReader<R>,
    about: Value,
    blocks: std::vec::IntoIter<BlockHead>,
}

impl<R: Read + Seek> Contents<R> {
    /// Opens a file of this format and checks all of its bytes.
    ///
    /// # Errors
    /// [`ContainerError`] for another file, or one that was changed or cut.
    pub fn open(mut source: R, format: &str) -> Result<Self, ContainerError> {
        let size = source.seek(SeekFrom::End(0))?;
        source.rewind()?;
        let mut source = BufReader::with_capacity(PIECE, source);
        let mut line = Vec::new();
        source
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)?;
        let Ok(header) = serde_json::from_slice::<Header<Value>>(&line) else {
            return damaged(
                format!("a file of {format}"),
                "no such header in its first line",
            );
        };
        if header.format != format {
            return damaged(
                format!("a file of {format}"),
                format!("one of {}", header.format),
            );
        }
        let start = line.len() as u64;
        let blocks = header
            .blocks
            .iter()
            .try_fold(0_u64, |sum, block| sum.checked_add(block.bytes()?));
        let whole = blocks.and_then(|blocks| (start + DIGEST).checked_add(blocks));
        if whole != Some(size) {
            let whole = whole.map_or_else(
                || "blocks of known numbers".to_owned(),
                |n| format!("{n} bytes"),
            );
            return damaged(whole, format!("{size}: the file was cut or changed"));
        }
        source.rewind()?;
        let mut digest = blake3::Hasher::new();
        io::copy(&mut source.by_ref().take(size - DIGEST), &mut digest)?;
        let mut written = [0; DIGEST as usize];
        source.read_exact(&mut written)?;
        if digest.finalize() != blake3::Hash::from_bytes(written) {
            return damaged(
                "content that matches its digest",
                "others: the file was changed",
            );
        }
        source.seek(SeekFrom::Start(start))?;
        Ok(Self {
            source,
            about: header.about,
            blocks: header.blocks.into_iter(),
        })
    }

    /// What it is about.
    ///
    /// # Errors
    /// [`ContainerError::Damaged`] where that is something else.
    pub fn about<A: DeserializeOwned>(&self) -> Result<A, ContainerError> {
        A::deserialize(&self.about)
            .or_else(|error| damaged("a header of this version", error.to_string()))
    }

    /// The next block.
    ///
    /// # Errors
    /// [`ContainerError::Damaged`] where the next has another name or type, or there is none.
    pub fn block<N: Number>(&mut self, name: &str) -> Result<Vec<N>, ContainerError> {
        let found = match self.blocks.next() {
            Some(block) if block.name == name && block.r#type == N::TYPE => block.length,
            Some(block) => {
                let found = format!("{} of {}", block.name, block.r#type);
                return damaged(format!("a block {name} of {}", N::TYPE), found);
            }
            None => return damaged(format!("a block {name} of {}", N::TYPE), "none"),
        };
        let mut left = found as usize;
        let mut numbers = Vec::with_capacity(left);
        let mut bytes = vec![0; PIECE / N::BYTES * N::BYTES];
        while left > 0 {
            let now = left.min(bytes.len() / N::BYTES);
            let piece = &mut bytes[..now * N::BYTES];
            self.source.read_exact(piece)?;
            numbers.extend(piece.chunks_exact(N::BYTES).map(N::take));
            left -= now;
        }
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    const FORMAT: &str = "restrap/test/1";

    fn file() -> Vec<u8> {
        let mut bytes = Vec::new();
        let counts: Vec<u16> = (0..50_000).map(|k| (k * 7 % 65_521) as u16).collect();
        let blocks: [(&str, &dyn Numbers); 4] = [
            ("counts", &counts),
            ("sums", &vec![i64::MIN, -1, i64::MAX]),
            ("none", &Vec::<u128>::new()),
            ("values", &vec![0.1, -0.0, f64::INFINITY]),
        ];
        write(&mut bytes, FORMAT, &("a job", 3), &blocks).expect("memory");
        bytes
    }

    fn open(bytes: &[u8]) -> Result<Contents<Cursor<&[u8]>>, ContainerError> {
        Contents::open(Cursor::new(bytes), FORMAT)
    }

    #[test]
    fn what_was_written_is_read_back() {
        let bytes = file();
        let mut contents = open(&bytes).expect("a whole file");
        assert_eq!(
            contents.about::<(String, u8)>().expect("a pair"),
            ("a job".to_owned(), 3)
        );
        let counts: Vec<u16> = contents.block("counts").expect("counts");
        assert!(
            (0..)
                .zip(&counts)
                .all(|(k, &count)| count == (k * 7 % 65_521) as u16),
            "{}",
            counts.len()
        );
        assert_eq!(contents.block("sums"), Ok(vec![i64::MIN, -1, i64::MAX]));
        assert_eq!(contents.block::<u128>("none"), Ok(Vec::new()));
        let values: Vec<f64> = contents.block("values").expect("values");
        assert!(
            values
                .iter()
                .map(|value| value.to_bits())
                .eq([0.1, -0.0, f64::INFINITY].map(f64::to_bits))
        );
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let bytes = file();
        let last = bytes.len() - 1;
        for place in (0..300)
            .chain((300..last).step_by(997))
            .chain(last - 40..=last)
        {
            let mut changed = bytes.clone();
            changed[place] ^= 0x20;
            assert!(open(&changed).is_err(), "byte {place}");
        }
        for length in (0..bytes.len()).step_by(499).chain([last]) {
            assert!(open(&bytes[..length]).is_err(), "{length} bytes");
        }
        let longer = [&bytes[..], b"x"].concat();
        assert!(matches!(open(&longer), Err(ContainerError::Damaged { .. })));
    }

    #[test]
    fn a_complaint_says_what_was_found() {
        let bytes = file();
        let said = |result: Result<Contents<_>, ContainerError>| {
            result.err().expect("an error").to_string()
        };
        assert_eq!(
            said(open(b"1\n2\n")),
            "expected a file of restrap/test/1, found no such header in its first line"
        );
        let other = Contents::open(Cursor::new(&bytes[..]), "restrap/other/1");
        assert_eq!(
            said(other),
            "expected a file of restrap/other/1, found one of restrap/test/1"
        );
        assert!(said(open(&bytes[..bytes.len() - 1])).ends_with("the file was cut or changed"));
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 1;
        assert!(said(open(&changed)).ends_with("others: the file was changed"));
        let wrong = open(&bytes)
            .expect("a file")
            .block::<u64>("counts")
            .expect_err("u16");
        assert_eq!(
            wrong.to_string(),
            "expected a block counts of u64, found counts of u16"
        );
        let huge = br#"{"format":"restrap/test/1","blocks":[{"name":"x","type":"u64","length":18446744073709551615}],"about":0}"#;
        assert!(
            said(open(&[&huge[..], &[b'\n'; 40]].concat()))
                .starts_with("expected blocks of known numbers")
        );
    }
}
