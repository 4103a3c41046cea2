#pragma once

#include "app/studies/truth/truth_system.h"

// Measures of the study of the truth. They need worlds without merging: places of members are not filled in.
namespace scree {

/// Mean slope of a heap on a plate to both sides along x, from the origin on [degrees].
double plateAngle(const World& world);
/// Mass that left through sinks or is below a height [kg].
double massBelow(const World& world, double height);
/// Height of the centre of mass above a height, over the mean diameter.
double centreHeight(const World& world, double floor);
/// Median way of the grains from `first` to `now`, in mean diameters a minute. Grains must be the same in both.
double medianCreep(const World& first, const World& now);
/// Mean way of the grains along x from `first` to `now`, in mean diameters a minute.
double meanCreep(const World& first, const World& now);
/// True if the kinetic energy after the last step is above a ten thousandth of the weight times the mean diameter.
bool isMoving(const World& world);

// Measures for systems.
TruthMeasure drumAngleMeasure();
TruthMeasure drumPlugMeasure();
TruthMeasure ridgeMeasure();
TruthMeasure collapseMeasure();
TruthMeasure pileMeasure();
TruthMeasure plateMeasure();
/// Mass that passes a height downwards a second.
TruthMeasure rateMeasure(double height);
/// Height of the centre of mass above the world's first body.
TruthMeasure centreMeasure();
/// Share of the grains' weight that the body "floor" does not carry.
TruthMeasure wallShareMeasure();
TruthMeasure medianCreepMeasure();
TruthMeasure meanCreepMeasure();
/// Time with isMoving() in a run of `run` [s].
TruthMeasure movingMeasure(double run);
/// Mean speed upwards over `speed` [m/s].
TruthMeasure reboundMeasure(double speed);

}  // namespace scree
