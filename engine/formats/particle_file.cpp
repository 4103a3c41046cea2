#include "engine/formats/particle_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <system_error>

#include "engine/formats/columns.h"

namespace scree {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kLargestParticleFile = std::uintmax_t{4} << 30;

/// Reads the lines of a text one by one.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool next(std::string_view& line) {
    if (rest_.empty()) {
      return false;
    }
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (!line.empty() && line.back() == '\r') {
      line.remove_suffix(1);
    }
    ++number_;
    return true;
  }
  int number() const { return number_; }

 private:
  std::string_view rest_;
  int number_ = 0;
};

/// Reads one particle from the parts of a line; false when a number is missing or not finite.
bool readRow(const Columns& columns, const std::vector<std::string_view>& parts, FileParticle& particle) {
  bool sound = true;
  const auto take = [&](int column, double& value) {
    if (column < 0) {
      return;
    }
    const auto at = static_cast<std::size_t>(column);
    const std::optional<double> number = at < parts.size() ? numberOf(parts[at]) : std::nullopt;
    sound = sound && number && std::isfinite(*number);
    value = number.value_or(0.0);
  };
  for (int axis = 0; axis < 3; ++axis) {
    take(columns.place[axis], particle.position[axis]);
    take(columns.velocity[axis], particle.velocity[axis]);
    take(columns.spin[axis], particle.angularVelocity[axis]);
  }
  take(columns.size, particle.radius);
  particle.radius *= columns.sizeIsDiameter ? 0.5 : 1.0;
  return sound;
}

/// True if the file has a column of sizes and the particle's size is not positive.
bool hasNoSize(const Columns& columns, const FileParticle& particle) {
  return columns.size >= 0 && !(particle.radius > 0.0);
}

constexpr const char* kNoSize = "a radius or diameter is not above 0";
constexpr const char* kSizeWanted = "give the particle a size, or take it out";
constexpr const char* kNamesWanted = "name the columns in the first line: x y z r";

ParticleFile readTable(const std::string& content) {
  ParticleFile result;
  Lines lines(content);
  std::string_view line;
  std::optional<Columns> columns;
  while (lines.next(line)) {
    if (line.starts_with('#') && columns) {
      continue;
    }
    const std::string_view bare = line.starts_with('#') ? line.substr(1) : line;
    const std::vector<std::string_view> parts = partsOfLine(bare);
    if (parts.empty()) {
      continue;
    }
    if (!columns) {
      const bool isNamed = !numberOf(parts[0]);
      if (!isNamed && parts.size() != 4) {
        return badFile(fmt::format("{} columns without names", parts.size()), kNamesWanted, lines.number());
      }
      columns = columnsOf(isNamed ? parts : std::vector<std::string_view>{"x", "y", "z", "r"});
      if (!columns->hasPlaces()) {
        if (line.starts_with('#')) {
          columns.reset();  // the line is a remark before the names
          continue;
        }
        return badFile("there are no columns x, y and z", kNamesWanted, lines.number());
      }
      if (isNamed) {
        continue;
      }
    }
    FileParticle particle;
    if (!readRow(*columns, parts, particle)) {
      return badFile("a number is missing or cannot be read", "give one for every column", lines.number());
    }
    if (hasNoSize(*columns, particle)) {
      return badFile(kNoSize, kSizeWanted, lines.number());
    }
    result.particles.push_back(particle);
  }
  return result;
}

/// Reads the number in a line of its own.
std::optional<double> numberIn(Lines& lines) {
  std::string_view line;
  if (!lines.next(line)) {
    return std::nullopt;
  }
  const std::vector<std::string_view> parts = partsOfLine(line);
  return parts.empty() ? std::nullopt : numberOf(parts[0]);
}

