#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/types.h"

namespace scree {

/// Particle of a file, in the file's own unit of length.
struct FileParticle {
  Vec3 position = Vec3::Zero();
  double radius = 0.0;  ///< radius; 0: the file has none
  Vec3 velocity = Vec3::Zero();
  Vec3 angularVelocity = Vec3::Zero();  ///< [rad/s]
};

/// Particles of a file, or a problem with its remedy. `line` counts from 1; 0: the file as a whole.
struct ParticleFile {
  std::vector<FileParticle> particles;
  std::string what;  ///< problem; empty when the file was read
  std::string remedy;
  int line = 0;
  bool isInMetres = false;         ///< the file tells its units, so that numbers are in metres
  std::optional<double> density;   ///< of the first particle of a file that tells it [kg/m³, or in the file's unit]
  std::size_t types = 0;           ///< kinds of particles that the file tells apart; 0: it tells of none
  std::optional<Bounds> box;       ///< box of the simulation that the file tells, in its unit or in metres
  std::string kind;                ///< "table", "dump of LAMMPS" ...; empty after a problem
  std::string mapping;             ///< columns or arrays that were read: "place from x, y, z; radius from r"
  std::vector<std::string> notes;  ///< how the file was read, where there is a choice, and what was left out
};

/// Choice among the frames of a file, from 1; nothing: the last one.
struct ParticleChoice {
  std::optional<std::size_t> frame;
};

/// Reads, by what the file begins with:
/// - a table with a line of column names, as text_table.h reads it: see particle_columns.h for the names; or four
///   columns x y z r without names;
/// - a dump of LAMMPS or LIGGGHTS as text, with plain, unwrapped or scaled places; a data file of LAMMPS;
/// - XYZ, plain or extended;
/// - VTK: legacy files, XML files (.vtp, .vtu) with arrays as text, in base64, appended, compressed by zlib, and the
///   files that list others (.pvtp, .pvtu, .pvd).
/// Any of them may be packed by gzip. Never throws for bad content.
ParticleFile readParticleFile(const std::filesystem::path& file, const ParticleChoice& choice = {});
/// Reads the bytes of a particle file as readParticleFile() does; `folder` is where files that it names lie.
ParticleFile readParticleBytes(std::string bytes, const ParticleChoice& choice = {},
                               const std::filesystem::path& folder = {});

}  // namespace scree
