#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

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
  std::size_t type;
  std::size_t place;
  int diameter;  ///< -1: none
  std::size_t width;
};
constexpr AtomStyle kStyles[] = {{"sphere", 1, 4, 2, 7},  {"granular", 1, 4, 2, 7}, {"atomic", 1, 2, -1, 5},
                                 {"charge", 1, 3, -1, 6}, {"bond", 2, 3, -1, 6},    {"molecular", 2, 3, -1, 6},
                                 {"full", 2, 4, -1, 7}};

/// Line without a remark.
std::string_view withoutRemark(std::string_view line) { return line.substr(0, line.find('#')); }

class DataReader {
 public:
  explicit DataReader(std::string_view text) : lines_(text) {}

  ParticleFile read() {
    std::string_view line;
    lines_.next(line);
    takeTitle(line);
    while (problem_.what.empty() && lines_.next(line)) {
      const std::vector<std::string_view> words = wordsOf(withoutRemark(line));
      if (!words.empty()) {
        takeLine(line, words);
      }
    }
    if (problem_.what.empty() && !hasAtoms_) {
      return badFile("the data file has no section 'Atoms'", "write it with 'write_data'");
    }
    return problem_.what.empty() ? finish() : std::move(problem_);
  }

 private:
  enum class Section : std::uint8_t { head, read, other };

  void fail(std::string what, std::string remedy) {
    problem_ = badFile(std::move(what), std::move(remedy), lines_.number());
  }

  /// Units in the first line, as LAMMPS writes them: "..., units = cgs".
  void takeTitle(std::string_view line) {
    constexpr std::string_view kMark = "units = ";
    const std::size_t at = line.find(kMark);
    if (at == std::string_view::npos) {
      return;
    }
    const std::vector<std::string_view> words = wordsOf(line.substr(at + kMark.size()));
    const std::string name = words.empty() ? std::string() : lowerCase(words[0].substr(0, words[0].find(',')));
    units_ = unitSystem(name);
    if (units_) {
      result_.isInMetres = true;
      result_.notes.push_back(fmt::format("units {} of the file: lengths in units of {} m", name, units_->length));
    } else {
      result_.notes.push_back(
          fmt::format("units {} have no length of their own here: lengths are as 'scale' says", quotedPart(name)));
    }
  }

  void takeLine(std::string_view line, const std::vector<std::string_view>& words) {
    if (section_ == Section::head && isCount(words)) {
      count_ = static_cast<std::size_t>(std::clamp(*numberOf(words[0]), 0.0, 1e10));
    } else if (section_ == Section::head && words.size() == 4 && words[2].ends_with("lo") && words[3].ends_with("hi")) {
      takeSide(words);
    } else if (words[0] == "Atoms" && hasAtoms_) {
      fail("the section 'Atoms' stands twice", "keep one of them");
    } else if (words[0] == "Atoms") {
      section_ = Section::read;
      takeAtoms(line);
    } else if (words[0] == "Velocities") {
      section_ = Section::read;
      takeVelocities();
    } else if (!numberOf(words[0])) {
      takeOther(line);
    } else if (section_ == Section::read) {
      fail(fmt::format("there are more rows than the {} atoms that the head announces", count_),
           "write the file with 'write_data', or mend the number");
    }
  }

  /// Notes a section that is not read; a word in the rows of one is no section.
  void takeOther(std::string_view line) {
    const std::string_view name = trimmedText(withoutRemark(line));
    if (lines_.isCut()) {
      fail(kCutInLine, kCutRemedy);
      return;
    }
    if (name[0] < 'A' || name[0] > 'Z') {
      if (section_ == Section::read) {
        fail(fmt::format("{} where a section or its end should be", quotedPart(name)),
             "write the file with 'write_data'");
      }
      return;
    }
    section_ = Section::other;
    others_ += (others_.empty() ? "" : ", ") + shortened(name);
  }

