//! gzip and zstd, recognised by their first bytes.
//!
//! Both may hold several members or frames one after another, as `cat a.gz b.gz` makes them. Checksums and declared
//! sizes are verified. A zstd frame may ask for a window of at most 64 MiB (zstd's own levels up to 19 need 8 MiB),
//! because the window is reserved on the word of the header.

use std::io::{self, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

/// Largest zstd window.
const WINDOW: u64 = 64 << 20;

/// A compression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// gzip (`.gz`).
    Gzip,
    /// Zstandard (`.zst`).
    Zstd,
}

impl Compression {
    /// The name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }

    /// By the first bytes of the file.
    pub(crate) fn detect(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            _ => None,
        }
    }
}

/// The unpacked content of gzip members.
pub(crate) fn gzip(bytes: &[u8]) -> impl Read {
    flate2::bufread::MultiGzDecoder::new(bytes)
}

/// The unpacked content of zstd frames.
pub(crate) struct Zstd<'a> {
    /// What follows the current frame, while there is none.
    rest: &'a [u8],
    frame: Option<StreamingDecoder<&'a [u8], FrameDecoder>>,
    /// Bytes that the current frame has given.
    given: u64,
}

impl<'a> Zstd<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, frame: None, given: 0 }
    }

    /// Starts the next frame that holds data; `None` at the end of the file.
    fn next_frame(&mut self) -> io::Result<Option<StreamingDecoder<&'a [u8], FrameDecoder>>> {
        while !self.rest.is_empty() {
            let start = self.rest;
            match StreamingDecoder::new_with_max_window_size(start, WINDOW) {
                Ok(frame) => return Ok(Some(frame)),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    // Magic number and length take four bytes each.
                    let end = 8 + length as usize;
                    self.rest = start.get(end..).ok_or(io::ErrorKind::UnexpectedEof)?;
                }
                Err(error) => return Err(io::Error::other(error.to_string())),
            }
        }
        Ok(None)
    }

    /// Checks what the header and the trailer of a finished frame promised.
    fn check(frame: &FrameDecoder, given: u64) -> io::Result<()> {
        if let Some(stored) = frame.get_checksum_from_data()
            && frame.get_calculated_checksum() != Some(stored)
        {
            return Err(io::Error::other("the checksum does not match"));
        }
        // 0 stands for an undeclared size.
        if frame.content_size() != 0 && frame.content_size() != given {
            return Err(io::Error::other("the declared size does not match"));
        }
        Ok(())
    }
}

impl Read for Zstd<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.frame.is_none() {
                self.frame = self.next_frame()?;
                self.given = 0;
            }
            let Some(frame) = &mut self.frame else { return Ok(0) };
            let count = frame.read(buffer)?;
            if count > 0 {
                self.given += count as u64;
                return Ok(count);
            }
            Self::check(&frame.decoder, self.given)?;
            self.rest = frame.get_ref();
            self.frame = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    fn unpack(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        Zstd::new(bytes).read_to_end(&mut out)?;
        Ok(out)
    }

    #[test]
    fn frames_and_skippable_frames_are_read_one_after_another() {
        let mut bytes = compress_to_vec(&b"0.5\n"[..], CompressionLevel::Fastest);
        bytes.extend_from_slice(&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
        bytes.extend(compress_to_vec(&b"0.25\n"[..], CompressionLevel::Fastest));
        assert_eq!(unpack(&bytes).unwrap(), b"0.5\n0.25\n");
    }

    #[test]
    fn every_truncation_of_a_frame_is_an_error() {
        let text = "0.125\n".repeat(50);
        let bytes = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        for end in 1..bytes.len() {
            assert!(unpack(&bytes[..end]).is_err(), "{end} of {} bytes", bytes.len());
        }
    }

    #[test]
    fn a_skippable_frame_beyond_the_file_and_garbage_behind_a_frame_are_errors() {
        assert!(unpack(&[0x50, 0x2a, 0x4d, 0x18, 0xff, 0xff, 0xff, 0xff, 1]).is_err());
        let mut bytes = compress_to_vec(&b"0.5\n"[..], CompressionLevel::Fastest);
        bytes.extend_from_slice(b"garbage");
        assert!(unpack(&bytes).is_err());
    }
}
