#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "engine/formats/mesh_readers.h"
#include "engine/formats/text/text_number.h"

// PLY (Stanford polygons): a header that describes elements, then their values as text or binary. Reads the points of
// `vertex`, the polygons of `face` and the strips of `tristrips`; skips all other elements.
namespace scree {

namespace {

constexpr const char* kExportPlyAgain = "export it again";
constexpr const char* kCutShort = "the file is cut short or damaged: export it again";

struct Type {
  std::string_view name, otherName;
  std::size_t size;
  bool isWhole, isSigned;
};
constexpr std::array<Type, 8> kTypes = {{{"char", "int8", 1, true, true},
                                         {"uchar", "uint8", 1, true, false},
                                         {"short", "int16", 2, true, true},
                                         {"ushort", "uint16", 2, true, false},
                                         {"int", "int32", 4, true, true},
                                         {"uint", "uint32", 4, true, false},
                                         {"float", "float32", 4, false, true},
                                         {"double", "float64", 8, false, true}}};

struct Property {
  std::string name;
  Type type;
  std::optional<Type> length;  ///< type of the length of a list
};

struct Element {
  std::string name;
  std::size_t count = 0;
  std::vector<Property> properties;
  std::size_t line = 0;  ///< line in the header
};

enum class Encoding { text, littleEndian, bigEndian };

struct Header {
  Encoding encoding = Encoding::text;
  std::vector<Element> elements;
  std::size_t size = 0;   ///< size of the header in bytes
  std::size_t lines = 0;  ///< size of the header in lines
};

class HeaderReader {
 public:
  HeaderReader(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  Header read() {
    // Takes the line end of the first line for all lines of the header: the first byte of binary data may look like
    // one.
    const std::size_t end = std::min(bytes_.find_first_of("\r\n"), bytes_.size());
    ending_ = bytes_.substr(end).starts_with("\r\n") ? "\r\n" : bytes_.substr(end, 1);
    if (bytes_.substr(0, end) != "ply" || ending_.empty()) {
      fail("does not begin with 'ply'", "give a PLY file, or name it by what it is");
    }
    takeLine();
    bool hasFormat = false;
    for (;;) {
      const std::vector<std::string_view> parts = takeLine();
      if (parts.empty() || parts[0] == "comment" || parts[0] == "obj_info") {
        continue;
      }
      if (parts[0] == "end_header") {
        break;
      }
      if (parts[0] == "format") {
        readFormat(parts);
        hasFormat = true;
      } else if (parts[0] == "element") {
        readElement(parts);
      } else if (parts[0] == "property") {
        readProperty(parts);
      } else {
        fail(fmt::format("{} in the header", quotedPart(parts[0])));
      }
    }
    if (!hasFormat) {
      fail("the header names no format");
    }
    header_.size = at_;
    return std::move(header_);
  }

 private:
  [[noreturn]] void fail(const std::string& what, const char* remedy = kExportPlyAgain) const {
    throw problemInLine(name_, std::max<std::size_t>(header_.lines, 1), what, remedy);
  }

  std::vector<std::string_view> takeLine() {
    const std::size_t end = bytes_.find(ending_, at_);
    ++header_.lines;
    if (end == std::string_view::npos) {
      fail("the file ends before 'end_header'", kCutShort);
    }
    std::string_view line = bytes_.substr(at_, end - at_);
    at_ = end + ending_.size();
    line = line.substr(0, line.find_last_not_of('\r') + 1);
    return wordsOf(line);
  }

  void readFormat(const std::vector<std::string_view>& parts) {
    constexpr std::array<std::string_view, 3> kNames = {"ascii", "binary_little_endian", "binary_big_endian"};
    const auto found = std::find(kNames.begin(), kNames.end(), parts.size() > 1 ? parts[1] : "");
    if (found == kNames.end()) {
      fail("the format is none of ascii, binary_little_endian, binary_big_endian");
    }
    header_.encoding = static_cast<Encoding>(found - kNames.begin());
  }

  void readElement(const std::vector<std::string_view>& parts) {
    const std::optional<double> count = parts.size() == 3 ? numberOf(parts[2]) : std::nullopt;
    if (!count || *count < 0.0 || *count > kMostRows || *count != std::floor(*count)) {
      fail("an element without a name and a number");
    }
    header_.elements.push_back({std::string(parts[1]), static_cast<std::size_t>(*count), {}, header_.lines});
  }

  void readProperty(const std::vector<std::string_view>& parts) {
    const bool isList = parts.size() == 5 && parts[1] == "list";
    if (header_.elements.empty() || (parts.size() != 3 && !isList)) {
      fail("a property without an element, a type or a name");
    }
    Property property{std::string(parts.back()), typeNamed(parts[parts.size() - 2]), std::nullopt};
    if (isList) {
      property.length = typeNamed(parts[2]);
      if (!property.length->isWhole) {
        fail("the length of a list is no whole number");
      }
    }
    header_.elements.back().properties.push_back(std::move(property));
  }

  Type typeNamed(std::string_view name) const {
    const auto found =
        std::ranges::find_if(kTypes, [&](const Type& type) { return type.name == name || type.otherName == name; });
    if (found == kTypes.end()) {
      fail(fmt::format("there is no type {}", quotedPart(name)));
    }
    return *found;
  }

  static constexpr double kMostRows = 4294967295.0;

  std::string_view bytes_;
  const std::string& name_;
  std::string_view ending_;
  std::size_t at_ = 0;
  Header header_;
};

/// Reads binary values.
class BinaryValues {
 public:
  BinaryValues(std::string_view bytes, std::size_t at, bool swap, const std::string& name)
      : bytes_(bytes), at_(at), swap_(swap), name_(name) {}

