#pragma once

#include <array>
#include <string_view>

#include "engine/base/residuals.h"
#include "engine/solver/batch.h"

// The vector code of the batched solver. It runs on the best instruction set of the processor it finds itself on. All
// operations are correctly rounded ones, so that sets with fused multiplication (AVX2, AVX-512) give the same bits;
// sets without it (SSE) round products once more and differ in the last place.
namespace scree {

/// Start of the multipliers of a solve.
enum class BatchStart : std::uint8_t {
  zero,
  share,     ///< the last multipliers times `factor`
  model,     ///< from the contact law
  adaptive,  ///< a share of the last multipliers: 1 at rest, falling to `floor` at the warm start speed
};

struct PrepareOptions {
  float timeStep = 0;              ///< of the substep [s]
  float fall[3] = {0, 0, 0};       ///< Δt g: already in the bodies' velocities, not to be seen in u_n0 [m/s]
  float tangentialCompliance = 0;  ///< γ_t/Δt [1/kg]
  float spinCompliance = 0;        ///< γ_r/Δt [1/(kg m²)]
  float impactSquare = 0;          ///< impact speed² = impactSquare + impactPerLength · diameter [m²/s²]
  float impactPerLength = 0;       ///< m/s²
  float softest = 0;               ///< S_n >= softest Υ/m, m the lighter mass (stiffness_limit.h); 0: the law alone
  bool impactStage = false;        ///< rows of the impact stage, else of the continuous one
  bool restitution = false;        ///< continuous rows make impacts bounce
  float pushSquare = 0;          ///< parting speed² of limited rows = pushSquare + pushPerLength · diameter [m²/s²]
  float pushPerLength = 0;       ///< m/s²
  bool moreSubsteps = false;     ///< the step has more substeps than the preset
  bool farMoreSubsteps = false;  ///< at least twice as many: a contact that pushed in the last substep is no impact
  float lossShare = 1;  ///< factor of the loss of a warm start with speed: substeps of the preset over those taken
  BatchStart start = BatchStart::zero;
  float lastScale = 1;  ///< factor of the last multipliers: substep over that of their solve
  float factor = 0;
  float floor = 0;
  float speedSquare = 1;     ///< warm start speed² = speedSquare + speedPerLength · diameter [m²/s²]
  float speedPerLength = 0;  ///< m/s²
};

struct PrepareCount {
  std::size_t touching = 0;
  std::size_t impacts = 0;  ///< approaching faster than the impact speed
};

/// Residual D |Δλ| of a sweep by kind of row, gathered lane by lane so that the sums do not depend on the width of the
/// instructions.
struct BatchResidual {
  std::array<Lane, kRowKindCount> squares;
  std::array<Lane, kRowKindCount> largest;  ///< squared
};

struct SweepOptions {
  float tangentialCompliance = 0;
  float spinCompliance = 0;
  float relaxNormal = 1;      ///< factor of the changes of normal rows, but for contacts that bounce
  float relaxTangential = 1;  ///< of the other rows
  bool hidesPulls = false;    ///< some attractions are hidden from friction: Slab::unseen
  bool watch = false;         ///< the sweep returns the largest change of velocity that it makes

  bool isRelaxed() const { return relaxNormal != 1.0F || relaxTangential != 1.0F; }
};

/// Fills gaps, normals, targets, diagonals and first multipliers of the batches from the bodies as they are now
/// (METHOD.md 3.1, 3.3, 5.1, 5.8, 6 and 7). Surfaces' gaps and normals are given in sources and batches; their rows `b`
/// too.
PrepareCount prepareBatches(Slab& slab, const BodyRow* bodies, const BodyShift* shifts, const PrepareOptions& options);

/// v += M⁻¹ Gᵀ λ for the batches' present multipliers.
void applyBatches(const Slab& slab, BodyRow* bodies);

/// One forward Gauss-Seidel sweep over the batches in order; adds to `residual` unless it is null. Returns the largest
/// change of velocity that it made at a contact [m/s], where it watches or measures that; else 0.
float sweepBatches(Slab& slab, BodyRow* bodies, const SweepOptions& options, BatchResidual* residual);

/// Name of the instruction set in use, such as "AVX3" (AVX-512) or "AVX2".
std::string_view instructionSet();
/// Names of the sets that this processor can run, best first.
std::vector<std::string_view> instructionSets();
/// Restricts to one set, for tests and benchmarks; an empty name lifts it. Returns false when there is no such set.
bool useInstructionSet(std::string_view name);

}  // namespace scree
