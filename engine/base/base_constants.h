#pragma once

// Numbers that several rooms share: tolerances and factors of geometry. The constants of one room stand in the table of
// that room, `engine/<room>/<room>_constants.h`.
namespace scree {

// Touch

/// Largest gap of two surfaces that touch, over r_a + r_b [1] (METHOD.md 3.1). A stack put at exact distances has gaps
/// of 1e-17 m between some spheres and must not fall apart by round-off. No measurement known of the value.
constexpr double kTouchGap = 1e-9;
/// Largest distance of the centres of two spheres that touch, over r_a + r_b.
constexpr double kTouch = 1.0 + kTouchGap;

// Round-off. These values decide between a cheap test and an exact one, enlarge a search, or keep a number that is
// rounded up from one more. They are far above 1e-16; no measurement known of the values.

constexpr double kFewRoundings = 1e-9;  ///< part of a number above the round-off of a few operations
constexpr double kTurnRounding = 1e-6;  ///< part of a length, or of its square, above the round-off of a rotation

// A solid sphere

constexpr double kSphereInertia = 0.4;  ///< I/(m r²) = 2/5
constexpr double kSpinLightness = 2.5;  ///< m r²/I = 5/2
/// 1 + m r²/I = 7/2: m times the change of a surface's velocity by an impulse across.
constexpr double kSlidingLightness = 3.5;

// Gravity

constexpr double kStandardGravity = 9.81;  ///< gravity on Earth [m/s²], where a scene has none

// Hertz's law (METHOD.md 3.2)

constexpr double kHertzFactor = 4.0 / 3.0;  ///< k/(E* √r*)
constexpr double kHertzExponent = 1.25;     ///< e_H; 1 for the linear law

}  // namespace scree
