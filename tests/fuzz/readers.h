#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

// One entry a kind of file that the program reads, for the fuzzer and for the replay of what it found.
namespace scree {

/// What became of a file: it was read, or it was refused with a message.
struct ReadOutcome {
  bool isRead = false;
  std::string message;
};

struct ReaderKind {
  std::string_view name;  ///< also of the folders of seeds and of the corpus
  std::size_t longest;    ///< bytes of an input
  ReadOutcome (*read)(std::string_view bytes);
};

/// Every kind of file that is read.
std::span<const ReaderKind> readerKinds();
/// Null when there is none of that name.
const ReaderKind* findReaderKind(std::string_view name);

/// Writes sound files of the kinds that only the program itself writes (states, recordings, HDF5), one folder a kind.
void writeMadeSeeds(const std::filesystem::path& folder);

}  // namespace scree
