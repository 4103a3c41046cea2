#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_set>

#include "engine/formats/particles/particle_columns.h"
#include "engine/formats/particles/particle_readers.h"
#include "engine/formats/text/text_number.h"

// Dumps of LAMMPS and LIGGGHTS as text: frames of a box and of a table of atoms
// (https://docs.lammps.org/dump.html, https://docs.lammps.org/Howto_triclinic.html).
namespace scree {

namespace {

constexpr const char* kDumpAgain = "dump again with 'dump ... custom ... id type x y z radius'";

/// Box of a frame, in which scaled places are shares of the edges.
struct DumpBox {
  Vec3 lower = Vec3::Zero();
  Vec3 size = Vec3::Zero();
  double xy = 0.0, xz = 0.0, yz = 0.0;  ///< tilts
  bool isKnown = false;
  bool isGeneral = false;  ///< three vectors in any direction

  Vec3 placeOf(const Vec3& share) const {
    return lower + Vec3(share.x() * size.x() + share.y() * xy + share.z() * xz, share.y() * size.y() + share.z() * yz,
                        share.z() * size.z());
  }
};

/// Reads a dump from its beginning to its end, and keeps the frame that is wanted.
class DumpReader {
 public:
  DumpReader(std::string_view text, const ParticleChoice& choice) : lines_(text), choice_(choice) {}

  ParticleFile read() {
    std::string_view line;
    while (problem_.what.empty() && lines_.next(line)) {
      takeItem(line);
    }
    if (!problem_.what.empty()) {
      return std::move(problem_);
    }
    if (frames_ == 0) {
      return badFile("the dump has no atoms", kDumpAgain);
    }
    if (isInHead_ && (!choice_.frame || *choice_.frame > frames_)) {
      return badFile("the file ends in the head of a frame", kCutRemedy, lines_.number());
    }
    if (auto bad = badFrame(choice_, frames_)) {
      return std::move(*bad);
    }
    if (result_.particles.empty()) {
      const std::size_t chosen = choice_.frame.value_or(frames_);
      return badFile(
          fmt::format("frame {} of {} has no atoms", chosen, frames_),
          lastFull_ > 0 ? fmt::format("choose another one, such as 'frame: {}'", lastFull_) : std::string(kDumpAgain));
    }
    result_.types = types_.size();
    if (const std::string note = noteOfTypes(result_.types); !note.empty()) {
      result_.notes.push_back(note);
    }
    if (frames_ > 1) {
      result_.notes.push_back(fmt::format("frame {} of {}", choice_.frame.value_or(frames_), frames_));
    }
    return std::move(result_);
  }

 private:
  void fail(std::string what, std::string remedy = kDumpAgain) {
    problem_ = badFile(std::move(what), std::move(remedy), lines_.number());
  }

  bool isWanted() const { return !choice_.frame || *choice_.frame == frames_; }

  void takeItem(std::string_view line) {
    constexpr std::string_view kItem = "ITEM:";
    if (trimmedText(line).empty() || line.starts_with('#')) {
      return;
    }
    if (!line.starts_with(kItem)) {
      fail(lines_.isCut() ? kCutInLine : fmt::format("{} where 'ITEM: ...' should be", quotedPart(line)),
           lines_.isCut() ? kCutRemedy : "the number of atoms does not fit the rows: dump again");
      return;
    }
    const std::string_view item = trimmedText(line.substr(kItem.size()));
    isInHead_ = !item.starts_with("ATOMS");
    if (item.starts_with("NUMBER OF ATOMS")) {
      takeCount();
    } else if (item.starts_with("BOX BOUNDS")) {
      takeBox(item.substr(std::string_view("BOX BOUNDS").size()));
    } else if (item.starts_with("ATOMS")) {
      takeAtoms(item.substr(std::string_view("ATOMS").size()));
    } else if (item.starts_with("UNITS")) {
      takeUnits();
    } else if (item.starts_with("TIMESTEP") || item.starts_with("TIME")) {
      std::string_view skipped;
      lines_.next(skipped);
    } else {
      refuse(item);
    }
  }

  /// Refuses an item of another kind: local quantities, grids.
  void refuse(std::string_view item) {
    const bool isLocal = item.starts_with("ENTRIES") || item.starts_with("NUMBER OF ENTRIES");
    const bool isGrid = item.starts_with("GRID") || item.starts_with("DIMENSION");
    fail(isLocal          ? "it is a dump of local quantities ('ITEM: ENTRIES'), not of atoms"
         : isGrid         ? "it is a dump of a grid ('ITEM: GRID'), not of atoms"
         : lines_.isCut() ? kCutInLine
                          : fmt::format("'ITEM: {}' is not known", shortened(item)),
         lines_.isCut() ? kCutRemedy : kDumpAgain);
  }

