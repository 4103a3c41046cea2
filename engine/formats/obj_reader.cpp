#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "engine/formats/mesh_readers.h"
#include "engine/formats/text/text_number.h"

// Wavefront OBJ: points and polygons. Texture coordinates, normals, groups, materials, lines and curves are skipped.
namespace scree {

namespace {

class ObjReader {
 public:
  ObjReader(std::string_view text, const std::string& name) : words_(text), name_(name) {}

  Triangles read() {
    do {
      const std::string_view word = nextInLine();
      if (word == "v") {
        readPoint();
      } else if (word == "f" || word == "fo") {
        readFace();
      } else {
        while (!nextInLine().empty()) {
          // A backslash may continue the line in the next one.
        }
      }
    } while (words_.skipLine());
    return join();
  }

 private:
  struct Face {
    std::size_t end;  ///< end of its corners in the list
    std::size_t line;
  };

  [[noreturn]] void fail(std::size_t line, const std::string& what, const char* remedy = "export it again") const {
    throw problemInLine(name_, line, what, remedy);
  }

  /// Reads the next word of a line, which a backslash at its end continues and a remark ends.
  std::string_view nextInLine() {
    std::string_view word = words_.nextInLine();
    while (word == "\\") {
      words_.skipLine();
      word = words_.nextInLine();
    }
    return word.starts_with('#') ? std::string_view() : word;
  }

  void readPoint() {
    const std::size_t line = words_.line();
    Vec3 point;
    for (double& x : point) {
      x = coordinateOf(nextInLine(), name_, line);
    }
    // A single fourth number is a weight; more are colours.
    const std::string_view fourth = nextInLine();
    if (!fourth.empty() && nextInLine().empty()) {
      const double weight = coordinateOf(fourth, name_, line);
      if (weight == 0.0) {
        fail(line, "the weight of a point is 0");
      }
      point /= weight;
    }
    if (points_.size() >= 3 * kMostTriangles) {
      fail(line, fmt::format("more than {} points", 3 * kMostTriangles), "use a coarser mesh");
    }
    points_.push_back(point);
  }

  /// Index of a point from 0, for "3", "3/1", "3//2" or "-1"; points may follow later in the file.
  std::uint32_t cornerOf(std::string_view word, std::size_t line) const {
    const std::string_view number = word.substr(0, word.find('/'));
    std::int64_t index = 0;
    const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), index);
    if (problem != std::errc() || end != number.data() + number.size()) {
      fail(line, fmt::format("{} is no number of a point", quotedPart(word)));
    }
    const auto count = static_cast<std::int64_t>(points_.size());
    const std::int64_t from = index < 0 ? count + index : index - 1;
    if (index == 0 || from < 0 || from >= std::int64_t{3 * kMostTriangles}) {
      fail(line, fmt::format("there is no point {}", index));
    }
    return static_cast<std::uint32_t>(from);
  }

  void readFace() {
    const std::size_t line = words_.line();
    const std::size_t begin = corners_.size();
    for (std::string_view word = nextInLine(); !word.empty(); word = nextInLine()) {
      corners_.push_back(cornerOf(word, line));
    }
    if (corners_.size() - begin < 3) {
      corners_.resize(begin);  // skips a point or a line
      return;
    }
    faces_.push_back({corners_.size(), line});
    if (corners_.size() > 3 * kMostTriangles) {
      fail(line, fmt::format("more than {} triangles", kMostTriangles), "use a coarser mesh");
    }
  }

  /// Puts points in the order in which faces use them; leaves out unused points.
  Triangles join() {
    constexpr std::uint32_t kUnused = UINT32_MAX;
    std::vector<std::uint32_t> placeOf(points_.size(), kUnused);
    Triangles triangles;
    PolygonCutter cutter;
    std::size_t begin = 0;
    for (const Face& face : faces_) {
      for (std::size_t i = begin; i < face.end; ++i) {
        std::uint32_t& corner = corners_[i];
        if (corner >= points_.size()) {
          fail(face.line, fmt::format("a face uses point {} of {}", std::size_t{corner} + 1, points_.size()));
        }
        if (placeOf[corner] == kUnused) {
          placeOf[corner] = static_cast<std::uint32_t>(triangles.points.size());
          triangles.points.push_back(points_[corner]);
        }
        corner = placeOf[corner];
      }
      if (!cutter.cut(triangles.points, std::span(corners_).subspan(begin, face.end - begin), triangles.corners)) {
        fail(face.line, kTooManyCorners, kTriangulate);
      }
      begin = face.end;
    }
    return triangles;
  }

  WordReader words_;
  const std::string& name_;
  std::vector<Vec3> points_;
  std::vector<std::uint32_t> corners_;
  std::vector<Face> faces_;
};

}  // namespace

MeshFile readObj(std::string_view bytes, const std::string& name) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  const std::string_view text = bytes.starts_with(kMark) ? bytes.substr(kMark.size()) : bytes;
  return {ObjReader(text, name).read(), {}, {}};
}

}  // namespace scree
