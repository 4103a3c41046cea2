#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/formats/particles/particle_columns.h"
#include "engine/formats/particles/particle_readers.h"
#include "engine/formats/text/text_number.h"

// XYZ, plain or extended: frames of a count, a line of text, and a row for each particle. In the extended form the line
// names the columns: Properties=species:S:1:pos:R:3:radius:R:1 (https://www.ovito.org/manual, file format XYZ).
namespace scree {

namespace {

constexpr const char* kXyzAgain = "write it again, as extended XYZ";

/// Number in a line that holds nothing else.
std::optional<double> countIn(std::string_view line) {
  const std::optional<double> count = numberOf(trimmedText(line));
  return count && *count >= 0.0 && *count == std::floor(*count) ? count : std::nullopt;
}

/// True for three numbers or more and nothing else.
bool areNumbers(const std::vector<std::string_view>& words) {
  return words.size() >= 3 &&
         std::ranges::all_of(words, [](std::string_view word) { return numberOf(word).has_value(); });
}

/// Value of a key in the line of text: key=value or key="value with blanks"; empty: none.
std::string_view valueOf(std::string_view line, std::string_view key) {
  const std::string lower = lowerCase(line);
  const std::size_t at = lower.find(lowerCase(key) + "=");
  if (at == std::string::npos) {
    return {};
  }
  const std::string_view rest = line.substr(at + key.size() + 1);
  return rest.starts_with('"') ? rest.substr(1, rest.find('"', 1) - 1) : rest.substr(0, rest.find_first_of(" \t"));
}

class XyzReader {
 public:
  XyzReader(std::string_view text, const ParticleChoice& choice) : lines_(text), choice_(choice) {}

  ParticleFile read() {
    std::string_view line;
    while (problem_.what.empty() && lines_.next(line)) {
      if (trimmedText(line).empty()) {
        continue;
      }
      takeFrame(line);
    }
    if (!problem_.what.empty()) {
      return std::move(problem_);
    }
    if (auto bad = badFrame(choice_, frames_)) {
      return std::move(*bad);
    }
    result_.types = species_.size();
    if (const std::string note = noteOfTypes(result_.types); !note.empty()) {
      result_.notes.push_back(note);
    }
    if (hasMore_) {
      result_.notes.emplace_back("further columns have no names and are not read: write extended XYZ for them");
    }
    if (lines_.isCut()) {
      result_.notes.emplace_back("the last line has no end: the file may be cut short");
    }
    if (frames_ > 1) {
      result_.notes.push_back(fmt::format("frame {} of {}", choice_.frame.value_or(frames_), frames_));
    }
    return std::move(result_);
  }

 private:
  void fail(std::string what, std::string remedy = kXyzAgain) {
    problem_ = badFile(std::move(what), std::move(remedy), lines_.number());
  }

  void takeFrame(std::string_view line) {
    const std::optional<double> count = countIn(line);
    if (!count) {
      fail(fmt::format("{} where the number of particles of a frame should be", quotedPart(line)));
      return;
    }
    ++frames_;
    std::string_view text;
    if (!lines_.next(text)) {
      fail("the file ends after the number of particles", kCutRemedy);
      return;
    }
    if (areNumbers(wordsOf(text))) {
      fail("numbers where the line of text of XYZ should be",
           "for a table take the first line out and name the columns: x y z r");
      return;
    }
    const bool isKept = !choice_.frame || *choice_.frame == frames_;
    if (isKept) {
      result_ = {};
      species_.clear();
      hasMore_ = false;
      if (!takeColumns(valueOf(text, "Properties"))) {
        return;
      }
    }
    std::string_view row;
    for (double i = 0.0; i < *count; i += 1.0) {
      if (!lines_.next(row)) {
        fail(fmt::format("the file ends after {} of {} particles of a frame", i, *count), kCutRemedy);
        return;
      }
      if (isKept && !takeRow(row)) {
        return;
      }
    }
  }

