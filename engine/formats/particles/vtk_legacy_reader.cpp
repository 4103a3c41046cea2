#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "engine/formats/particles/particle_readers.h"
#include "engine/formats/particles/vtk_arrays.h"
#include "engine/formats/text/text_number.h"

// Legacy VTK files, as text or binary (https://docs.vtk.org, VTK File Formats).
namespace scree {

namespace {

/// Attribute of points or cells with a fixed number of components.
struct VtkAttribute {
  std::string_view keyword;
  std::size_t components;
};
constexpr VtkAttribute kAttributes[] = {{"vectors", 3},    {"normals", 3},      {"tensors", 9},   {"tensors6", 6},
                                        {"global_ids", 1}, {"pedigree_ids", 1}, {"edge_flags", 1}};

/// Problem inside the file; thrown and caught in this source only.
struct LegacyProblem {
  std::string what;
};

/// Name of an array, in which the file writes blanks and others as % and two digits.
std::string decoded(std::string_view name) {
  std::string plain;
  for (std::size_t i = 0; i < name.size(); ++i) {
    unsigned value = 0;
    const bool isCode = name[i] == '%' && i + 2 < name.size() &&
                        std::from_chars(name.data() + i + 1, name.data() + i + 3, value, 16).ptr == name.data() + i + 3;
    plain += isCode ? static_cast<char>(value) : name[i];
    i += isCode ? 2 : 0;
  }
  return plain;
}

class LegacyReader {
 public:
  explicit LegacyReader(std::string_view bytes) : bytes_(bytes) {}

  ParticleFile read() {
    try {
      line();
      line();
      const std::string encoding = lowerCase(trimmedText(line()));
      if (encoding != "ascii" && encoding != "binary") {
        throw LegacyProblem{fmt::format("{} where ASCII or BINARY should be", quotedPart(encoding))};
      }
      isBinary_ = encoding == "binary";
      while (takeSection()) {
      }
      if (!hasPoints_) {
        return badFile(dataset_.empty() ? "it has no points"
                                        : fmt::format("it has no points: a data set of kind {}", quotedPart(dataset_)),
                       "save points with their radii");
      }
      ParticleFile file = particlesOf(set_);
      if (file.what.empty() && !isBinary_ && !bytes_.ends_with('\n')) {
        file.notes.emplace_back("the last line has no end: the file may be cut short");
      }
      return file;
    } catch (const LegacyProblem& problem) {
      return badFile(problem.what, kSaveAgain, isBinary_ ? 0 : lineAt());
    }
  }