  static std::size_t sizeOf(const Type& type) { return type.size; }
  std::size_t left() const { return bytes_.size() - at_; }

  [[noreturn]] void fail(const std::string& what, const char* remedy) const {
    throw problemAtByte(name_, at_, what, remedy);
  }

  double next(const Type& type) {
    if (type.size > left()) {
      fail("the file ends before its last value", kCutShort);
    }
    std::array<char, 8> raw{};
    const std::size_t size = std::min(type.size, raw.size());  // GCC for Arm does not know that no type is larger
    std::memcpy(raw.data(), bytes_.data() + at_, size);
    at_ += size;
    if (swap_) {
      std::reverse(raw.begin(), raw.begin() + static_cast<std::ptrdiff_t>(size));
    }
    if (!type.isWhole) {
      return type.size == 8 ? as<double>(raw) : shortestNumber(as<float>(raw));
    }
    switch (type.size) {
      case 1:
        return type.isSigned ? number<std::int8_t>(raw) : number<std::uint8_t>(raw);
      case 2:
        return type.isSigned ? number<std::int16_t>(raw) : number<std::uint16_t>(raw);
      default:
        return type.isSigned ? number<std::int32_t>(raw) : number<std::uint32_t>(raw);
    }
  }

  void endRow() const {}
  void finish() const {}  // further bytes are ignored

 private:
  template <typename T>
  static T as(const std::array<char, 8>& raw) {
    T value;
    std::memcpy(&value, raw.data(), sizeof value);
    return value;
  }

  template <typename T>
  static double number(const std::array<char, 8>& raw) {
    return static_cast<double>(as<T>(raw));
  }

  std::string_view bytes_;
  std::size_t at_;
  bool swap_;
  const std::string& name_;
};

/// Reads values as text.
class TextValues {
 public:
  TextValues(std::string_view bytes, const Header& header, const std::string& name)
      : words_(bytes.substr(header.size), header.lines + 1), left_(bytes.size() - header.size + 1), name_(name) {}

  static std::size_t sizeOf(const Type&) { return 2; }  // at least a digit and a blank
  std::size_t left() const { return left_; }

