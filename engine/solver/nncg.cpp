#include "engine/solver/nncg.h"

namespace scree {

namespace {

/// The multipliers of one contact, or a direction among them.
struct Impulse {
  double normal = 0.0;
  Vector3<double> tangential = Vector3<double>::Zero();
  Vector3<double> rolling = Vector3<double>::Zero();
  double twisting = 0.0;
};

Impulse impulseOf(const ContactRows<double>& c) {
  return {.normal = c.lambdaNormal,
          .tangential = c.lambdaTangential,
          .rolling = c.lambdaRolling,
          .twisting = c.lambdaTwisting};
}

/// a + s b
Impulse sum(const Impulse& a, double s, const Impulse& b) {
  return {.normal = a.normal + s * b.normal,
          .tangential = a.tangential + s * b.tangential,
          .rolling = a.rolling + s * b.rolling,
          .twisting = a.twisting + s * b.twisting};
}

/// Square of a change, each row by its own diagonal so that impulses and angular impulses can be added: D |Δλ|² is an
/// energy.
double energyOf(const ContactRows<double>& c, const Impulse& change) {
  return change.normal * change.normal / c.inverseNormal + change.tangential.squaredNorm() / c.inverseTangential +
         (change.rolling.squaredNorm() + change.twisting * change.twisting) / c.inverseRolling;
}

/// Adds a multiple of the direction to multipliers and velocities.
void advance(std::vector<ContactRows<double>>& rows, std::vector<SolverBody<double>>& bodies,
             const std::vector<Impulse>& direction, double factor, std::vector<ContactRows<double>>& scratch) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Impulse step = sum({}, factor, direction[i]);
    rows[i].lambdaNormal += step.normal;
    rows[i].lambdaTangential += step.tangential;
    rows[i].lambdaRolling += step.rolling;
    rows[i].lambdaTwisting += step.twisting;
    scratch[i].lambdaNormal = step.normal;
    scratch[i].lambdaTangential = step.tangential;
    scratch[i].lambdaRolling = step.rolling;
    scratch[i].lambdaTwisting = step.twisting;
  }
  applyMultipliers(scratch, bodies);
}

}  // namespace

PgsResult solveNncg(std::vector<ContactRows<double>>& rows, std::vector<SolverBody<double>>& bodies,
                    const PgsOptions& options, ResidualHistory& history) {
  history.clear();
  PgsResult result;
  PgsOptions one = options;
  one.sweeps = 1;
  one.tolerance = 0.0;
  ResidualHistory sweep;
  std::vector<Impulse> before(rows.size());
  std::vector<Impulse> gradient(rows.size());
  std::vector<Impulse> direction(rows.size());
  std::vector<ContactRows<double>> scratch = rows;
  double last = 0.0;
  while (result.sweeps < options.sweeps) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      before[i] = impulseOf(rows[i]);
    }
    if (solvePgs(rows, bodies, one, sweep).interrupted) {
      result.interrupted = true;
      break;
    }
    ++result.sweeps;
    history.push_back(sweep.front());
    const bool isLast = result.sweeps == options.sweeps;
    if (isLast || (options.tolerance > 0.0 && history.back().worstRms() < options.tolerance)) {
      break;
    }
    double size = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      gradient[i] = sum(before[i], -1.0, impulseOf(rows[i]));
      size += energyOf(rows[i], gradient[i]);
    }
    // A gradient that vanishes means solved; one that grows means that the direction has lost its use.
    const double ratio = last > 0.0 ? size / last : 0.0;
    const bool restart = result.sweeps == 1 || ratio > 1.0 || size == 0.0;
    if (!restart) {
      advance(rows, bodies, direction, ratio, scratch);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      direction[i] = restart ? sum({}, -1.0, gradient[i]) : sum(sum({}, -1.0, gradient[i]), ratio, direction[i]);
    }
    last = size;
  }
  return result;
}

}  // namespace scree
