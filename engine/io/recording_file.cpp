#include "engine/io/recording_file.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "engine/io/command_archive.h"
#include "engine/state/state.h"

namespace scree {

namespace fs = std::filesystem;

namespace {

// Format: a header of magic and version, then pieces: kind and length, content, checksum of all three.
constexpr std::array<char, 8> kMagic = {'S', 'C', 'R', 'E', 'E', 'R', 'E', 'C'};
constexpr std::uint32_t kVersion = 8;
constexpr std::uint32_t kOldestVersion = 5;  // lacks commands: 5 of contact laws, 6 of meshes, 7 of granulation

constexpr std::string_view kGiveOne = "give a file written by ndem run --record or Save recording";

enum Kind : std::uint32_t { kName = 1, kState = 2, kCommand = 3, kMark = 4, kEnd = 5 };

std::uint64_t checksumOf(std::uint32_t kind, std::span<const std::byte> content) {
  return XXH3_64bits_withSeed(content.data(), content.size(), (std::uint64_t{kind} << 56) ^ content.size());
}

/// Content of a piece from values that are archived in turn.
template <typename... Values>
std::vector<std::byte> contentOf(Values... values) {
  StateWriter writer;
  (archive(writer, values), ...);
  return std::move(writer.bytes);
}

std::vector<std::byte> contentOf(const SavedState& state) {
  StateWriter writer;
  writer.bytes.reserve(state.size() + 16);
  SavedState copy = state;
  archive(writer, copy.step, copy.time);
  writer.raw(state.bytes->data(), state.size());
  return std::move(writer.bytes);
}

}  // namespace

namespace {

const fs::path& unused(const fs::path& file) {
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(file, ignored))) {
    throw OutputError(file, "record over", EEXIST);
  }
  return file;
}

}  // namespace

RecordingError::RecordingError(const fs::path& file, std::string why, std::string what)
    : std::runtime_error(fmt::format("{}: {}: {}", file.string(), why, what)),
      reason(std::move(why)),
      remedy(std::move(what)) {}

RecordingWriter::RecordingWriter(const fs::path& file, const std::string& name, const SavedState& first)
    : file_(unused(file), OutputFile::Existing::keep) {
  file_.write(contentOf(kMagic, kVersion));
  piece(kName, contentOf(name));
  write(first);
}

void RecordingWriter::piece(std::uint32_t kind, const std::vector<std::byte>& content) {
  file_.write(contentOf(kind, std::uint64_t{content.size()}));
  file_.write(content);
  file_.write(contentOf(checksumOf(kind, content)));
  file_.flush();
}

void RecordingWriter::write(const SavedState& state) { piece(kState, contentOf(state)); }

void RecordingWriter::write(const LoggedCommand& command) { piece(kCommand, contentOf(command)); }

void RecordingWriter::write(const StepMark& mark) { piece(kMark, contentOf(mark)); }

void RecordingWriter::finish(std::uint64_t lastStep, double lastTime) {
  piece(kEnd, contentOf(lastStep, lastTime));
  file_.close(true);
}

namespace {

/// Writes all pieces in the order of the steps: states and marks are of the moment before the commands of their step.
void writeInOrder(const Recording& recording, RecordingWriter& writer) {
  auto state = recording.states.begin() + 1;
  auto mark = recording.marks.begin();
  auto command = recording.commands.begin();
  constexpr std::uint64_t kNever = UINT64_MAX;
  const auto stepOf = [](auto at, const auto& list) { return at == list.end() ? kNever : at->step; };
  for (;;) {
    const std::uint64_t nextState = stepOf(state, recording.states);
    const std::uint64_t nextMark = stepOf(mark, recording.marks);
    const std::uint64_t nextCommand = stepOf(command, recording.commands);
    if (nextMark != kNever && nextMark <= nextState && nextMark <= nextCommand) {
      writer.write(*mark++);
    } else if (nextState != kNever && nextState <= nextCommand) {
      writer.write(*state++);
    } else if (nextCommand != kNever) {
      writer.write(*command++);
    } else {
      return;
    }
  }
}

}  // namespace

void writeRecording(const Recording& recording, const fs::path& file) {
  RecordingWriter writer(file, recording.name, recording.states.front());
  try {
    writeInOrder(recording, writer);
    writer.finish(recording.lastStep, recording.lastTime);
  } catch (const OutputError&) {
    std::error_code ignored;
    fs::remove(file, ignored);
    throw;
  }
}

namespace {

struct Piece {
  std::uint32_t kind = 0;
  std::vector<std::byte> content;
};

/// Reason for which reading ended before the end of the recording.
enum class Damage { none, cutOff, changed };

/// Reads a file piece by piece, so that memory holds one piece besides the parts kept of it.
class PieceReader {
 public:
  explicit PieceReader(const fs::path& file) : stream_(std::fopen(file.c_str(), "rb"), &std::fclose) {
    std::error_code error;
    left_ = stream_ == nullptr ? 0 : fs::file_size(file, error);
    left_ = error ? 0 : left_;
  }
  bool isOpen() const { return stream_ != nullptr; }

  template <typename... Values>
  bool read(Values&... values) {
    std::vector<std::byte> bytes((sizeof(Values) + ...));
    if (!fill(bytes)) {
      return false;
    }
    StateReader reader{.bytes = bytes};
    (archive(reader, values), ...);
    return true;
  }

