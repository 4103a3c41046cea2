#pragma once

#include <cstddef>
#include <cstdint>

// The tuned numbers of the step. (The namespace is not `step`, which is the function.) A change of a value above the
// heading "guard" changes hashes of scenes (GoldenHashes.AreTheKnownOnesWithAnyThreadsAndInstructions); a test of one
// constant is named at the constant.
namespace scree::stepping {

// Emission and sinks (METHOD.md 13.1, 13.2)

/// Random places tried for a particle before it waits for the next step; no measurement known.
constexpr int kAttempts = 40;
/// Particles of an emitter in a step at most; the others stay owed. 20 million a second with steps of 1 ms, more than
/// any feeder, and a tenth of a second of looking for places. Test: State.ForgedStatesNeverCrash.
constexpr std::uint64_t kMostEmitted = 20000;
constexpr double kLongestDebt = 1.0;  ///< time of an emitter's debt [s]; test: Emitter.DebtIsForgivenAfterASecond
/// Steps from one emptying of the sinks to the next: it moves all other particles in memory, a third of the time of a
/// step on a long belt with merging. Test: Sink.TakesTogetherWhatCanWait.
constexpr std::uint64_t kTakingTurn = 8;
/// Way in radii that hits may take a particle farther than it goes by itself: a step in which a faster body meets it is
/// divided. No measurement known.
constexpr double kThrown = 4.0;
/// Square of the distance to a sink over the sum of the squares of its half diagonal and of the way, beyond which a
/// particle is far: (a + b)² <= 2 (a² + b²), and a little more.
constexpr double kFarFromSink = 2.1;

// Faults (METHOD.md 12.4)

/// Speed beyond which a particle is taken out [m/s]: no grain is as fast, and products of such speeds stay finite, so
/// that one bad particle does not spoil its neighbours.
constexpr double kSpeedLimit = 1e6;

// Pull (METHOD.md 13.4)

/// Way of a pulled particle in a step [diameters]: a hand does not throw grains through walls.
constexpr double kPulledWay = 1.0;

// Substeps (METHOD.md 8.1 to 8.3)

constexpr double kSpareRate = 1.1;  ///< substep rate over the rate wanted, where it rises; no measurement known
constexpr double kFarFewer = 0.6;   ///< rate wanted over the present rate below which it falls; no measurement known
constexpr double kDecay = 0.9;      ///< rate over that of the step before, where it falls; no measurement known
constexpr double kCountRoundOff = 1e-6;  ///< part of a substep that asks for no further one
/// Overlap over a grain's diameter within which a body that falls onto it is stopped. No measurement known.
/// Test of the rule: HeavyOnLight.APlateThatFallsIsStopped.
constexpr double kStoppingOverlap = 0.02;
/// The same for a far heavier grain; the guard stops a run at 0.25. With the rules for heavy grains 12 instead of 29 of
/// 1600 cases of the stress matrix failed. Test of the rule: HeavyOnLight.AGrainThatFallsIsStopped.
constexpr double kStoppingOverlapOfGrains = 0.1;
/// Ratio of masses from which a grain is a load for another; 5 and 20 give the same. The substeps of the bed stop
/// lighter ones.
constexpr double kHeavyContact = 10.0;
constexpr int kPressedBetween = 2;  ///< contacts that a grain meets when a heavier one presses it against something

// Parts of steps (METHOD.md 8.4)

/// Depth in radii to which a straight way must sink in to count: less is felt as a contact in time. No measurement
/// known.
constexpr double kDeep = 0.3;
/// Pieces of a way that are looked at [radii]: a thin sheet is then met by no less than 0.75 radii.
constexpr double kPieceOfWay = 0.5;
constexpr int kMostPieces = 512;               ///< pieces of a way; no measurement known
constexpr std::size_t kMostPairs = 4'000'000;  ///< pairs looked at closely; more count as if they met

// Bounds of numbers

constexpr double kHuge = 1e300;         ///< bound of an empty box [m]
constexpr double kFarthestCell = 4e18;  ///< coordinate of a cell: below the largest integer of 64 bits

// Sums by pieces: the number is part of the order of addition

constexpr std::size_t kSummedAPiece = 1024;  ///< particles or contacts that one thread adds up together

// Guard (METHOD.md 12.3). Its numbers change no result.

/// Part of all energy turned over that rounding and contacts found late may give back. No measurement known.
constexpr double kEnergyShare = 1e-3;
/// Energy given back over the most that contacts stored: a discrete step books it up to a step late, going in and
/// coming out. The shipped scenes come to 3.3 while few grains have met; a bed that starts with overlaps gives
/// back 1.7.
constexpr double kStoredShare = 5.0;
/// Energy that left motion and is not stored, kept for the next step; no measurement known.
constexpr double kCreditKept = 0.5;
/// Speed over that of drives and falls: grains of other sizes and squeezed grains get faster. No measurement known.
constexpr double kSpeedFactor = 3.0;
/// Contacts whose mean elastic energy may come together in one particle: a heavy body that presses a bed slowly gives
/// it back as fast as the contacts are stiff. Measured in the scene triaxial: about 50.
constexpr double kGathered = 200.0;
constexpr double kDeepestOverlap = 0.25;  ///< overlap over the smaller diameter: half a radius
/// Steps of an overlap that lasts; an impact found late is over in two or three.
constexpr std::uint32_t kDeepSteps = 10;
constexpr double kDeepPeriods = 2.0;     ///< periods of the contact that it lasts as well; no measurement known
constexpr std::uint64_t kRoomTurn = 16;  ///< steps from one look at closed containers to the next
constexpr std::size_t kMostRooms = 16;   ///< closed containers that are watched: each look is at all free particles
// Remedies that its messages name.
/// Overlap over diameter of the stiffness named; test: Guard.SeesAnOverlapThatLasts.
constexpr double kAimedOverlap = 0.05;
constexpr double kCarried = 0.5;  ///< force over the law's from which a deep contact is too soft and not unsolved
/// Way in a step over diameter that is resolved well, as `ndem check` warns (scene/advice.cpp).
constexpr double kShortWay = 0.1;
constexpr double kHeavyBody = 100.0;  ///< mass over a particle's from which it needs more sweeps than a step takes
constexpr int kMoreSweeps = 10;       ///< factor of the sweeps named there
constexpr double kShorterStep = 0.1;  ///< factor of the time step named there
constexpr double kHalfStep = 0.5;     ///< factor of the time step named where nothing better is known

// Speed only; no result depends on it

constexpr std::size_t kParticlesAPiece = 1024;  ///< particles that one thread looks at together
/// Contacts for each thread below which waiting for one another costs more than threads share.
/// Test: ThreadsThatPay.FollowTheContactsUpToHalfOfTheProcessors.
constexpr std::size_t kContactsWorthAThread = 2000;

}  // namespace scree::stepping