  void takeCount() {
    std::string_view line;
    const std::optional<double> count = lines_.next(line) ? numberOf(trimmedText(line)) : std::nullopt;
    if (!count || !(*count >= 0.0) || *count != std::floor(*count)) {
      fail("the number of atoms cannot be read");
      return;
    }
    count_ = *count;
  }

  void takeUnits() {
    std::string_view line;
    lines_.next(line);
    const std::string units = lowerCase(trimmedText(line));
    units_ = unitSystem(units);
    unknownUnits_ = units_ ? std::string() : units;
  }

  void takeBox(std::string_view head) {
    const std::vector<std::string_view> words = wordsOf(head);
    const bool isTilted = !words.empty() && words[0] == "xy";
    box_ = {};
    box_.isGeneral = !words.empty() && words[0] == "abc";
    const std::size_t wanted = box_.isGeneral ? 4 : isTilted ? 3 : 2;
    std::array<std::array<double, 4>, 3> rows{};
    for (auto& row : rows) {
      std::string_view line;
      const std::vector<std::string_view> numbers = lines_.next(line) ? wordsOf(line) : std::vector<std::string_view>();
      for (std::size_t i = 0; i < wanted; ++i) {
        const std::optional<double> number = i < numbers.size() ? numberOf(numbers[i]) : std::nullopt;
        if (!number || !std::isfinite(*number)) {
          fail(lines_.isCut() ? kCutInLine : "the bounds of the box cannot be read",
               lines_.isCut() ? kCutRemedy : kDumpAgain);
          return;
        }
        row[i] = *number;
      }
    }
    if (box_.isGeneral) {
      return;
    }
    // The file bounds a tilted box by the box along the axes around it.
    box_.xy = rows[0][2];
    box_.xz = rows[1][2];
    box_.yz = rows[2][2];
    const double left = std::min({0.0, box_.xy, box_.xz, box_.xy + box_.xz});
    const double right = std::max({0.0, box_.xy, box_.xz, box_.xy + box_.xz});
    box_.lower = {rows[0][0] - left, rows[1][0] - std::min(0.0, box_.yz), rows[2][0]};
    const Vec3 upper(rows[0][1] - right, rows[1][1] - std::max(0.0, box_.yz), rows[2][1]);
    box_.size = upper - box_.lower;
    box_.isKnown = true;
  }

  /// Columns of the places, and whether they are shares of the box.
  bool findPlaces(const std::vector<std::string>& names, ParticleColumns& columns, bool& areScaled) {
    constexpr std::array<std::string_view, 4> kEndings = {"", "u", "s", "su"};
    for (std::size_t k = 0; k < kEndings.size(); ++k) {
      int found[3] = {-1, -1, -1};
      for (int axis = 0; axis < 3; ++axis) {
        const std::string name = std::string(1, static_cast<char>('x' + axis)) + std::string(kEndings[k]);
        const auto at = std::ranges::find(names, name);
        found[axis] = at == names.end() ? -1 : static_cast<int>(at - names.begin());
      }
      if (found[0] >= 0 && found[1] >= 0 && found[2] >= 0) {
        std::copy(std::begin(found), std::end(found), std::begin(columns.place));
        std::erase_if(columns.unused, [&](std::size_t column) {
          return std::ranges::find(found, static_cast<int>(column)) != std::end(found);
        });
        areScaled = k >= 2;
        return true;
      }
    }
    return false;
  }

  void takeAtoms(std::string_view head) {
    ++frames_;
    std::vector<std::string> names;
    for (const std::string_view word : wordsOf(head)) {
      names.push_back(lowerCase(word));
    }
    ParticleColumns columns = columnsOf(names);
    if (!columns.twice.empty()) {
      fail(fmt::format("the column {} stands twice", quotedPart(columns.twice)));
      return;
    }
    bool areScaled = false;
    if (!findPlaces(names, columns, areScaled)) {
      fail("the dump has no places of atoms: x y z, xu yu zu, xs ys zs or xsu ysu zsu");
      return;
    }
    if (areScaled && !box_.isKnown) {
      fail(box_.isGeneral ? "scaled places in a box of three vectors are not read"
                          : "scaled places need the bounds of the box before them");
      return;
    }
    if (!(count_ >= 0.0)) {
      fail("the dump does not say how many atoms a frame has");
      return;
    }
    const bool isKept = isWanted();
    const auto type = std::ranges::find(names, "type");
    typeColumn_ = type == names.end() ? -1 : static_cast<int>(type - names.begin());
    const auto id = std::ranges::find(names, "id");
    idColumn_ = id == names.end() ? -1 : static_cast<int>(id - names.begin());
    ids_.clear();
    if (isKept) {
      types_.clear();
      result_.particles.clear();
      result_.notes.clear();
      tell(names, columns, areScaled);
    }
    takeRows(columns, areScaled, names.size(), isKept);
    lastFull_ = count_ > 0.0 ? frames_ : lastFull_;
    count_ = -1.0;
  }

