#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "engine/formats/mesh_readers.h"
#include "engine/formats/text/text_number.h"

// STL as text or binary. Normals are not read: the order of the corners gives them.
namespace scree {

namespace {

constexpr std::size_t kHead = 84;  // bytes of the head: a title of 80, and the number of triangles
constexpr std::size_t kOne = 50;   // bytes of a triangle: twelve numbers in single precision, and two unused bytes
constexpr const char* kExportStlAgain = "the file is cut short or damaged: export it again";

std::uint32_t triangleCountOf(std::string_view bytes) {
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + kHead - sizeof count, sizeof count);
  return count;
}

/// True if the bytes are binary STL. The length decides where it can: many binary files begin with "solid" too.
bool isBinary(std::string_view bytes) {
  if (bytes.size() >= kHead && kHead + kOne * std::uint64_t{triangleCountOf(bytes)} == bytes.size()) {
    return true;
  }
  const std::string head = lowerCase(bytes.substr(0, 2048));
  if (head.find('\0') == std::string::npos && head.find("facet") != std::string::npos) {
    return false;
  }
  WordReader words(bytes.substr(0, 512));
  const bool saysSolid = lowerCase(words.next()) == "solid";
  return !saysSolid || bytes.substr(0, 512).find('\0') != std::string_view::npos;
}

Triangles readBinary(std::string_view bytes, const std::string& name) {
  if (bytes.size() < kHead) {
    throw problemAtByte(name, bytes.size(), "ends before the number of triangles", kExportStlAgain);
  }
  const std::uint32_t count = triangleCountOf(bytes);
  const std::size_t there = (bytes.size() - kHead) / kOne;
  if (count < there && bytes.size() == kHead + kOne * there) {
    throw problemAtByte(name, kHead - sizeof count,
                        fmt::format("announces {} triangles and has just room for {}", count, there), kExportStlAgain);
  }
  if (count > there) {
    throw problemAtByte(name, bytes.size(), fmt::format("ends after {} of {} triangles", there, count),
                        kExportStlAgain);
  }
  if (count > kMostTriangles) {
    throw MeshProblem{fmt::format("{}: more than {} triangles", name, kMostTriangles), "use a coarser mesh"};
  }
  Triangles triangles;
  triangles.points.reserve(3 * std::size_t{count});
  triangles.corners.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t place = kHead + kOne * i;
    std::array<float, 12> numbers;
    std::memcpy(numbers.data(), bytes.data() + place, sizeof numbers);
    for (std::size_t k = 3; k < numbers.size(); k += 3) {
      if (!std::all_of(numbers.begin() + k, numbers.begin() + k + 3, [](float x) { return std::isfinite(x); })) {
        throw problemAtByte(name, place + 4 * k, fmt::format("a coordinate of triangle {} is no finite number", i + 1),
                            "export it again");
      }
      triangles.points.emplace_back(shortestNumber(numbers[k]), shortestNumber(numbers[k + 1]),
                                    shortestNumber(numbers[k + 2]));
    }
    triangles.corners.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return triangles;
}

/// Reads solids of facets as text; the name of a solid, up to the end of its line, may be any text.
class AsciiReader {
 public:
  AsciiReader(std::string_view bytes, const std::string& name) : words_(bytes), name_(name) {}

  Triangles read() {
    for (std::string word = next(); !word.empty(); word = next()) {
      if (word == "facet") {
        readFacet();  // of a solid without a beginning
      } else if (word == "solid") {
        words_.skipLine();
        readSolid();
      } else if (word == "endsolid" || triangles_.corners.empty()) {
        words_.skipLine();  // titles and remarks before the first solid
      } else {
        expect(word, "solid");
      }
    }
    return std::move(triangles_);
  }

 private:
  std::string next() { return lowerCase(words_.next().substr(0, kLongestWord)); }

  [[noreturn]] void failAt(std::string_view what) { throw problemInLine(name_, words_.line(), what, kExportStlAgain); }

  void expect(std::string_view word, std::string_view wanted) {
    if (word.empty()) {
      failAt(fmt::format("the file ends where '{}' should be", wanted));
    }
    if (word != wanted) {
      failAt(fmt::format("{} where '{}' should be", quotedPart(word), wanted));
    }
  }
  void expect(std::string_view wanted) { expect(next(), wanted); }

  void readSolid() {
    for (;;) {
      const std::string word = next();
      if (word == "endsolid") {
        words_.skipLine();
        return;
      }
      if (word.empty()) {
        failAt("the file ends before 'endsolid'");
      }
      expect(word, "facet");
      readFacet();
    }
  }

  void readFacet() {
    // Skips the normal, which may be missing or no number.
    std::string word = next();
    for (int i = 0; i < 4 && !word.empty() && word != "outer"; ++i) {
      word = next();
    }
    expect(word, "outer");
    expect("loop");
    const auto first = static_cast<std::uint32_t>(triangles_.points.size());
    polygon_.clear();
    for (word = next(); word == "vertex"; word = next()) {
      polygon_.push_back(static_cast<std::uint32_t>(first + polygon_.size()));
      Vec3 point;
      for (double& x : point) {
        const std::string_view number = words_.next();
        x = coordinateOf(number, name_, words_.line());
      }
      triangles_.points.push_back(point);
    }
    expect(word, "endloop");
    expect("endfacet");
    if (polygon_.size() < 3) {
      failAt(fmt::format("a facet with {} corners", polygon_.size()));
    }
    if (!cutter_.cut(triangles_.points, polygon_, triangles_.corners)) {
      throw problemInLine(name_, words_.line(), kTooManyCorners, kTriangulate);
    }
    if (triangles_.corners.size() > kMostTriangles) {
      throw problemInLine(name_, words_.line(), fmt::format("more than {} triangles", kMostTriangles),
                          "use a coarser mesh");
    }
  }

  static constexpr std::size_t kLongestWord = 64;

  WordReader words_;
  const std::string& name_;
  Triangles triangles_;
  std::vector<std::uint32_t> polygon_;
  PolygonCutter cutter_;
};

}  // namespace

MeshFile readStl(std::string_view bytes, const std::string& name) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  const std::string_view text = bytes.starts_with(kMark) ? bytes.substr(kMark.size()) : bytes;
  return {isBinary(text) ? readBinary(text, name) : AsciiReader(text, name).read(), {}, {}};
}

}  // namespace scree
