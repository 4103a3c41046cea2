#include "engine/analysis/solving/row_residual.h"

#include <algorithm>
#include <cmath>

#include "engine/contacts/contact_law.h"
#include "engine/solver/batch_kernels.h"
#include "engine/solver/pgs.h"
#include "engine/step/step_data.h"

namespace scree {

namespace {

void raise(std::vector<float>& residuals, std::size_t slot, float value) {
  if (slot < residuals.size()) {
    residuals[slot] = std::max(residuals[slot], value);
  }
}

float length(float x, float y, float z) { return std::sqrt(x * x + y * y + z * z); }

/// Largest D |Δλ| [m/s] of the rows of one contact between two states of its batch.
float movedInLane(const Batch& before, const Batch& after, const BatchSource& source, std::size_t lane) {
  const float normal = std::abs(after.lambdaNormal.of[lane] - before.lambdaNormal.of[lane]);
  const auto change = [lane](const Lane& a, const Lane& b) { return a.of[lane] - b.of[lane]; };
  const float tangential = length(change(after.lambdaTangential[0], before.lambdaTangential[0]),
                                  change(after.lambdaTangential[1], before.lambdaTangential[1]),
                                  change(after.lambdaTangential[2], before.lambdaTangential[2]));
  // Splits the change into rolling, in the plane of contact, and twisting, along the normal: rows of two kinds.
  const float spin[3] = {change(after.lambdaSpin[0], before.lambdaSpin[0]),
                         change(after.lambdaSpin[1], before.lambdaSpin[1]),
                         change(after.lambdaSpin[2], before.lambdaSpin[2])};
  const float n[3] = {before.normal[0].of[lane], before.normal[1].of[lane], before.normal[2].of[lane]};
  const float twisting = spin[0] * n[0] + spin[1] * n[1] + spin[2] * n[2];
  const float rolling = length(spin[0] - twisting * n[0], spin[1] - twisting * n[1], spin[2] - twisting * n[2]);
  const auto speed = [lane](float moved, const Lane& inverse) {
    return inverse.of[lane] > 0.0F ? moved / inverse.of[lane] : 0.0F;
  };
  const float toSpeed = source.spinScale.of[lane];
  return std::max({speed(normal, before.inverseNormal), speed(tangential, before.inverseTangential),
                   toSpeed * speed(rolling, before.inverseSpin),
                   toSpeed * speed(std::abs(twisting), before.inverseSpin)});
}

void raiseFromBatches(const World& world, const StepData& data, std::vector<float>& residuals) {
  const BatchedProblem& problem = data.batched.problem;
  const auto compliance = static_cast<float>(frictionCompliance(world.parameters, data.context.substepTime));
  const SweepOptions options{compliance, compliance};
  std::vector<BodyRow> rows = problem.rows;
  const auto slotOf = [&](std::uint32_t place) {
    const std::uint32_t body = place / kRowFloats;
    return body < problem.slotOf.size() ? std::size_t{problem.slotOf[body]} : residuals.size();
  };
  for (const Slab& slab : problem.slabs) {
    Slab copy = slab;
    sweepBatches(copy, rows.data(), options, nullptr);
    for (std::size_t b = 0; b < slab.batches.size(); ++b) {
      const BatchSource& source = slab.sources[b];
      for (std::size_t lane = 0; source.active && lane < kLanes; ++lane) {
        if (source.contact.of[lane] == kNoContact) {
          continue;
        }
        const float moved = movedInLane(slab.batches[b], copy.batches[b], source, lane);
        raise(residuals, slotOf(slab.batches[b].a.of[lane]), moved);
        raise(residuals, slotOf(slab.batches[b].b.of[lane]), moved);
      }
    }
  }
}

void raiseFromRows(const StepData& data, std::vector<float>& residuals) {
  std::vector<ContactRows<double>> rows = data.reference.rows;
  std::vector<SolverBody<double>> bodies = data.reference.bodies;
  ResidualHistory history;
  solvePgs(rows, bodies, {.sweeps = 1}, history);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ContactRows<double>& before = data.reference.rows[i];
    const ContactRows<double>& after = rows[i];
    const double spin = before.inverseRolling > 0.0 ? before.spinScale / before.inverseRolling : 0.0;
    const double moved = std::max({std::abs(after.lambdaNormal - before.lambdaNormal) / before.inverseNormal,
                                   (after.lambdaTangential - before.lambdaTangential).norm() / before.inverseTangential,
                                   spin * (after.lambdaRolling - before.lambdaRolling).norm(),
                                   spin * std::abs(after.lambdaTwisting - before.lambdaTwisting)});
    raise(residuals, before.a, static_cast<float>(moved));
    raise(residuals, before.b, static_cast<float>(moved));
  }
}

}  // namespace

void largestRowResiduals(const World& world, const StepData& data, std::vector<float>& residuals) {
  residuals.assign(world.particles.size(), 0.0F);
  if (!(data.context.substepTime > 0.0)) {
    return;  // no step yet
  }
  if (world.parameters.method == Method::pgs) {
    raiseFromBatches(world, data, residuals);
  } else {
    raiseFromRows(data, residuals);
  }
}

}  // namespace scree