  void tell(const std::vector<std::string>& names, const ParticleColumns& columns, bool areScaled) {
    result_.mapping = mappingOf(columns, names);
    const std::string& first = names[static_cast<std::size_t>(columns.place[0])];
    std::string unread;
    for (const std::size_t column : columns.unused) {
      const std::string& name = names[column];
      unread += name == "id" || name == "type" ? "" : (unread.empty() ? "" : ", ") + shortened(name);
    }
    if (!unread.empty()) {
      result_.notes.push_back("columns that are not read: " + unread);
    }
    if (first != "x") {
      result_.notes.push_back(fmt::format("places from {}", areScaled ? first + ", shares of the box" : first));
    }
    if (units_) {
      result_.isInMetres = true;
      result_.notes.push_back(
          fmt::format("units {} of the dump: lengths in units of {} m", units_->name, units_->length));
    }
    if (!unknownUnits_.empty()) {
      result_.notes.push_back(fmt::format("units {} have no length of their own here: lengths are as 'scale' says",
                                          quotedPart(unknownUnits_)));
    }
  }

  void takeRows(const ParticleColumns& columns, bool areScaled, std::size_t width, bool isKept) {
    std::string_view line;
    for (double i = 0.0; i < count_; i += 1.0) {
      if (!lines_.next(line)) {
        fail(fmt::format("the dump ends after {} of {} atoms of a frame", i, count_), kCutRemedy);
        return;
      }
      if (lines_.isCut()) {
        fail(kCutInLine, kCutRemedy);
        return;
      }
      if (isKept && !takeRow(columns, areScaled, width, line)) {
        return;
      }
    }
  }

  bool takeRow(const ParticleColumns& columns, bool areScaled, std::size_t width, std::string_view line) {
    const std::vector<std::string_view> words = wordsOf(line);
    if (words.size() != width) {
      fail(fmt::format("{} values for {} columns", words.size(), width),
           "the number of atoms or the columns do not fit the rows: dump again");
      return false;
    }
    FileParticle particle;
    if (TextProblem problem = readParticleRow(columns, words, particle); problem.any()) {
      fail(std::move(problem.what), problem.remedy.empty() ? kDumpAgain : std::move(problem.remedy));
      return false;
    }
    if (areScaled) {
      particle.position = box_.placeOf(particle.position);
    }
    if (units_) {
      particle.position *= units_->length;
      particle.radius *= units_->length;
      particle.velocity *= units_->length / units_->time;
      particle.angularVelocity /= units_->time;
    }
    if (idColumn_ >= 0 && !ids_.emplace(words[static_cast<std::size_t>(idColumn_)]).second) {
      fail(fmt::format("the atom {} is there twice in a frame", shortened(words[static_cast<std::size_t>(idColumn_)])),
           "keep one of them, or dump again");
      return false;
    }
    if (typeColumn_ >= 0) {
      types_.insert(std::string(words[static_cast<std::size_t>(typeColumn_)]));
    }
    result_.particles.push_back(particle);
    return true;
  }

  TextLines lines_;
  ParticleChoice choice_;
  ParticleFile result_;
  ParticleFile problem_;
  DumpBox box_;
  double count_ = -1.0;
  std::size_t frames_ = 0;
  bool isInHead_ = false;     ///< items of a frame were read, and not yet its atoms
  std::size_t lastFull_ = 0;  ///< last frame with atoms
  std::optional<UnitSystem> units_;
  int typeColumn_ = -1;
  int idColumn_ = -1;
  std::unordered_set<std::string> ids_;  ///< of the frame that is read
  std::set<std::string> types_;          ///< of the frame that is kept
  std::string unknownUnits_;
};

}  // namespace

ParticleFile readDump(std::string_view text, const ParticleChoice& choice) { return DumpReader(text, choice).read(); }

}  // namespace scree
