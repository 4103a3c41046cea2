#pragma once

#include <cstddef>
#include <span>

namespace scree {

/// Finds the bytes of the dataset "state" in the root group of an HDF5 file of writeHdf5(), within `file`. It does not
/// use the HDF5 library, which can crash on a damaged file. It reads only the part of the format that writeHdf5() uses
/// (superblock version 0, groups as symbol tables, a contiguous array of bytes), and checks every address against the
/// file. Throws Hdf5Error.
std::span<const std::byte> hdf5State(std::span<const std::byte> file);

}  // namespace scree
