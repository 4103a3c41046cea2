#include <fmt/format.h>

#include <cmath>

#include "app/studies/collision/collision_report.h"
#include "app/studies/collision/collision_study.h"
#include "app/studies/validation/validation_parts.h"

// Collisions of a set duration in smooth DEM. They depend on no seed.
namespace scree {

namespace {

constexpr double kPractical = 0.3;  // restitution from which on the accuracies are told
constexpr double kLowest = 0.18;    // restitution for which they are told besides
constexpr double kRoundOff = 1e-9;

/// An accuracy that is told of the formulas, with half of its last digit.
struct Accuracy {
  const char* quantity;
  double CollisionErrors::*formulas;
  double CollisionErrors::*grains;
  double from;
  double to;
  double told;  // %
  double half;
};
constexpr Accuracy kTold[] = {
    {"deviation of e, e from 0.3 on", &CollisionErrors::directRestitution, &CollisionErrors::grainRestitution,
     kPractical, 1.0, 0.14, 0.005},
    {"deviation of e, e = 0.18", &CollisionErrors::directRestitution, &CollisionErrors::grainRestitution, kLowest,
     kLowest, 1.7, 0.05},
    {"deviation of the duration, e from 0.3 on", &CollisionErrors::directDuration, &CollisionErrors::grainDuration,
     kPractical, 1.0, 0.3, 0.05},
    {"deviation of the duration, e = 0.18", &CollisionErrors::directDuration, &CollisionErrors::grainDuration, kLowest,
     kLowest, 1.2, 0.05},
};

/// The largest size of an error over the restitutions that it is told for.
double largest(const std::vector<CollisionErrors>& errors, const Accuracy& told, double CollisionErrors::*value) {
  double most = 0.0;
  for (const CollisionErrors& one : errors) {
    if (one.restitution > told.from - kRoundOff && one.restitution < told.to + kRoundOff) {
      most = std::max(most, std::abs(one.*value));
    }
  }
  return most;
}

}  // namespace

std::vector<ValidationRow> measureCollisions(const ValidationSettings& settings) {
  const std::vector<CollisionErrors> errors = collisionErrors(collisionStudy(collisionGrid(settings.isQuick)));
  std::vector<ValidationRow> rows;
  for (const Accuracy& told : kTold) {
    for (const bool isFormula : {true, false}) {
      ValidationRow row;
      row.part = "collision";
      row.system = "two grains";
      row.way = isFormula ? "formulas, integrated" : "grains in the engine";
      row.quantity = told.quantity;
      row.unit = "%";
      if (isFormula) {
        row.source = fmt::format("told of the formulas: {:g} %", told.told);
        row.high = told.told + told.half;
      }
      const double values[] = {largest(errors, told, isFormula ? told.formulas : told.grains)};
      rows.push_back(measuredRow(row, values));
    }
  }
  return rows;
}

}  // namespace scree