  void takeSide(const std::vector<std::string_view>& words) {
    const int axis = words[2][0] - 'x';
    const std::optional<double> low = numberOf(words[0]);
    const std::optional<double> high = numberOf(words[1]);
    if (axis >= 0 && axis < 3 && low && high && std::isfinite(*low) && std::isfinite(*high)) {
      box_.lower[axis] = *low;
      box_.upper[axis] = *high;
      ++sides_;
    }
  }

  ParticleFile finish() {
    const double length = units_ ? units_->length : 1.0;
    result_.mapping = !hasDiameters_ ? "place" : hasVelocities_ ? "place, diameter" : "place and diameter";
    result_.mapping += hasVelocities_ ? " and velocity" : "";
    if (sides_ == 3) {
      result_.box = Bounds{length * box_.lower, length * box_.upper};
    }
    for (FileParticle& particle : result_.particles) {
      if (units_) {
        particle.position *= length;
        particle.radius *= length;
        particle.velocity *= length / units_->time;
        particle.angularVelocity /= units_->time;
      }
    }
    if (units_ && result_.density) {
      *result_.density *= units_->density;
    }
    result_.types = types_.size();
    if (const std::string note = noteOfTypes(result_.types); !note.empty()) {
      result_.notes.push_back(note);
    }
    if (!others_.empty()) {
      result_.notes.push_back("sections that are not read: " + others_);
    }
    if (lines_.isCut()) {
      result_.notes.emplace_back("the last line has no end: the file may be cut short");
    }
    return std::move(result_);
  }

  /// Next line of a section with its numbers; false at a fault. In column `label` a word may stand for a number, which
  /// is then 0.
  bool nextRow(std::vector<double>& numbers, std::size_t label = SIZE_MAX) {
    std::string_view line;
    words_.clear();
    while (words_.empty()) {
      if (!lines_.next(line)) {
        fail("the file ends inside a section", kCutRemedy);
        return false;
      }
      words_ = wordsOf(withoutRemark(line));
    }
    numbers.clear();
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::optional<double> number = i == label ? numberOf(words_[i]).value_or(0.0) : numberOf(words_[i]);
      if (!number || !std::isfinite(*number)) {
        fail(lines_.isCut() ? std::string(kCutInLine) : fmt::format("{} is no finite number", quotedPart(words_[i])),
             lines_.isCut() ? kCutRemedy
                            : "the number of atoms does not fit the rows, or the file is damaged: write it again");
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
    hasDiameters_ = found->diameter >= 0;
    std::vector<double> row;
    for (std::size_t i = 0; i < count_ && nextRow(row, found->type); ++i) {
      // Three more numbers count the box's images.
      if (row.size() != found->width && row.size() != found->width + 3) {
        fail(lines_.isCut() ? std::string(kCutInLine)
                            : fmt::format("{} values for {} of style '{}'", row.size(), found->width, found->name),
             lines_.isCut() ? kCutRemedy : kStyleWanted);
        return;
      }
      FileParticle particle;
      particle.position = {row[found->place], row[found->place + 1], row[found->place + 2]};
      if (hasDiameters_) {
        particle.radius = 0.5 * row[static_cast<std::size_t>(found->diameter)];
        takeDensity(row[static_cast<std::size_t>(found->diameter) + 1]);
        if (!(particle.radius > 0.0)) {
          fail("a diameter is not above 0", kSizeWanted);
          return;
        }
      }
      if (!placeOf_.emplace(row[0], result_.particles.size()).second) {
        fail(fmt::format("the atom {} stands twice", row[0]), "write the file with 'write_data'");
        return;
      }
      types_.emplace(words_[found->type]);
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
    hasVelocities_ = true;
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
  std::set<std::string> types_;
  std::vector<std::string_view> words_;  ///< of the row that was read last
  std::optional<UnitSystem> units_;
  std::string others_;  ///< names of sections that are not read
  Bounds box_;
  int sides_ = 0;  ///< pairs of sides of the box that the head tells
  std::size_t count_ = 0;
  Section section_ = Section::head;
  bool hasAtoms_ = false;
  bool hasVelocities_ = false;
  bool hasDiameters_ = false;
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
