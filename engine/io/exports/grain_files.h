#pragma once

#include <string>

#include "engine/world/world.h"

// Grains of a world as files that other programs read. Members of aggregates must have their places (placeMembers()).
// Numbers are in SI units, in the shortest form that reads back exactly. Materials are types from 1, in the order of
// the scene.
namespace scree {

struct StepData;

/// Frame of a dump of LAMMPS (https://docs.lammps.org/dump.html), with its units and the box around the grains, or the
/// periodic one: id type x y z vx vy vz omegax omegay omegaz radius mass.
std::string lammpsDump(const World& world);
/// Data file of LAMMPS for atom_style sphere (https://docs.lammps.org/read_data.html), with velocities.
std::string lammpsData(const World& world);
/// Extended XYZ: species, pos, radius, velo, angular_velocity, material (from 1, named in `Materials`), id. OVITO and
/// ASE read it. Species are X, no chemical element: ASE refuses names that are none.
std::string extendedXyz(const World& world);
/// Table of the grains: id, material, x [m], y [m], z [m], radius [m], vx [m/s] ..., wx [rad/s] ..., mass [kg].
std::string grainTable(const World& world);
/// Table of the contacts with a force: a and b (ids; b empty for a body), body (its name), place [m], normal from a to
/// b, normal force [N] and friction [N] on b, kept (1: inside an aggregate, the force at its merge). `data` holds the
/// last step.
std::string contactTable(const World& world, const StepData& data);

}  // namespace scree
