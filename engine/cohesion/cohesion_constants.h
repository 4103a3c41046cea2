#pragma once

// Constants of the room of cohesion, with their evidence.
namespace scree::cohesion {

/// Share of its rupture distance that a bridge may open in a substep and count as at rest under a load, so that it
/// gives its whole force: sweeps that stop early leave such speeds in a chain that hangs
/// (AChainHoldsAsManyAsABridgeCarries). Grains that part keep a speed that is right to 10 %
/// (GrainsStickIfTheirReboundIsWeakerThanTheBridge).
constexpr double kShortWay = 1.0 / 32.0;

/// Share of the speed that the force of dry surfaces takes in a substep, up to which they count as at rest.
constexpr double kHeld = 1.0;

/// Change of the gap of an open bridge, as a share of it or of the rupture distance, with which its impulse is kept for
/// the next substep: its force then is right to 3 % of that at touch (test KeptImpulsesAreRight).
constexpr double kKeptShare = 0.01;
constexpr double kKeptReach = 3e-3;

/// Pieces of the reach of a bridge in which the energy of a pair that opens is followed, closer where the force is
/// steep, and secants to the end of its way. The work of a bridge pulled open is then right to 1 % at steps of 1 and 5
/// ms (PullingABridgeOpenTakesItsForceAndWork).
constexpr int kPieces = 16;
constexpr int kRefinements = 3;

/// Volume over R³ below which there is no bridge: a hundredth of the smallest that the fit was made for (Willett and
/// others, 2000), which reaches over 1 % of the radius.
constexpr double kLeastBridge = 1e-6;

/// Volumes of bridges from films between one and its double: each is within 4.4 % of what the films give, and its force
/// within 0.1 %, its reach within 1.5 %.
constexpr double kVolumesAnOctave = 16.0;

}  // namespace scree::cohesion
