#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/formats/particles/particle_readers.h"
#include "engine/formats/text/text_number.h"

// Data files of LAMMPS (https://docs.lammps.org/read_data.html): a first line of any text, a head of counts, sections.
namespace scree {

namespace {

constexpr const char* kStyleWanted =
    "write the style behind the word, as 'Atoms # sphere', or write the file with 'write_data'";

/// Words behind the number in the head of a file. Sections begin with a letter.
bool isCount(const std::vector<std::string_view>& words) {
  return words.size() == 2 && words[1] == "atoms" && numberOf(words[0]).has_value();
}

/// Columns of a style of atoms, from 0.
struct AtomStyle {
  std::string_view name;
  std::size_t place;
  int diameter;  ///< -1: none
  std::size_t width;
};
constexpr AtomStyle kStyles[] = {{"sphere", 4, 2, 7},  {"granular", 4, 2, 7}, {"atomic", 2, -1, 5},
                                 {"charge", 3, -1, 6}, {"bond", 3, -1, 6},    {"molecular", 3, -1, 6},
                                 {"full", 4, -1, 7}};

/// Line without a remark.
std::string_view withoutRemark(std::string_view line) { return line.substr(0, line.find('#')); }

class DataReader {
 public:
  explicit DataReader(std::string_view text) : lines_(text) {}

  ParticleFile read() {
    std::string_view line;
    lines_.next(line);  // any text
    while (problem_.what.empty() && lines_.next(line)) {
      const std::vector<std::string_view> words = wordsOf(withoutRemark(line));
      if (words.empty()) {
        continue;
      }
      if (isCount(words)) {
        count_ = static_cast<std::size_t>(std::clamp(*numberOf(words[0]), 0.0, 1e10));
      } else if (words[0] == "Atoms") {
        takeAtoms(line);
      } else if (words[0] == "Velocities") {
        takeVelocities();
      }
    }
    if (problem_.what.empty() && !hasAtoms_) {
      return badFile("the data file has no section 'Atoms'", "write it with 'write_data'");
    }
    if (lines_.isCut()) {
      result_.notes.emplace_back("the last line has no end: the file may be cut short");
    }
    return problem_.what.empty() ? std::move(result_) : std::move(problem_);
  }

 private:
  void fail(std::string what, std::string remedy) {
    problem_ = badFile(std::move(what), std::move(remedy), lines_.number());
  }

  /// Next line of a section with its numbers; false at a fault.
  bool nextRow(std::vector<double>& numbers) {
    std::string_view line;
    std::vector<std::string_view> words;
    while (words.empty()) {
      if (!lines_.next(line)) {
        fail("the file ends inside a section", kCutRemedy);
        return false;
      }
      words = wordsOf(withoutRemark(line));
    }
    numbers.clear();
    for (const std::string_view word : words) {
      const std::optional<double> number = numberOf(word);
      if (!number || !std::isfinite(*number)) {
        fail(fmt::format("{} is no finite number", quotedPart(word)),
             "the number of atoms does not fit the rows, or the file is damaged: write it again");
        return false;
      }
      numbers.push_back(*number);
    }
    return true;
  }

  void takeAtoms(std::string_view line) {
    hasAtoms_ = true;
    const std::size_t mark = line.find('#');
    const std::string style = mark == std::string_view::npos ? "" : std::string(trimmedText(line.substr(mark + 1)));
    const auto* found = std::ranges::find(kStyles, style, &AtomStyle::name);
    if (found == std::end(kStyles)) {
      fail(style.empty() ? "the section 'Atoms' does not say its style"
                         : fmt::format("the style {} of the section 'Atoms' is not read", quotedPart(style)),
           kStyleWanted);
      return;
    }
    result_.mapping = found->diameter >= 0 ? "place, diameter and velocity" : "place and velocity";
    std::vector<double> row;
    for (std::size_t i = 0; i < count_ && nextRow(row); ++i) {
      // Three more numbers count the box's images.
      if (row.size() != found->width && row.size() != found->width + 3) {
        fail(fmt::format("{} values for {} of style '{}'", row.size(), found->width, found->name), kStyleWanted);
        return;
      }
      FileParticle particle;
      particle.position = {row[found->place], row[found->place + 1], row[found->place + 2]};
      if (found->diameter >= 0) {
        particle.radius = 0.5 * row[static_cast<std::size_t>(found->diameter)];
        takeDensity(row[static_cast<std::size_t>(found->diameter) + 1]);
        if (!(particle.radius > 0.0)) {
          fail("a diameter is not above 0", kSizeWanted);
          return;
        }
      }
      placeOf_[row[0]] = result_.particles.size();
      result_.particles.push_back(particle);
    }
  }

  void takeDensity(double density) {
    result_.density = result_.density.value_or(density);
    if (density != *result_.density && !hasDensities_) {
      hasDensities_ = true;
      result_.notes.emplace_back("its densities differ: those of the materials of the scene count");
    }
  }

  void takeVelocities() {
    std::vector<double> row;
    for (std::size_t i = 0; i < count_ && nextRow(row); ++i) {
      const auto found = placeOf_.find(row[0]);
      if (found == placeOf_.end() || row.size() < 4) {
        fail("a velocity belongs to no atom, or lacks a component", "write the file with 'write_data'");
        return;
      }
      FileParticle& particle = result_.particles[found->second];
      particle.velocity = {row[1], row[2], row[3]};
      if (row.size() == 7) {
        particle.angularVelocity = {row[4], row[5], row[6]};
      }
    }
  }

  TextLines lines_;
  ParticleFile result_;
  ParticleFile problem_;
  std::map<double, std::size_t> placeOf_;  ///< place of a particle by the number of its atom
  std::size_t count_ = 0;
  bool hasAtoms_ = false;
  bool hasDensities_ = false;
};

}  // namespace

bool isLammpsData(std::string_view text) {
  constexpr std::size_t kMostLines = 30;
  TextLines lines(text.substr(0, 8192));
  std::string_view line;
  lines.next(line);
  for (std::size_t i = 0; i < kMostLines && lines.next(line); ++i) {
    const std::vector<std::string_view> words = wordsOf(withoutRemark(line));
    if (isCount(words)) {
      return true;
    }
    if (!words.empty() && !numberOf(words[0])) {
      return false;
    }
  }
  return false;
}

ParticleFile readLammpsData(std::string_view text) { return DataReader(text).read(); }

}  // namespace scree