  [[noreturn]] void fail(const std::string& what, const char* remedy) const {
    throw problemInLine(name_, words_.line(), what, remedy);
  }

  double next(const Type& type) {
    const std::string_view word = words_.next();
    if (word.empty()) {
      fail("the file ends before its last value", kCutShort);
    }
    left_ -= std::min(left_, word.size() + 1);
    const std::optional<double> number = numberOf(word);
    if (!number || (type.isWhole && *number != std::floor(*number))) {
      fail(fmt::format("{} is no {}", quotedPart(word), type.isWhole ? "whole number" : "number"), kExportPlyAgain);
    }
    return *number;
  }

  /// Each row stands in a line of its own.
  void endRow() {
    if (const std::string_view word = words_.nextInLine(); !word.empty()) {
      fail(fmt::format("{} after the last value of a row: the header does not fit the data", quotedPart(word)),
           kExportPlyAgain);
    }
  }

  void finish() {
    if (const std::string_view word = words_.next(); !word.empty()) {
      fail(fmt::format("{} after the last value: the header does not fit the data", quotedPart(word)), kExportPlyAgain);
    }
  }

 private:
  WordReader words_;
  std::size_t left_;
  const std::string& name_;
};

template <class Values>
class BodyReader {
 public:
  BodyReader(const Header& header, Values values) : header_(header), values_(std::move(values)) {}

  Triangles read() {
    for (const Element& element : header_.elements) {
      readElement(element);
    }
    values_.finish();
    if (ends_.empty() && !triangles_.points.empty()) {
      values_.fail("it is a cloud of points without faces",
                   "make a mesh of it, or save it as a table x y z r for particles");
    }
    join();
    return std::move(triangles_);
  }

 private:
  enum class Use { nothing, x, y, z, polygon, strip };

  void readElement(const Element& element) {
    if (element.properties.empty()) {
      return;
    }
    std::size_t least = 0;
    std::vector<Use> uses;
    for (const Property& property : element.properties) {
      least += Values::sizeOf(property.length.value_or(property.type));
      uses.push_back(useOf(element, property));
    }
    if (element.count > values_.left() / least) {
      values_.fail(fmt::format("{} rows of '{}' are announced, and there is room for {} at most", element.count,
                               shortened(element.name), values_.left() / least),
                   kCutShort);
    }
    if (element.name == "vertex") {
      for (const Use axis : {Use::x, Use::y, Use::z}) {
        if (std::count(uses.begin(), uses.end(), axis) != 1) {
          values_.fail("the points have no x, y and z", kExportPlyAgain);
        }
      }
      if (element.count > 3 * kMostTriangles) {
        values_.fail(fmt::format("more than {} points", 3 * kMostTriangles), "use a coarser mesh");
      }
      triangles_.points.reserve(triangles_.points.size() + element.count);
    }
    for (std::size_t row = 0; row < element.count; ++row) {
      readRow(element, uses);
    }
  }

  static Use useOf(const Element& element, const Property& property) {
    const bool isList = property.length.has_value();
    if (element.name == "vertex" && !isList && property.name.size() == 1) {
      const char axis = property.name[0];
      return axis == 'x' ? Use::x : axis == 'y' ? Use::y : axis == 'z' ? Use::z : Use::nothing;
    }
    if (isList && (property.name == "vertex_indices" || property.name == "vertex_index")) {
      return element.name == "face" ? Use::polygon : element.name == "tristrips" ? Use::strip : Use::nothing;
    }
    return Use::nothing;
  }

  void readRow(const Element& element, const std::vector<Use>& uses) {
    Vec3 point = Vec3::Zero();
    for (std::size_t i = 0; i < uses.size(); ++i) {
      const Property& property = element.properties[i];
      if (property.length) {
        readList(property, uses[i]);
        continue;
      }
      const double value = values_.next(property.type);
      if (uses[i] != Use::nothing) {
        if (!std::isfinite(value)) {
          values_.fail("a coordinate is no finite number", kExportPlyAgain);
        }
        point[static_cast<int>(uses[i]) - static_cast<int>(Use::x)] = value;
      }
    }
    if (element.name == "vertex") {
      triangles_.points.push_back(point);
    }
    values_.endRow();
  }

