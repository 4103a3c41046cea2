#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace scree {

/// Bytes of a file, or a problem with its remedy. `note` tells of what was done to them, empty: nothing.
struct FileBytes {
  std::string bytes;
  std::string what;
  std::string remedy;
  std::string note;
};

/// Reads a file of at most `largest` bytes, and unpacks it as unpacked() does. `kinds` names what the file should be,
/// for messages: "a table, a dump or a VTK file". Never throws for bad content.
FileBytes readBytes(const std::filesystem::path& file, std::uintmax_t largest, const std::string& kinds);

/// Unpacks what gzip or zstd packed, of at most `largest` bytes; refuses other archives by their names. Other bytes
/// stay.
FileBytes unpacked(std::string bytes, std::uintmax_t largest);

}  // namespace scree