  /// Columns by the list of properties, or of the plain form: a name and a place.
  bool takeColumns(std::string_view properties) {
    std::vector<std::string> names;
    isPlain_ = properties.empty();
    if (isPlain_) {
      names = {"species", "x", "y", "z"};
    }
    while (!properties.empty()) {
      std::string_view parts[3];
      for (std::string_view& part : parts) {
        const std::size_t end = std::min(properties.find(':'), properties.size());
        part = properties.substr(0, end);
        properties.remove_prefix(std::min(end + 1, properties.size()));
      }
      const std::optional<double> width = numberOf(parts[2]);
      if (!width || !(*width >= 1.0 && *width <= 64.0)) {
        fail("the list of properties cannot be read");
        return false;
      }
      const std::string name = lowerCase(parts[0]) == "velo" ? "velocity" : std::string(parts[0]);
      for (int i = 0; i < static_cast<int>(*width); ++i) {
        names.push_back(*width > 1.0 ? fmt::format("{}_{}", name, i) : name);
      }
    }
    width_ = names.size();
    columns_ = columnsOf(names);
    result_.mapping = mappingOf(columns_, names);
    std::string unread;
    for (const std::size_t column : columns_.unused) {
      unread += names[column] == "species" || names[column] == "material"
                    ? ""
                    : (unread.empty() ? "" : ", ") + shortened(names[column]);
    }
    if (!unread.empty()) {
      result_.notes.push_back("properties that are not read: " + unread);
    }
    auto species = std::ranges::find(names, "material");
    species = species == names.end() ? std::ranges::find(names, "species") : species;
    speciesColumn_ = species == names.end() ? -1 : static_cast<int>(species - names.begin());
    if (!columns_.twice.empty()) {
      fail(fmt::format("the property {} stands twice", quotedPart(columns_.twice)));
      return false;
    }
    if (!columns_.hasPlaces()) {
      fail("the list of properties has no places ('pos:R:3')");
      return false;
    }
    return true;
  }

  bool takeRow(std::string_view row) {
    const std::vector<std::string_view> words = wordsOf(row);
    // Plain XYZ may have further columns, of which nothing is known.
    if (words.size() < width_) {
      fail(fmt::format("{} values for {} columns", words.size(), width_));
      return false;
    }
    if (isPlain_ && numberOf(words[0]) && words[0].find_first_of(".eE-") != std::string_view::npos) {
      fail(fmt::format("{} where the name of the particle should be", quotedPart(words[0])),
           "begin each row with a name, or make a table of it: name the columns x y z r in the first line");
      return false;
    }
    FileParticle particle;
    if (TextProblem problem = readParticleRow(columns_, words, particle); problem.any()) {
      fail(std::move(problem.what), problem.remedy.empty() ? kXyzAgain : std::move(problem.remedy));
      return false;
    }
    if (speciesColumn_ >= 0) {
      species_.insert(std::string(words[static_cast<std::size_t>(speciesColumn_)]));
    }
    hasMore_ = hasMore_ || words.size() > width_;
    result_.particles.push_back(particle);
    return true;
  }

  TextLines lines_;
  ParticleChoice choice_;
  ParticleFile result_;
  ParticleFile problem_;
  ParticleColumns columns_;
  std::size_t width_ = 0;
  std::size_t frames_ = 0;
  int speciesColumn_ = -1;
  std::set<std::string> species_;  ///< of the frame that is kept
  bool hasMore_ = false;           ///< rows have more columns than are named
  bool isPlain_ = false;           ///< rows are a name and a place
};

}  // namespace

bool isXyz(std::string_view text) {
  TextLines lines(text);
  std::string_view line;
  return lines.next(line) && wordsOf(line).size() == 1 && countIn(line).has_value();
}

ParticleFile readXyz(std::string_view text, const ParticleChoice& choice) { return XyzReader(text, choice).read(); }

}  // namespace scree
