#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "engine/io/output_file.h"
#include "engine/session/recording.h"

namespace scree {

/// Error for a recording that cannot be read at all. what() names the file, the reason and the remedy.
struct RecordingError : std::runtime_error {
  RecordingError(const std::filesystem::path& file, std::string reason, std::string remedy);
  std::string reason;
  std::string remedy;
};

/// Writes a recording piece by piece, each with a checksum and handed to the system at once: however the program ends,
/// the file holds a recording up to the last piece. Never overwrites a file. All functions throw OutputError.
class RecordingWriter {
 public:
  /// Creates the file. `name` is the scene's, `first` the state at which the recording begins.
  RecordingWriter(const std::filesystem::path& file, const std::string& name, const SavedState& first);
  // Steps must ascend in each of the three kinds, and nothing may follow a later step's state or mark.
  void write(const SavedState& state);
  void write(const LoggedCommand& command);
  void write(const StepMark& mark);
  /// Marks the recording as complete up to this step, and closes the file.
  void finish(std::uint64_t lastStep, double lastTime);

 private:
  void piece(std::uint32_t kind, const std::vector<std::byte>& content);

  OutputFile file_;
};

/// Writes a whole recording. Removes the file after a failure. Throws OutputError.
void writeRecording(const Recording& recording, const std::filesystem::path& file);

/// Readable part of a recording.
struct ReadRecording {
  Recording recording;
  std::string damage;  ///< problem of the file and the extent of the readable part; empty for a whole file
};

/// Reads a recording up to the first damage. Throws RecordingError when the file is no recording of this version, or
/// not even its first state is readable.
ReadRecording readRecording(const std::filesystem::path& file);

/// True if the file begins with the signature of recordings.
bool isRecording(const std::filesystem::path& file);

/// Suffix of recording files: "run.scree".
constexpr std::string_view kRecordingSuffix = ".scree";

}  // namespace scree
