#pragma once

#include <cstddef>
#include <span>

namespace scree {

/// The bytes of the dataset "state" in the root group of an HDF5 file that writeHdf5 wrote, within `file`. The HDF5
/// library is not asked: it can crash on a damaged file. Only what writeHdf5 uses of the format is read (superblock
/// version 0, groups as symbol tables, a contiguous array of bytes), and every address is checked against the file.
/// Throws Hdf5Error.
std::span<const std::byte> hdf5State(std::span<const std::byte> file);

}  // namespace scree
