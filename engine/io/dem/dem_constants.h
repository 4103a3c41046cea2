#pragma once

// The tuned numbers of starts for other programs of the discrete element method.
namespace scree::dem {

/// Time step over the Rayleigh time of the smallest grain: the advice of LIGGGHTS's manual; tests/bench finds that beds
/// stir at 0.3 of it.
constexpr double kRayleighShare = 0.2;
/// Time step over the duration π √(m*/k) of a collision of the linear law; test: StartRun.GrainsFallSlideLieAndBounce.
constexpr double kCollisionShare = 0.04;
/// Least restitution: LIGGGHTS refuses 0.05 and less.
constexpr double kLeastRestitution = 0.051;
constexpr double kLargestPoisson = 0.49;  ///< of materials there; LIGGGHTS refuses more than 0.5
/// Stiffness of a surface that has to be stiffer than a stiff one, over that of the grains.
constexpr double kStiffSurface = 1e3;
constexpr double kToldMisfit = 0.05;  ///< misfit of a stiffness from which it is told
constexpr double kToldSpread = 1.05;  ///< largest diameter over the smallest from which sizes count as different
/// Sagitta of round walls over the smallest radius.
constexpr double kSagitta = 0.01;
constexpr int kLeastSegments = 64;
/// Largest number of facets around an axis: LIGGGHTS refuses skewed ones, and has run drums of this many.
constexpr int kMostSegments = 200;
constexpr int kMostPieces = 64;  ///< straight pieces of a speed over time, each costs time in every step
constexpr int kFrames = 100;     ///< frames of a run
/// Steps of YADE after which new contacts get the rolling resistance of their pair; no measurement known.
constexpr int kRollingTurn = 20;
constexpr double kSkin = 0.4;  ///< reach of neighbour lists over the smallest radius; no measurement known
/// Cells in which LIGGGHTS seeks neighbours: it clears all in each search, and lists those that a triangle covers.
constexpr double kMostCells = 1e5;
/// Height of a cell of YADE along an axis that is not periodic, over the reach of the scene.
constexpr double kFreeCell = 4.0;

}  // namespace scree::dem
