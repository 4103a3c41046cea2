#pragma once

#include <string>
#include <vector>

#include "engine/base/units.h"
#include "engine/geometry/made_mesh.h"

namespace scree {

/// Number of a made mesh that a user may change while the mesh is in a running world.
struct MadeNumber {
  std::string key;      ///< key in a scene file; of a list with the place, from 1: "widths 2"
  std::string meaning;  ///< meaning as on the reference page
  Dimension dimension = Dimension::number;
  double value = 0.0;  ///< SI
  double least = 0.0;  ///< least value allowed, SI
  double most = 0.0;   ///< largest value allowed, SI
  bool isWhole = false;
};

/// Key of the machine part in a scene file, such as "outlet".
std::string_view partName(const MadeMesh& made);

/// Numbers that are in use: those of gaps that alpha and beta give and no widths, of bumps and lifters where there are
/// any. The size of the part and the number of its sides stay, since neighbouring parts fit them.
std::vector<MadeNumber> numbersOf(const MadeMesh& made);

/// Unit in which users read a number, and its value over that in SI units.
struct ReadUnit {
  std::string_view name;
  double scale = 1.0;
};
ReadUnit readUnit(const MadeNumber& number);
/// Value with that unit, such as "9 mm".
std::string textOf(const MadeNumber& number);

/// The mesh with another value of the number with this key; as it is where there is no such number. The result may have
/// a problem: see problemOf().
MadeMesh withNumber(const MadeMesh& made, std::string_view key, double value);

}  // namespace scree
