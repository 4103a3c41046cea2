#pragma once

namespace scree {

/// Bounds on would-move members that merged runs are held to.
constexpr double kMostWouldMove = 0.005;        ///< share of the members, mean over all scenes
constexpr double kMostWouldMoveOfClass = 0.02;  ///< share of the members, mean over the scenes of the worst class
constexpr double kLongestWouldMove = 0.1;       ///< time for which one grain is among them [s]

}  // namespace scree