  /// Reads the next piece, or returns the reason why there is none.
  Damage next(Piece& piece) {
    std::uint64_t length = 0;
    std::uint64_t checksum = 0;
    if (!read(piece.kind, length)) {
      return Damage::cutOff;
    }
    if (length > left_) {
      return Damage::cutOff;
    }
    piece.content.resize(static_cast<std::size_t>(length));
    if (!fill(piece.content) || !read(checksum)) {
      return Damage::cutOff;
    }
    return checksum == checksumOf(piece.kind, piece.content) ? Damage::none : Damage::changed;
  }

 private:
  bool fill(std::vector<std::byte>& bytes) {
    if (bytes.size() > left_ || std::fread(bytes.data(), 1, bytes.size(), stream_.get()) != bytes.size()) {
      return false;
    }
    left_ -= bytes.size();
    return true;
  }

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_;
  std::uintmax_t left_ = 0;
};

/// Appends an entry and extends the end of the recording. False when its time is not finite, or its step is before that
/// of the last entry or of the first state.
template <typename List>
bool appendEntry(List& list, typename List::value_type entry, Recording& recording) {
  if (!std::isfinite(entry.time) || (!list.empty() && entry.step < list.back().step) ||
      (!recording.states.empty() && entry.step < recording.states.front().step)) {
    return false;
  }
  if (entry.step >= recording.lastStep) {
    recording.lastStep = entry.step;
    recording.lastTime = entry.time;
  }
  list.push_back(std::move(entry));
  return true;
}

/// Adds a piece to the recording. False when it does not fit the earlier ones, StateError when its content is invalid.
bool take(Piece piece, Recording& recording, bool& ended) {
  StateReader reader{.bytes = piece.content};
  switch (piece.kind) {
    case kName:
      archive(reader, recording.name);
      return true;
    case kState: {
      SavedState state;
      archive(reader, state.step, state.time);
      const auto content = std::span(piece.content).subspan(reader.at);
      state.bytes = std::make_shared<const std::vector<std::byte>>(content.begin(), content.end());
      return appendEntry(recording.states, std::move(state), recording);
    }
    case kCommand: {
      LoggedCommand command;
      archive(reader, command);
      return appendEntry(recording.commands, std::move(command), recording);
    }
    case kMark: {
      StepMark mark;
      archive(reader, mark);
      return appendEntry(recording.marks, std::move(mark), recording);
    }
    case kEnd: {
      std::uint64_t step = 0;
      double time = 0.0;
      archive(reader, step, time);
      ended = step >= recording.lastStep && std::isfinite(time);
      recording.lastStep = ended ? step : recording.lastStep;
      recording.lastTime = ended ? time : recording.lastTime;
      return ended;
    }
    default:
      return false;
  }
}

std::string damageText(const fs::path& file, Damage damage, const Recording& recording) {
  const std::string_view what = damage == Damage::cutOff ? "the recording is cut off" : "the recording is damaged";
  return fmt::format("{}: {}; what was before that is whole and goes on to {:.4g} s (step {})", file.string(), what,
                     recording.lastTime, recording.lastStep);
}

/// Checks the world at the beginning of the recording, and makes the texts of the commands.
void checkBeginning(const fs::path& file, Recording& recording) {
  try {
    const World world = restoreState(*recording.states.front().bytes);
    if (world.step != recording.states.front().step) {
      throw StateError("its first state is of another step");
    }
    for (LoggedCommand& command : recording.commands) {
      command.text = describe(command.command, world);
    }
  } catch (const StateError& error) {
    throw RecordingError(file, error.what(), "record it again with this version");
  }
}

}  // namespace

ReadRecording readRecording(const fs::path& file) {
  PieceReader reader(file);
  if (!reader.isOpen()) {
    throw RecordingError(file, "cannot be opened: " + std::error_code(errno, std::generic_category()).message(),
                         std::string(kGiveOne));
  }
  std::array<char, 8> magic{};
  std::uint32_t version = 0;
  if (!reader.read(magic, version) || magic != kMagic) {
    throw RecordingError(file, "no recording", std::string(kGiveOne));
  }
  if (version < kOldestVersion || version > kVersion) {
    throw RecordingError(
        file, fmt::format("recorded by another version (format {}, this program reads {})", version, kVersion),
        "record it again with this version");
  }
  ReadRecording read;
  bool ended = false;
  Damage damage = Damage::none;
  while (!ended && damage == Damage::none) {
    Piece piece;
    damage = reader.next(piece);
    try {
      if (damage == Damage::none && !take(std::move(piece), read.recording, ended)) {
        damage = Damage::changed;
      }
    } catch (const StateError&) {
      damage = Damage::changed;
    }
  }
  if (read.recording.states.empty()) {
    const std::string_view what = damage == Damage::cutOff ? "cut off" : "damaged";
    throw RecordingError(file, fmt::format("the recording is {} before its first state", what),
                         "nothing of it can be replayed: record it again");
  }
  checkBeginning(file, read.recording);
  if (damage != Damage::none) {
    read.damage = damageText(file, damage, read.recording);
  }
  return read;
}

bool isRecording(const fs::path& file) {
  PieceReader reader(file);
  std::array<char, 8> magic{};
  return reader.isOpen() && reader.read(magic) && magic == kMagic;
}

}  // namespace scree
