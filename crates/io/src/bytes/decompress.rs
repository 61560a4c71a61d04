//! gzip and zstd, recognised by their first bytes.
//!
//! Both may hold several members or frames one after another, as `cat a.gz b.gz` makes them. Checksums and declared
//! sizes are verified. A zstd frame may ask for a window of at most 64 MiB (zstd's own levels up to 19 need 8 MiB),
//! because the window is reserved as the header asks.

#[cfg(feature = "zstd")]
use std::io;
use std::io::Read;

#[cfg(feature = "zstd")]
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
#[cfg(feature = "zstd")]
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::{Compression, Error};

/// Bytes of the largest zstd window.
#[cfg(feature = "zstd")]
const WINDOW: u64 = 64 << 20;

/// The compression that the first bytes of a file tell.
pub(crate) fn detect(bytes: &[u8]) -> Option<Compression> {
    match bytes {
        [0x1f, 0x8b, ..] => Some(Compression::Gzip),
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
            Some(Compression::Zstd)
        }
        _ => None,
    }
}

/// The unpacked content of a file, or of a member of one, as it is read; `shown` is how messages call it.
///
/// # Errors
/// When this build has no decoder for it.
#[cfg_attr(
    feature = "zstd",
    expect(
        clippy::unnecessary_wraps,
        unused_variables,
        reason = "all decoders are built"
    )
)]
pub(crate) fn reader<'a>(
    kind: Compression,
    bytes: &'a [u8],
    shown: &str,
) -> Result<Box<dyn Read + 'a>, Error> {
    match kind {
        Compression::Gzip => Ok(Box::new(flate2::bufread::MultiGzDecoder::new(bytes))),
        #[cfg(feature = "zstd")]
        Compression::Zstd => Ok(Box::new(Frames::new(bytes))),
        #[cfg(not(feature = "zstd"))]
        Compression::Zstd => Err(Error::unbuilt(shown, kind.name(), crate::Feature::Zstd)),
    }
}

/// The unpacked content of zstd frames, one after another.
#[cfg(feature = "zstd")]
struct Frames<'a> {
    rest: &'a [u8],
    decoder: FrameDecoder,
    /// A frame was begun and its end not yet reached.
    is_open: bool,
    /// Bytes of it that were handed out.
    unpacked: u64,
}

#[cfg(feature = "zstd")]
impl<'a> Frames<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(WINDOW);
        Self {
            rest: bytes,
            decoder,
            is_open: false,
            unpacked: 0,
        }
    }

    /// Begins the next frame; false at the end of the bytes.
    fn next(&mut self) -> io::Result<bool> {
        while !self.rest.is_empty() {
            match self.decoder.reset(&mut self.rest) {
                Ok(()) => {
                    (self.is_open, self.unpacked) = (true, 0);
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let behind = self.rest.get(length as usize..);
                    self.rest = behind
                        .ok_or_else(|| damaged("a skippable frame that is longer than the file"))?;
                }
                Err(FrameDecoderError::WindowSizeTooBig { requested, .. }) => {
                    return Err(damaged(format!(
                        "a frame that asks for {requested} bytes of memory"
                    )));
                }
                Err(error) => return Err(damaged(error.to_string())),
            }
        }
        Ok(false)
    }

    /// What the end of a frame says of its content.
    fn check(&self) -> io::Result<()> {
        let (told, size) = (
            self.decoder.get_checksum_from_data(),
            self.decoder.content_size(),
        );
        if told.is_some() && told != self.decoder.get_calculated_checksum() {
            return Err(damaged("a frame whose checksum is another"));
        }
        // A size of 0 is none.
        if size > 0 && size != self.unpacked {
            return Err(damaged("a frame whose size is another"));
        }
        Ok(())
    }
}

#[cfg(feature = "zstd")]
impl Read for Frames<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() && (self.is_open || self.next()?) {
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let decoded = self
                    .decoder
                    .decode_blocks(&mut self.rest, BlockDecodingStrategy::UptoBlocks(1));
                // What reads beyond the end leaves nothing.
                decoded.map_err(|error| {
                    damaged(if self.rest.is_empty() {
                        "incomplete frame".to_owned()
                    } else {
                        error.to_string()
                    })
                })?;
            }
            let count = self.decoder.read(buffer)?;
            self.unpacked += count as u64;
            if count > 0 {
                return Ok(count);
            }
            self.check()?;
            self.is_open = false;
        }
        Ok(0)
    }
}

#[cfg(feature = "zstd")]
fn damaged(what: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.into())
}

#[cfg(all(test, feature = "zstd"))]
mod tests {
    use super::*;

    /// A frame with its size and a checksum.
    fn frame(content: &str) -> Vec<u8> {
        let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
        encoder.include_checksum(true).unwrap();
        encoder
            .set_pledged_src_size(Some(content.len() as u64))
            .unwrap();
        io::Write::write_all(&mut encoder, content.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    fn unpack(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        Frames::new(bytes).read_to_end(&mut out)?;
        Ok(out)
    }

    #[test]
    fn frames_and_skippable_frames_are_read_one_after_another() {
        let mut bytes = frame("0.5\n");
        bytes.extend_from_slice(&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
        bytes.extend(frame("0.25\n"));
        assert_eq!(unpack(&bytes).unwrap(), b"0.5\n0.25\n");
    }

    #[test]
    fn every_truncation_of_a_frame_is_an_error() {
        let text = "0.125\n".repeat(50);
        let bytes = frame(&text);
        for end in 1..bytes.len() {
            assert!(
                unpack(&bytes[..end]).is_err(),
                "{end} of {} bytes",
                bytes.len()
            );
        }
    }

    #[test]
    fn a_skippable_frame_beyond_the_file_and_garbage_behind_a_frame_are_errors() {
        assert!(unpack(&[0x50, 0x2a, 0x4d, 0x18, 0xff, 0xff, 0xff, 0xff, 1]).is_err());
        let mut bytes = frame("0.5\n");
        bytes.extend_from_slice(b"garbage");
        assert!(unpack(&bytes).is_err());
    }

    #[test]
    fn a_changed_checksum_and_a_window_beyond_64_mib_are_errors() {
        let mut bytes = frame(&"0.125\n".repeat(50));
        *bytes.last_mut().unwrap() ^= 1;
        assert!(unpack(&bytes).is_err());
        // Magic number, no single segment, a window of 2^(10 + 17) bytes, one empty last block.
        let wide = [0x28, 0xb5, 0x2f, 0xfd, 0, 17 << 3, 1, 0, 0];
        assert!(
            unpack(&wide).unwrap_err().to_string().contains("memory"),
            "{:?}",
            unpack(&wide)
        );
        let narrow = [0x28, 0xb5, 0x2f, 0xfd, 0, 16 << 3, 1, 0, 0];
        assert_eq!(unpack(&narrow).unwrap(), b"");
    }
}
