#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/setups/script_lines.h"
#include "engine/base/types.h"

// Set-up of a simulation as another program has it, in SI units, before it becomes a scene.
namespace scree {

/// Material of an atom type.
struct SetupMaterial {
  std::optional<double> density;  ///< kg/m³, of its particles
  double youngsModulus = 0.0;     ///< Pa; 0: not given
  double poissonRatio = 0.25;
};

/// Contact law between two types.
struct SetupPair {
  std::size_t a = 0, b = 0;  ///< types, from 0
  std::optional<double> restitution, friction, rolling;
};

/// Region by name.
struct SetupRegion {
  std::string name;
  bool isCylinder = false;
  Vec3 lower = Vec3::Zero();  ///< corners of the box, or of the box around the cylinder [m]
  Vec3 upper = Vec3::Zero();
  int axis = 2;         ///< axis of a cylinder
  double radius = 0.0;  ///< m

  double volume() const;
};

/// Wall: a mesh from a file, a plane across an axis, or a cylinder along one.
struct SetupWall {
  enum class Kind : unsigned char { mesh, plane, cylinder };
  std::string name;
  Kind kind = Kind::mesh;
  std::size_t type = 0;
  std::string file;              ///< of a mesh
  double scale = 1.0;            ///< length of a unit of the file [m]
  Vec3 position = Vec3::Zero();  ///< m
  Quat orientation = Quat::Identity();
  int axis = 2;
  double at = 0.0;      ///< place of a plane along its axis [m]
  double radius = 0.0;  ///< of a cylinder [m]
  bool isUsed = false;  ///< a mesh is a wall once it is named as one
  std::optional<Vec3> surfaceVelocity;
  std::optional<Vec3> velocity;  ///< m/s
  struct Turning {
    Vec3 point = Vec3::Zero();
    Vec3 axis = Vec3::UnitZ();
    double speed = 0.0;  ///< rad/s
  };
  std::optional<Turning> turning;
};

/// Kind of particle: its size and material.
struct SetupTemplate {
  std::string name;
  std::size_t type = 0;
  double density = 0.0;  ///< kg/m³
  double radius = 0.0;   ///< m
};

/// Mixture of kinds.
struct SetupMixture {
  std::string name;
  std::vector<std::pair<std::string, double>> parts;  ///< kinds and their shares
  bool byMass = true;
};

/// Particles that are there at the start, or that come over time.
struct SetupInsertion {
  int line = 0;
  std::string name;
  std::string mixture;
  std::string region;
  std::optional<double> count, volumeFraction, mass;  ///< of all particles; mass [kg]
  std::optional<double> rate, massRate;               ///< 1/s, kg/s; neither: all at the start
  Vec3 velocity = Vec3::Zero();                       ///< m/s
};

/// Particle file that a script reads.
struct SetupFile {
  std::string path;
  int line = 0;
  double scale = 1.0;     ///< length of a unit of the file [m]
  double density = 1.0;   ///< unit of its densities [kg/m³]
  std::size_t types = 0;  ///< kinds of particles in it; 0: not known
};

struct ImportedSetup {
  std::string name;
  std::vector<SetupMaterial> materials;
  std::vector<SetupPair> pairs;
  std::vector<SetupRegion> regions;
  std::vector<SetupWall> walls;
  std::vector<SetupTemplate> templates;
  std::vector<SetupMixture> mixtures;
  std::vector<SetupInsertion> insertions;
  std::vector<SetupFile> files;
  std::string box;                  ///< name of the region that is the simulation's box
  std::string boundaries[3];        ///< two letters by axis: p, f, s, m
  Vec3 gravity = Vec3::Zero();      ///< m/s²
  double duration = 0.0;            ///< s; 0: not given
  double timeStep = 0.0;            ///< s; 0: not given
  std::vector<ScriptDoubt> doubts;  ///< what was not understood or has no counterpart
  std::vector<std::string> notes;   ///< what is done otherwise here
};

/// Reads an input script of LIGGGHTS in SI or CGS units: materials, contact laws, walls, meshes, regions, insertions,
/// gravity and time. What is not understood is listed in `doubts` with its line; nothing is guessed in silence.
ImportedSetup readLiggghtsScript(std::string_view text);

/// Text of a scene file with the set-up. `name` is the scene's. Adds to the doubts what has no place in a scene.
std::string sceneOfSetup(ImportedSetup& setup, const std::string& name);

}  // namespace scree
