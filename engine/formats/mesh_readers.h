#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/formats/mesh_file.h"

// Parts of the readers of mesh files. Every count that a file states is checked against the bytes that are left before
// memory is reserved for it, so that memory and time stay in proportion to the size of the file.
namespace scree {

MeshFile readStl(std::string_view bytes, const std::string& name);
MeshFile readObj(std::string_view bytes, const std::string& name);
MeshFile readPly(std::string_view bytes, const std::string& name);

/// A mesh file that cannot be read: the place and what is wrong, then the remedy. Thrown inside the readers only.
struct MeshProblem {
  std::string what;
  std::string remedy;
};

/// "chute.obj:12: what" as a problem.
[[nodiscard]] MeshProblem problemInLine(const std::string& name, std::size_t line, std::string_view what,
                                        std::string_view remedy);
/// "chute.stl: byte 1284: what" as a problem; bytes count from 0.
[[nodiscard]] MeshProblem problemAtByte(const std::string& name, std::size_t byte, std::string_view what,
                                        std::string_view remedy);

/// Words between blanks of a text with the line that each is in. Lines end with LF, CR LF or CR.
class WordReader {
 public:
  explicit WordReader(std::string_view text, std::size_t line = 1) : rest_(text), line_(line) {}
  /// The next word; empty at the end of the text.
  std::string_view next();
  /// The next word of this line; empty at its end.
  std::string_view nextInLine();
  /// Goes on to the next line. False at the end of the text.
  bool skipLine();
  /// Of the word that was read last, from 1.
  std::size_t line() const { return line_; }

 private:
  std::string_view rest_;
  std::size_t line_;
};

/// A coordinate that a text gives. Throws MeshProblem when the word is no finite number.
double coordinateOf(std::string_view word, const std::string& name, std::size_t line);

/// The number with the fewest digits that is `x` in single precision: what a text said, or what `x` was made from.
double shortestNumber(float x);

/// Cuts flat polygons into triangles. All polygons of a file share a bound on the work, since an adversary can make
/// the cutting of one polygon take a time that grows with the cube of its corners.
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

/// What to say when PolygonCutter::cut fails.
constexpr const char* kTooManyCorners = "the faces have too many corners to be cut into triangles";
constexpr const char* kTriangulate = "let the program that wrote it export triangles";

}  // namespace scree