ParticleFile readDump(const std::string& content) {
  ParticleFile result;
  Lines lines(content);
  std::string_view line;
  double count = -1.0;
  while (lines.next(line)) {
    if (line.starts_with("ITEM: NUMBER OF ATOMS")) {
      count = numberIn(lines).value_or(-1.0);
    } else if (line.starts_with("ITEM: ATOMS")) {
      const Columns columns = columnsOf(partsOfLine(line.substr(std::string_view("ITEM: ATOMS").size())));
      if (!columns.hasPlaces()) {
        return badFile("the dump has no columns x, y and z", "dump x y z radius, not scaled coordinates",
                       lines.number());
      }
      if (!(count >= 0.0)) {
        return badFile("the dump does not say how many atoms a frame has", "dump it again as text", lines.number());
      }
      result.particles.clear();
      for (double i = 0.0; i < count; i += 1.0) {
        FileParticle particle;
        if (!lines.next(line) || !readRow(columns, partsOfLine(line), particle)) {
          return badFile("a frame of the dump is cut short or has a number that cannot be read",
                         "take out its last frame", lines.number());
        }
        if (hasNoSize(columns, particle)) {
          return badFile(kNoSize, kSizeWanted, lines.number());
        }
        result.particles.push_back(particle);
      }
    }
  }
  return result;
}

}  // namespace

std::optional<double> numberOf(std::string_view text) {
  double value = 0.0;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto [end, problem] = std::from_chars(begin, text.data() + text.size(), value);
  if (end != text.data() + text.size()) {
    return std::nullopt;
  }
  if (problem == std::errc::result_out_of_range && text.find_first_of("eE") != std::string_view::npos &&
      text[text.find_first_of("eE") + 1] == '-') {
    return 0.0;  // smaller than the smallest number
  }
  return problem == std::errc() ? std::optional(value) : std::nullopt;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string shown(text.substr(0, kLongest));
  std::ranges::replace_if(
      shown, [](char c) { return c < 0x20 || c > 0x7e; }, '?');
  return text.size() > kLongest ? shown + "..." : shown;
}

std::string quotedPart(std::string_view text) { return "'" + shortened(text) + "'"; }

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  return lower;
}

std::vector<std::string_view> partsOfLine(std::string_view line) {
  constexpr std::string_view kSeparators = ",; \t\"";
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t begin = line.find_first_not_of(kSeparators);
    if (begin == std::string_view::npos) {
      return parts;
    }
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(kSeparators), line.size());
    parts.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

Columns columnsOf(const std::vector<std::string_view>& names) {
  Columns columns;
  for (int i = 0; i < static_cast<int>(names.size()); ++i) {
    const std::string name = lowerCase(names[static_cast<std::size_t>(i)]);
    for (int axis = 0; axis < 3; ++axis) {
      const std::string letter(1, static_cast<char>('x' + axis));
      if (name == letter) {
        columns.place[axis] = i;
      } else if (name == "v" + letter) {
        columns.velocity[axis] = i;
      } else if (name == "w" + letter || name == "omega" + letter) {
        columns.spin[axis] = i;
      }
    }
    if (name == "r" || name == "radius") {
      columns.size = i;
      columns.sizeIsDiameter = false;
    } else if ((name == "d" || name == "diameter") && columns.size < 0) {
      columns.size = i;
      columns.sizeIsDiameter = true;
    }
  }
  return columns;
}

ParticleFile badFile(std::string what, std::string remedy, int line) {
  return {.particles = {}, .what = std::move(what), .remedy = std::move(remedy), .line = line};
}

ParticleFile readParticleText(const std::string& content) {
  const std::string_view begin = std::string_view(content).substr(0, 4096);
  ParticleFile result;
  if (begin.starts_with("# vtk")) {
    result = readVtkLegacy(content);
  } else if (begin.starts_with("<?xml") || begin.starts_with("<VTKFile")) {
    result = readVtkXml(content);
  } else if (begin.starts_with("ITEM:")) {
    result = readDump(content);
  } else {
    result = readTable(content);
  }
  if (result.what.empty() && result.particles.empty()) {
    return badFile("it has no particles", kNamesWanted);
  }
  return result;
}

ParticleFile readParticleFile(const fs::path& file) {
  std::error_code problem;
  const fs::file_status status = fs::status(file, problem);
  if (status.type() == fs::file_type::not_found) {
    return badFile("there is no such file", "paths are relative to the scene file; check the name");
  }
  if (status.type() != fs::file_type::regular) {
    return badFile("this is no file", "name a table, a dump or a VTK file");
  }
  if (fs::file_size(file, problem) > kLargestParticleFile || problem) {
    return badFile(fmt::format("larger than {} GiB", kLargestParticleFile >> 30), "save a single frame");
  }
  std::ifstream stream(file, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(stream), {}};
  if (!stream.good() && !stream.eof()) {
    return badFile("cannot be read", "check its permissions");
  }
  return readParticleText(content);
}

}  // namespace scree
