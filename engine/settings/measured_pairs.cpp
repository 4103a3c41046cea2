#include "engine/settings/measured_pairs.h"

namespace scree {

namespace {

// EDEM, which several sources use, multiplies rolling friction by the radius of the grain. Between two equal grains
// that is twice the effective radius, so that their numbers double; against a wall it is the effective radius itself.

constexpr std::string_view kWang =
    "Wang, Servin, Berglund, Mickelsson, Rönnbäck, Powder Technology 283 (2015) 475-487, table 1";
constexpr std::string_view kFoerster = "Foerster, Louge, Chang, Allia, Physics of Fluids 6 (1994) 1108-1115";
constexpr std::string_view kBoac =
    "Boac, Casada, Maghirang, Harner, Transactions of the ASABE 53 (2010) 1201-1216, abstract";
constexpr std::string_view kMaize =
    "Study on the contact parameter calibration of the maize kernel polyhedral discrete element model, Agriculture 14 "
    "(2024), abstract";
constexpr std::string_view kUrea =
    "Calibration and testing of discrete element simulation parameters for urea particles, Processes 10 (2022) 511, "
    "abstract";
constexpr std::string_view kPotato =
    "Contact parameter calibration for discrete element potato minituber seed simulation, Agriculture 14 (2024) 2298, "
    "abstract";

constexpr MeasuredPair kMeasuredPairs[] = {
    {"iron-ore green pellets", 0.91, 0.32, 0.18, 3700.0, kWang,
     "Pellets of about 13 mm, measured one by one; rolling resistance times the effective radius, as here."},
    {"glass beads", 0.092, std::nullopt, 0.97, std::nullopt, kFoerster,
     "Soda-lime glass spheres of 3 mm, from collisions of two spheres in flight."},
    {"cellulose acetate spheres", 0.25, std::nullopt, 0.87, std::nullopt, kFoerster,
     "Spheres of 6 mm, from collisions of two spheres in flight."},
    {"soybeans", 0.45, 2.0 * 0.05, 0.6, std::nullopt, kBoac,
     "Best fit of single spheres to bulk density and angle of repose; the source has rolling 0.05 of the grain's "
     "radius."},
    {"soybeans on steel", 0.30, 0.05, 0.6, std::nullopt, kBoac,
     "As soybeans, against a steel wall; rolling 0.05 of the grain's radius."},
    {"maize", 0.182, std::nullopt, 0.318, std::nullopt, kMaize,
     "Fitted to the angle of repose with polyhedra, whose shape does what rolling resistance does for spheres."},
    {"maize on steel", 0.545, std::nullopt, 0.5, std::nullopt, kMaize,
     "Measured on an inclined plate; the source has no rolling resistance for it."},
    {"urea granules", 0.27, std::nullopt, std::nullopt, std::nullopt, kUrea, "Fitted to the angle of repose."},
    {"seed potatoes on rubber", 0.474, 0.0062, 0.469, std::nullopt, kPotato,
     "Mini tubers on a rubber plate; rolling times the grain's radius."},
};

}  // namespace

std::span<const MeasuredPair> measuredPairs() { return kMeasuredPairs; }

}  // namespace scree
