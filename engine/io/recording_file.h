#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "engine/io/output_file.h"
#include "engine/session/recording.h"

namespace scree {

/// A recording that cannot be read at all. what() names the file, the reason and the remedy.
struct RecordingError : std::runtime_error {
  RecordingError(const std::filesystem::path& file, std::string reason, std::string remedy);
  std::string reason;
  std::string remedy;
};

/// Writes a recording piece by piece, each with a checksum and handed to the system at once: whatever ends the program,
/// the file holds a recording up to the last piece. Never writes over a file. All throw OutputError.
class RecordingWriter {
 public:
  /// `name` is the scene's, `first` where the recording begins.
  RecordingWriter(const std::filesystem::path& file, const std::string& name, const SavedState& first);
  // Steps ascend in each of these, and nothing comes after a later step's state or mark.
  void write(const SavedState& state);
  void write(const LoggedCommand& command);
  void write(const StepMark& mark);
  /// Says that nothing is missing after this step, and closes.
  void finish(std::uint64_t lastStep, double lastTime);

 private:
  void piece(std::uint32_t kind, const std::vector<std::byte>& content);

  OutputFile file_;
};

/// Writes a whole one. What a failure leaves is taken away. Throws OutputError.
void writeRecording(const Recording& recording, const std::filesystem::path& file);

/// What could be read of a recording.
struct ReadRecording {
  Recording recording;
  std::string damage;  ///< empty when it is whole, else what is wrong with the file and what is left of it
};

/// Reads what is there up to the first damage. Throws RecordingError when there is nothing to begin with.
ReadRecording readRecording(const std::filesystem::path& file);

/// Whether the file begins as recordings do.
bool isRecording(const std::filesystem::path& file);

/// How files of recordings end: "run.scree".
constexpr std::string_view kRecordingSuffix = ".scree";

}  // namespace scree