  void readList(const Property& property, Use use) {
    const double length = values_.next(*property.length);
    const std::size_t room = values_.left() / Values::sizeOf(property.type);
    if (!(length >= 0.0) || length > static_cast<double>(room)) {
      values_.fail(fmt::format("a list of {} values, and there is room for {} at most", length, room), kCutShort);
    }
    const std::size_t begin = corners_.size();
    for (double i = 0.0; i < length; i += 1.0) {
      const double value = values_.next(property.type);
      if (use == Use::nothing) {
        continue;
      }
      const bool endsStrip = use == Use::strip && value == -1.0;
      if (!endsStrip && (!(value >= 0.0) || value >= double{kNoCorner} || value != std::floor(value))) {
        values_.fail(fmt::format("{} is no number of a point", value), kExportPlyAgain);
      }
      corners_.push_back(endsStrip ? kNoCorner : static_cast<std::uint32_t>(value));
    }
    if (use == Use::polygon) {
      takePolygon(begin);
    } else if (use == Use::strip) {
      takeStrips(begin);
    }
    if (corners_.size() > 3 * kMostTriangles) {
      values_.fail(fmt::format("more than {} triangles", kMostTriangles), "use a coarser mesh");
    }
  }

  void takePolygon(std::size_t begin) {
    if (corners_.size() - begin < 3) {
      corners_.resize(begin);  // skips a point or a line
    } else {
      ends_.push_back(corners_.size());
    }
  }

  /// Takes the triangles of strips; every other one turns the other way.
  void takeStrips(std::size_t begin) {
    const std::vector<std::uint32_t> strips(corners_.begin() + static_cast<std::ptrdiff_t>(begin), corners_.end());
    corners_.resize(begin);
    std::size_t first = 0;
    for (std::size_t i = 0; i < strips.size(); ++i) {
      if (strips[i] == kNoCorner) {
        first = i + 1;
      } else if (i >= first + 2) {
        const bool isEven = (i - first) % 2 == 0;
        corners_.insert(corners_.end(), {strips[isEven ? i - 2 : i - 1], strips[isEven ? i - 1 : i - 2], strips[i]});
        ends_.push_back(corners_.size());
      }
    }
  }

  void join() {
    for (const std::uint32_t corner : corners_) {
      if (corner >= triangles_.points.size()) {
        values_.fail(fmt::format("a face uses point {} (from 0) of {}", corner, triangles_.points.size()),
                     kExportPlyAgain);
      }
    }
    PolygonCutter cutter;
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      if (!cutter.cut(triangles_.points, std::span(corners_).subspan(begin, end - begin), triangles_.corners)) {
        values_.fail(kTooManyCorners, kTriangulate);
      }
      begin = end;
    }
  }

  static constexpr std::uint32_t kNoCorner = UINT32_MAX;

  const Header& header_;
  Values values_;
  Triangles triangles_;
  std::vector<std::uint32_t> corners_;  ///< corners of all polygons, one polygon after the other
  std::vector<std::size_t> ends_;       ///< end of each polygon in corners_
};

}  // namespace

MeshFile readPly(std::string_view bytes, const std::string& name) {
  const Header header = HeaderReader(bytes, name).read();
  if (header.encoding == Encoding::text) {
    return {BodyReader<TextValues>(header, TextValues(bytes, header, name)).read(), {}, {}};
  }
  const bool isNative = (header.encoding == Encoding::littleEndian) == (std::endian::native == std::endian::little);
  return {BodyReader<BinaryValues>(header, BinaryValues(bytes, header.size, !isNative, name)).read(), {}, {}};
}

}  // namespace scree
