#pragma once

// To be included before Highway by files that are compiled once an instruction set: which ones they leave out. Some
// gain nothing here and would only cost compile time; vectors of unknown length (SVE) cannot be members of anything,
// and processors that have them have NEON too.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
