#pragma once

#include <cstdint>

// Constants of the room of granulation, with their evidence.
namespace scree::granulation {

/// Steps between two exchanges of moisture between grains: water moves in seconds, steps take milliseconds.
constexpr std::uint64_t kExchangeTurn = 8;

/// Time in which a grain that had no room swells by its own radius [s]. It pushes others away at r over this time, a
/// few millimetres a second for pellets: less than grains creep, so that overlaps stay those of rest.
constexpr double kSwellingTime = 1.0;

/// Radius, over that of its matter, below which a grain finds no room: two equal grains in the densest packing leave
/// 0.58 of their sum to one in their middle.
constexpr double kLeastRoom = 0.5;

/// Rounding of kinetic energies, over them: sums of a few dozen products.
constexpr double kRoundOff = 1e-12;

/// Share of the speed of approach that a pair still has when it has not hit yet.
constexpr double kNotHit = 0.5;

/// Steps that a change waits for its grains to be free.
constexpr std::uint64_t kPatience = 4;

/// Share of its mass that a grain loses at most in one step by wear.
constexpr double kMostWear = 0.01;

}  // namespace scree::granulation
