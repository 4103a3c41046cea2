#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/types.h"

namespace scree {

/// Particle of a file, in the file's own unit of length.
struct FileParticle {
  Vec3 position = Vec3::Zero();
  double radius = 0.0;  ///< radius; 0: the file has none
  Vec3 velocity = Vec3::Zero();
  Vec3 angularVelocity = Vec3::Zero();
};

/// Particles of a file, or a problem with its remedy. `line` counts from 1; 0: the file as a whole.
struct ParticleFile {
  std::vector<FileParticle> particles;
  std::string what;  ///< problem; empty when the file was read
  std::string remedy;
  int line = 0;
};

/// Reads, by what the file begins with:
/// - a table with a line of column names (x y z and r, radius, d or diameter; also vx vy vz, wx wy wz), separated by
///   commas, semicolons, tabs or blanks; or four columns x y z r without names;
/// - a dump of LAMMPS or LIGGGHTS as text: its last frame;
/// - VTK: legacy files, or XML files (.vtp, .vtu) with arrays as text or base64, not compressed and not appended.
/// Never throws for bad content.
ParticleFile readParticleFile(const std::filesystem::path& file);
ParticleFile readParticleText(const std::string& content);

}  // namespace scree
