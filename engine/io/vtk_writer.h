#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/io/output_file.h"
#include "engine/world/world.h"

// VTK XML files (.vtp and .pvd) as in "VTK File Formats", section "XML File Formats", written without the VTK library.
namespace scree {

struct StepData;

/// Frame of the particles as PolyData. Point data: id, radius and diameter [m], mass [kg], velocity [m/s],
/// angular_velocity [rad/s], material (index), contacts (number), overlap (largest δ/d). `data` must hold the last
/// step; contacts and overlap are zero without one.
std::string particlesVtp(const World& world, const StepData& data);

/// The same as UnstructuredGrid, a vertex for each particle, for readers without PolyData.
std::string particlesVtu(const World& world, const StepData& data);

/// Frame of all shapes of all bodies, as triangles at their present place. Cell data: body and material (index),
/// visible (0, 1); point data: velocity of the surface [m/s], belts included; field data: names of bodies and
/// materials. Infinite planes are cut to squares that cover the sphere of radius `reach` [m] about the world's origin.
std::string bodiesVtp(const World& world, double reach);

/// Frame of the contacts with a force, as lines from centre to centre, or from the centre to the place on a body. Cell
/// data: force along the normal [N], normal, a and b (ids of particles; b is -1 for a body), body (index, or -1),
/// inside (1: inside an aggregate, with the force at its merge). Members must have their places.
std::string contactsVtp(const World& world, const StepData& data);

/// Largest distance of finite objects of a world from the origin [m]: particles, finite shapes, emitters and sinks,
/// never beyond its bounds. At least 1 mm, where the bounds allow it.
double reachOf(const World& world);

/// Collection file (.pvd): names the frames and their times. Complete after every add().
class PvdFile {
 public:
  /// Creates the file. With `keepBefore` [s] the earlier frames of an existing collection are kept (a resumed run).
  explicit PvdFile(const std::filesystem::path& file, std::optional<double> keepBefore = {});
  /// Adds a frame at a time [s]; `name` is relative to the .pvd file. Throws OutputError.
  void add(double time, std::string_view name);

 private:
  PvdFile(const std::filesystem::path& file, const std::string& entries);
  OutputFile file_;
};

/// Frames of a run in one folder: particles.pvd, bodies.pvd, contacts.pvd, and for each frame one .vtp of each kind,
/// numbered by the caller.
class VtkSeries {
 public:
  /// Creates the folder and the three collections. Throws OutputError.
  VtkSeries(std::filesystem::path folder, const World& world, std::optional<double> keepBefore = {});
  /// Writes one frame. Throws OutputError, and removes the half-written file then.
  void write(const World& world, const StepData& data, std::uint64_t frame);

 private:
  std::filesystem::path folder_;
  double reach_;
  PvdFile particles_;
  PvdFile bodies_;
  PvdFile contacts_;
};

}  // namespace scree
