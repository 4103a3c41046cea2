#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/formats/mesh_file.h"

// Parts shared by the readers of mesh files. Every count in a file is checked against the bytes left before memory is
// reserved for it, so that memory and time stay in proportion to the size of the file.
namespace scree {

MeshFile readStl(std::string_view bytes, const std::string& name);
MeshFile readObj(std::string_view bytes, const std::string& name);
MeshFile readPly(std::string_view bytes, const std::string& name);

/// Error for a mesh file that cannot be read: the place with the problem, then the remedy. Thrown inside the readers
/// only.
struct MeshProblem {
  std::string what;
  std::string remedy;
};

/// Makes the problem "chute.obj:12: what".
[[nodiscard]] MeshProblem problemInLine(const std::string& name, std::size_t line, std::string_view what,
                                        std::string_view remedy);
/// Makes the problem "chute.stl: byte 1284: what"; bytes count from 0.
[[nodiscard]] MeshProblem problemAtByte(const std::string& name, std::size_t byte, std::string_view what,
                                        std::string_view remedy);

/// Reads words between blanks of a text, with the line of each. Lines end with LF, CR LF or CR.
class WordReader {
 public:
  explicit WordReader(std::string_view text, std::size_t line = 1) : rest_(text), line_(line) {}
  /// Reads the next word; empty at the end of the text.
  std::string_view next();
  /// Reads the next word of this line; empty at its end.
  std::string_view nextInLine();
  /// Goes on to the next line. False at the end of the text.
  bool skipLine();
  /// Line of the last word, from 1.
  std::size_t line() const { return line_; }

 private:
  std::string_view rest_;
  std::size_t line_;
};

/// Reads a coordinate from a word. Throws MeshProblem when the word is no finite number.
double coordinateOf(std::string_view word, const std::string& name, std::size_t line);

/// Number with the fewest digits that is `x` in single precision: the number from which `x` was made.
double shortestNumber(float x);

/// Cuts flat polygons into triangles. All polygons of a file share a bound on the work, since the time to cut a
/// malicious polygon grows with the cube of its corners.
class PolygonCutter {
 public:
  /// Appends the triangles of `polygon`, three corners or more, which are indices of `points`. Convex polygons become
  /// a fan from their first corner; the sense of rotation is kept. False when the bound on the work is reached.
  bool cut(const std::vector<Vec3>& points, std::span<const std::uint32_t> polygon, std::vector<Corners>& triangles);

 private:
  bool cutEars(std::span<const std::uint32_t> polygon, std::vector<Corners>& triangles);

  std::vector<Eigen::Vector2d> flat_;  ///< corners of the polygon in its plane, anticlockwise
  std::size_t work_ = 0;
};

/// Messages for a failure of PolygonCutter::cut().
constexpr const char* kTooManyCorners = "the faces have too many corners to be cut into triangles";
constexpr const char* kTriangulate = "let the program that wrote it export triangles";

}  // namespace scree
