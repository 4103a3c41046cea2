#pragma once

#include <string>
#include <vector>

// Systems of Servin, Wang, Lacoursière and Bodin, "Examining the smooth and nonsmooth discrete element approaches to
// granular matter" (2014), section 4.2: a column, cylindrical containers and a drum with teeth.
namespace scree {

inline constexpr double kIterationDiameter = 0.01;  ///< d of the grains [m]
inline constexpr double kIterationMass = 1e-3;      ///< kg; the density printed there, 2500 kg/m³, would give 1.3 g
inline constexpr double kIterationGravity = 9.8;    ///< m/s²
inline constexpr double kIterationFriction = 0.7;   ///< of grains with each other and with walls
inline constexpr double kIterationStep = 0.01;      ///< s
inline constexpr double kTeethDrumWidth = 80.0;     ///< diameter of the drum [d]
inline constexpr double kTeethDrumLength = 8.0;     ///< length of the drum [d]
inline constexpr double kTeethDrumRest = 1.5;       ///< time until it turns, in which the grains fall [s]

enum class IterationKind : unsigned char { column, container, drum };

/// A system of the study.
struct IterationSystem {
  IterationKind kind = IterationKind::container;
  double width = 6.0;        ///< diameter of the container or drum [d]; 1: a column without walls
  int grains = 100;          ///< number of grains
  double speed = 0.0;        ///< of the drum [rad/s]
  bool hasVariants = false;  ///< solved in further ways, to take differences apart

  /// Name for tables, such as "container 6 d, 400 grains".
  std::string name() const;
  /// The same for files, without an ending, such as "container_6d_400".
  std::string fileName() const;
};

/// Systems as published, or a small part of them.
std::vector<IterationSystem> iterationSystems(bool quick);

/// Text of the scene of a system, grains on a lattice above the bottom. A container's walls are a smooth cylinder, the
/// published ones have 20 faces. The drum begins to turn after kTeethDrumRest. Its teeth are prisms 1.2 d high whose
/// steep side, 50° to the wall, faces where the drum turns to.
std::string iterationScene(const IterationSystem& system);

}  // namespace scree
