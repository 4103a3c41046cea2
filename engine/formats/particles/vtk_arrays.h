#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/formats/particles/particle_file.h"

// Parts shared by the readers of VTK files.
namespace scree {

/// Points of a set and its arrays, by name as it is written; numbers one after the other.
struct PointArrays {
  std::vector<double> points;
  std::map<std::string, std::vector<double>> arrays;
  std::vector<std::string> ofCells;  ///< names of the arrays of cells, which are not read
  std::size_t polygons = 0;          ///< polygons and strips: points of surfaces are no particles
  std::size_t vertices = 0;
  std::size_t lines = 0;  ///< lines, and other cells that are no vertices
};

/// Particles of points: radii, velocities and angular velocities of the arrays that name them (particle_columns.h).
ParticleFile particlesOf(const PointArrays& set);

/// Type of numbers in binary form.
struct NumberType {
  std::size_t size;  ///< bytes; 0: unknown type
  /// Number at a place in memory, whose bytes may be in reverse order.
  double (*read)(const char*, bool);
};
/// Type by its name in a legacy or an XML file, in upper or lower case.
NumberType vtkTypeNamed(std::string_view name);
/// Unsigned whole number of 4 or 8 bytes; 0 where `bytes` has fewer.
double vtkCount(std::string_view bytes, std::size_t size, bool swap);

constexpr const char* kSaveAgain = "it is damaged, or of another form than VTK writes: save it again";

}  // namespace scree
