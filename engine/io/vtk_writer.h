#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/io/output_file.h"
#include "engine/world/world.h"

// VTK XML files (.vtp and .pvd) as in "VTK File Formats", section "XML File Formats", written without the library.
namespace scree {

struct StepData;

/// One frame of the particles as PolyData. Point data: id, radius and diameter [m], mass [kg], velocity [m/s],
/// angular_velocity [rad/s], material (index), contacts (number), overlap (largest δ/d). `data` is that of the last
/// step; contacts and overlap are zero when it holds none.
std::string particlesVtp(const World& world, const StepData& data);

/// All shapes of all bodies as triangles at their present place. Cell data: body and material (index), visible (0, 1);
/// point data: velocity of the surface [m/s], belts included; field data: the bodies' names. Planes, being infinite,
/// are cut to squares that cover the sphere of radius `reach` [m] about the world's origin.
std::string bodiesVtp(const World& world, double reach);

/// The contacts that carry force as lines from centre to centre, or from the centre to the place on a body. Cell data:
/// force [N, the part along the normal], normal, a and b (ids of particles; b is -1 for a body), body (index, or -1),
/// inside (1: inside an aggregate, its force is that of when it was merged). Members must be placed.
std::string contactsVtp(const World& world, const StepData& data);

/// How far from the origin the finite things of a world reach [m]: particles, finite shapes, emitters and sinks, never
/// farther than its bounds. At least 1 mm.
double reachOf(const World& world);

/// A .pvd collection: names the frames and their times. Valid after every add().
class PvdFile {
 public:
  /// With `keepBefore` [s] the frames before it, listed in a file that is there already, are kept (a resumed run).
  explicit PvdFile(const std::filesystem::path& file, std::optional<double> keepBefore = {});
  /// `name` is relative to the .pvd file. Throws OutputError.
  void add(double time, std::string_view name);

 private:
  PvdFile(const std::filesystem::path& file, const std::string& entries);
  OutputFile file_;
};

/// Frames of a run in one folder: particles.pvd, bodies.pvd, contacts.pvd and one .vtp of each a frame, numbered by the
/// caller.
class VtkSeries {
 public:
  /// Creates the folder and both collections. Throws OutputError.
  VtkSeries(std::filesystem::path folder, const World& world, std::optional<double> keepBefore = {});
  /// Writes one frame. Throws OutputError and leaves no half-written frame behind.
  void write(const World& world, const StepData& data, std::uint64_t frame);

 private:
  std::filesystem::path folder_;
  double reach_;
  PvdFile particles_;
  PvdFile bodies_;
  PvdFile contacts_;
};

}  // namespace scree
