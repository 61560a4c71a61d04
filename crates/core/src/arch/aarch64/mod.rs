//! The level of 64-bit Arm. Nothing is detected: NEON is part of every such target that has a standard library.

mod neon;

pub(super) use neon::KERNELS as NEON;
