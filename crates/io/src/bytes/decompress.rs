//! gzip and zstd, recognised by their first bytes.
//!
//! Both may hold several members or frames one after another, as `cat a.gz b.gz` makes them. Checksums and declared
//! sizes are verified. A zstd frame may ask for a window of at most 64 MiB (zstd's own levels up to 19 need 8 MiB),
//! because the window is reserved on the word of the header.

use std::io::Read;

use crate::{Compression, Error};

/// Logarithm to base 2 of the largest zstd window.
#[cfg(feature = "zstd")]
const WINDOW: u32 = 26;

/// The compression that the first bytes of a file tell.
pub(crate) fn detect(bytes: &[u8]) -> Option<Compression> {
    match bytes {
        [0x1f, 0x8b, ..] => Some(Compression::Gzip),
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Compression::Zstd),
        _ => None,
    }
}

/// The unpacked content of a file, or of a member of one, as it is read; `shown` is how messages call it.
///
/// # Errors
/// When there is no memory for a decoder, or this build has none.
pub(crate) fn reader<'a>(
    kind: Compression,
    bytes: &'a [u8],
    shown: &str,
) -> Result<Box<dyn Read + 'a>, Error> {
    match kind {
        Compression::Gzip => Ok(Box::new(flate2::bufread::MultiGzDecoder::new(bytes))),
        #[cfg(feature = "zstd")]
        Compression::Zstd => match zstd(bytes) {
            Ok(decoder) => Ok(Box::new(decoder)),
            Err(source) => Err(Error::Io { path: shown.to_owned(), action: "read", source }),
        },
        #[cfg(not(feature = "zstd"))]
        Compression::Zstd => Err(Error::unbuilt(shown, kind.name(), crate::Feature::Zstd)),
    }
}

/// The unpacked content of zstd frames.
#[cfg(feature = "zstd")]
fn zstd(bytes: &[u8]) -> std::io::Result<impl Read> {
    let mut decoder = zstd::stream::read::Decoder::with_buffer(bytes)?;
    decoder.window_log_max(WINDOW)?;
    Ok(decoder)
}

#[cfg(all(test, feature = "zstd"))]
mod tests {
    use std::io;

    use super::*;

    /// A frame with its size and a checksum.
    fn frame(content: &str) -> Vec<u8> {
        let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
        encoder.include_checksum(true).unwrap();
        encoder.set_pledged_src_size(Some(content.len() as u64)).unwrap();
        io::Write::write_all(&mut encoder, content.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    fn unpack(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        zstd(bytes)?.read_to_end(&mut out)?;
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
            assert!(unpack(&bytes[..end]).is_err(), "{end} of {} bytes", bytes.len());
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
        assert!(unpack(&wide).unwrap_err().to_string().contains("memory"), "{:?}", unpack(&wide));
        let narrow = [0x28, 0xb5, 0x2f, 0xfd, 0, 16 << 3, 1, 0, 0];
        assert_eq!(unpack(&narrow).unwrap(), b"");
    }
}
