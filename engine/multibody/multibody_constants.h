#pragma once

// The tuned numbers of multibody. A change changes hashes of scenes with dynamic bodies
// (GoldenHashes.AreTheKnownOnesWithAnyThreadsAndInstructions); a test of one constant is named at the constant.
namespace scree::multibody {

constexpr int kRimPoints = 16;  ///< sampling spheres along each rim of a cylinder; no measurement known
/// Substeps of relative motion within which touches of bodies are listed; no measurement known.
constexpr double kTouchMargin = 2.0;
/// Compliance of friction rows of bodies over 1/m_a + 1/m_b, where no γ is given (METHOD.md 3.6): rows of several
/// corners say the same. A body on a slope creeps by this part of the speed that gravity gives it in a substep.
constexpr double kFrictionSoftness = 1e-4;
constexpr double kStabilisationSteps = 2.0;  ///< substeps over which a joint's error dies out (n_s of METHOD.md 3.3)
/// Force of the hand that pulls a body, in its weights: a hand does not throw bodies through walls.
/// Test: Hand.NoSpringIsTooStiffAndNoTargetTooFar (a larger value fails).
constexpr double kMostWeights = 20.0;

// Rows with limits (METHOD.md 11.6)

constexpr int kMostSweeps = 200;    ///< sweeps over them: they are few and start from their last solution
constexpr double kSettled = 1e-10;  ///< change in the last sweep over the largest impulse
/// Smallest compliance over J M⁻¹ Jᵀ of the row: keeps redundant rows solvable.
constexpr double kLeastCompliance = 1e-9;

// Round-off

/// Part by which the largest moment of inertia may exceed the sum of the others.
constexpr double kTriangleSlack = 1e-9;

}  // namespace scree::multibody