 private:
  int lineAt() const {
    return 1 + static_cast<int>(std::count(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
  }

  std::string_view line() {
    const std::size_t end = std::min(bytes_.find('\n', at_), bytes_.size());
    const std::string_view text = bytes_.substr(at_, end - at_);
    at_ = std::min(end + 1, bytes_.size());
    return text;
  }
  std::string_view word() {
    at_ = std::min(bytes_.find_first_not_of(" \t\r\n", at_), bytes_.size());
    const std::size_t end = std::min(bytes_.find_first_of(" \t\r\n", at_), bytes_.size());
    const std::string_view text = bytes_.substr(at_, end - at_);
    at_ = end;
    return text;
  }
  std::string_view peek() {
    const std::size_t before = at_;
    const std::string_view next = word();
    at_ = before;
    return next;
  }
  std::size_t count() {
    const std::string_view text = word();
    const double value = numberOf(text).value_or(-1.0);
    if (!(value >= 0.0) || value > static_cast<double>(bytes_.size()) || value != std::floor(value)) {
      throw LegacyProblem{fmt::format("{} where a number of values should be", quotedPart(text))};
    }
    return static_cast<std::size_t>(value);
  }
  /// Goes on behind the end of the line, where binary data begin.
  void enterData() {
    const std::size_t end = bytes_.find('\n', at_);
    at_ = end == std::string_view::npos ? bytes_.size() : end + 1;
  }

  /// Reads numbers of a type; skips them where `values` is null.
  void numbers(std::size_t count, std::string_view typeName, std::vector<double>* values) {
    const NumberType type = vtkTypeNamed(typeName);
    if (lowerCase(typeName) == "string" || lowerCase(typeName) == "utf8_string" || lowerCase(typeName) == "variant") {
      skipStrings(count);
      return;
    }
    if (lowerCase(typeName) == "bit") {
      skipBits(count);
      return;
    }
    if (type.size == 0) {
      throw LegacyProblem{fmt::format("{} is no type of numbers", quotedPart(typeName))};
    }
    if (isBinary_) {
      enterData();
      if (count * type.size > bytes_.size() - at_) {
        throw LegacyProblem{"the file ends inside an array"};
      }
      for (std::size_t i = 0; values != nullptr && i < count; ++i) {
        values->push_back(type.read(bytes_.data() + at_ + i * type.size, true));  // legacy files are big-endian
      }
      at_ += count * type.size;
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::string_view text = word();
      const std::optional<double> value = numberOf(text);
      if (!value) {
        throw LegacyProblem{text.empty() ? std::string("the file ends inside an array")
                                         : quotedPart(text) + " where a number should be"};
      }
      if (values != nullptr) {
        values->push_back(*value);
      }
    }
  }

  void skipStrings(std::size_t count) {
    enterData();
    for (std::size_t i = 0; i < count; ++i) {
      if (!isBinary_) {
        line();
        continue;
      }
      // The first two bits tell how many bytes hold the length: 11: one, 10: two, 01: four, 00: eight.
      if (at_ >= bytes_.size()) {
        throw LegacyProblem{"the file ends inside an array of text"};
      }
      const std::size_t wide = std::size_t{8} >> (static_cast<unsigned char>(bytes_[at_]) >> 6);
      std::uint64_t length = 0;
      for (std::size_t k = 0; k < wide && at_ < bytes_.size(); ++k, ++at_) {
        const auto byte = static_cast<unsigned char>(bytes_[at_]);
        length = length << 8 | (k == 0 ? byte & 0x3fU : byte);
      }
      if (length > bytes_.size() - at_) {
        throw LegacyProblem{"the file ends inside an array of text"};
      }
      at_ += length;
    }
  }

  void skipBits(std::size_t count) {
    if (isBinary_) {
      enterData();
      at_ = std::min(at_ + (count + 7) / 8, bytes_.size());
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      word();
    }
  }

  /// Skips a block of remarks on an array, which ends with an empty line.
  void skipMetadata() {
    if (lowerCase(peek()) != "metadata") {
      return;
    }
    word();
    line();
    while (at_ < bytes_.size() && !trimmedText(line()).empty()) {
    }
  }

  /// Array of the points that a name stands for; null where it is of cells.
  std::vector<double>* arrayNamed(std::string_view name) {
    if (!isOfPoints_) {
      set_.ofCells.emplace_back(name);
      return nullptr;
    }
    std::vector<double>& array = set_.arrays[decoded(name)];
    array.clear();
    return &array;
  }

  /// Takes a section; false at the end of the file.
  bool takeSection() {
    const std::string keyword = lowerCase(word());
    if (keyword.empty()) {
      return false;
    }
    if (keyword == "dataset") {
      dataset_ = word();
    } else if (keyword == "points") {
      const std::size_t size = count();
      const std::string_view type = word();
      set_.points.clear();
      numbers(3 * size, type, &set_.points);
      hasPoints_ = true;
    } else if (keyword == "point_data" || keyword == "cell_data") {
      isOfPoints_ = keyword == "point_data";
      perItem_ = count();
    } else if (keyword == "field") {
      takeField();
    } else if (keyword == "metadata") {
      line();
      while (at_ < bytes_.size() && !trimmedText(line()).empty()) {
      }
    } else if (!takeCells(keyword) && !takeAttribute(keyword)) {
      takeGrid(keyword);
    }
    skipMetadata();
    return true;
  }

  void takeField() {
    const bool isOfItems = perItem_ > 0;
    word();  // name of the field
    const std::size_t arrays = count();
    for (std::size_t i = 0; i < arrays; ++i) {
      const std::string_view name = word();
      if (lowerCase(name) == "null_array") {
        continue;
      }
      const std::size_t components = count();
      const std::size_t tuples = count();
      const std::string_view type = word();
      if (components > bytes_.size() / std::max<std::size_t>(1, tuples)) {
        throw LegacyProblem{"an array is larger than the file"};
      }
      // A field before the points belongs to the whole data set.
      numbers(components * tuples, type, isOfItems ? arrayNamed(name) : nullptr);
      skipMetadata();
    }
  }

  bool takeCells(const std::string& keyword) {
    static constexpr std::string_view kCells[] = {"vertices", "lines", "polygons", "triangle_strips", "cells"};
    if (keyword == "cell_types") {
      std::vector<double> types;
      numbers(count(), "int", &types);
      for (const double type : types) {
        (type == 1.0 || type == 2.0 ? set_.vertices : set_.lines) += 1;
      }
      return true;
    }
    if (std::ranges::find(kCells, keyword) == std::end(kCells)) {
      return false;
    }
    const std::size_t cells = count();
    const std::size_t size = count();
    // Offsets are one more than cells.
    const bool hasOffsets = lowerCase(peek()) == "offsets";
    const std::size_t real = hasOffsets && cells > 0 ? cells - 1 : cells;
    if (keyword == "polygons" || keyword == "triangle_strips") {
      set_.polygons += real;
    } else if (keyword == "vertices") {
      set_.vertices += real;
    } else if (keyword == "lines") {
      set_.lines += real;
    }
    if (!hasOffsets) {
      numbers(size, "int", nullptr);
      return true;
    }
    word();
    numbers(cells, word(), nullptr);
    if (lowerCase(word()) != "connectivity") {
      throw LegacyProblem{"the points of cells are missing"};
    }
    numbers(size, word(), nullptr);
    return true;
  }

  bool takeAttribute(const std::string& keyword) {
    if (keyword == "scalars") {
      const std::string_view name = word();
      const std::string_view type = word();
      const std::vector<std::string_view> rest = wordsOf(trimmedText(line()));
      const double components = rest.empty() ? 1.0 : numberOf(rest[0]).value_or(0.0);
      if (!(components >= 1.0 && components <= 64.0)) {
        throw LegacyProblem{fmt::format("{} where a number of components should be", quotedPart(rest[0]))};
      }
      if (lowerCase(peek()) == "lookup_table") {
        word();
        word();
      } else if (isBinary_) {
        --at_;  // data begin at once; numbers() looks for the end of the line before
      }
      numbers(static_cast<std::size_t>(components) * perItem_, type, arrayNamed(name));
      return true;
    }
    if (keyword == "color_scalars") {
      word();
      const std::size_t components = count();
      numbers(components * perItem_, isBinary_ ? "unsigned_char" : "float", nullptr);
      return true;
    }
    if (keyword == "lookup_table") {
      word();
      numbers(4 * count(), isBinary_ ? "unsigned_char" : "float", nullptr);
      return true;
    }
    if (keyword == "texture_coordinates") {
      word();
      const std::size_t components = count();
      numbers(components * perItem_, word(), nullptr);
      return true;
    }
    const auto* found = std::ranges::find(kAttributes, keyword, &VtkAttribute::keyword);
    if (found == std::end(kAttributes)) {
      return false;
    }
    const std::string_view name = word();
    const std::string_view type = word();
    numbers(found->components * perItem_, type, arrayNamed(name));
    return true;
  }

  /// Grids have no points of their own.
  void takeGrid(const std::string& keyword) {
    if (keyword == "x_coordinates" || keyword == "y_coordinates" || keyword == "z_coordinates") {
      const std::size_t size = count();
      numbers(size, word(), nullptr);
    } else if (keyword == "dimensions" || keyword == "origin" || keyword == "spacing" || keyword == "aspect_ratio") {
      word();
      word();
      word();
    } else {
      throw LegacyProblem{fmt::format("{} where a section of the file should be", quotedPart(keyword))};
    }
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool isBinary_ = false;
  bool hasPoints_ = false;
  bool isOfPoints_ = true;
  std::size_t perItem_ = 0;
  std::string dataset_;
  PointArrays set_;
};

}  // namespace

ParticleFile readVtkLegacy(std::string_view bytes) { return LegacyReader(bytes).read(); }

}  // namespace scree
