#include "engine/solver/pgs.h"

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

/// Collects |D Δλ|² of one row kind over a sweep.
struct Gathered {
  double sum = 0.0;
  double largest = 0.0;

  void add(double squared) {
    sum += squared;
    largest = std::max(largest, squared);
  }
};
using Sweep = std::array<Gathered, kRowKindCount>;

/// Factors of what a sweep changes.
struct Relaxation {
  double normal = 1.0;
  double tangential = 1.0;
};

/// Scales a vector back onto a disc.
template <typename Real>
Vector3<Real> ontoDisc(const Vector3<Real>& v, Real radius) {
  const Real squared = v.squaredNorm();
  return squared > radius * radius ? Vector3<Real>(v * (radius / std::sqrt(squared))) : v;
}

/// Velocity of b's surface relative to a's at the contact.
template <typename Real>
Vector3<Real> contactVelocity(const ContactRows<Real>& c, const SolverBody<Real>& a, const SolverBody<Real>& b) {
  return b.velocity - a.velocity - (c.leverA * a.angularVelocity + c.leverB * b.angularVelocity).cross(c.normal) +
         c.biasVelocity;
}

/// Multiplier along the normal as the other rows see it.
template <typename Real>
Real seenNormal(const ContactRows<Real>& c) {
  return std::max(Real(0), c.lambdaNormal - c.unseen);
}

template <typename Real>
void sweepNormal(ContactRows<Real>& c, SolverBody<Real>& a, SolverBody<Real>& b, double relax, Gathered& gathered) {
  const Real velocity = c.normal.dot(b.velocity - a.velocity + c.biasVelocity);
  const Real residual = std::min(c.target - c.normalCompliance * c.lambdaNormal, c.partingSpeed) - velocity;
  const Real old = c.lambdaNormal;
  c.lambdaNormal = std::max(Real(0), old + static_cast<Real>(relax) * c.inverseNormal * residual);
  const Real change = c.lambdaNormal - old;
  a.velocity -= (a.inverseMass * change) * c.normal;
  b.velocity += (b.inverseMass * change) * c.normal;
  gathered.add(static_cast<double>(change * change / (c.inverseNormal * c.inverseNormal)) / (relax * relax));
}

template <typename Real>
void sweepTangential(ContactRows<Real>& c, SolverBody<Real>& a, SolverBody<Real>& b, double relax, Gathered& gathered) {
  const Vector3<Real> u = contactVelocity(c, a, b);
  const Vector3<Real> slip = u - c.normal.dot(u) * c.normal;
  const Vector3<Real> wanted = c.lambdaTangential - static_cast<Real>(relax) * c.inverseTangential *
                                                        (slip + c.tangentialCompliance * c.lambdaTangential);
  const Vector3<Real> lambda = ontoDisc<Real>(wanted, c.friction * seenNormal(c));
  const Vector3<Real> change = lambda - c.lambdaTangential;
  c.lambdaTangential = lambda;
  const Vector3<Real> arm = c.normal.cross(change);
  a.velocity -= a.inverseMass * change;
  b.velocity += b.inverseMass * change;
  a.angularVelocity -= (a.inverseInertia * c.leverA) * arm;
  b.angularVelocity -= (b.inverseInertia * c.leverB) * arm;
  gathered.add(static_cast<double>(change.squaredNorm() / (c.inverseTangential * c.inverseTangential)) /
               (relax * relax));
}

template <typename Real>
void sweepSpin(ContactRows<Real>& c, SolverBody<Real>& a, SolverBody<Real>& b, double relax, Sweep& gathered) {
  const Vector3<Real> w = b.angularVelocity - a.angularVelocity + c.biasSpin;
  const Real about = c.normal.dot(w);
  const Real inverse = static_cast<Real>(relax) * c.inverseRolling;
  const Vector3<Real> wanted =
      c.lambdaRolling - inverse * (w - about * c.normal + c.rollingCompliance * c.lambdaRolling);
  const Vector3<Real> rolling = ontoDisc<Real>(wanted, c.rollingLimit * seenNormal(c));
  const Real limit = c.twistingLimit * seenNormal(c);
  const Real twisting =
      std::clamp(c.lambdaTwisting - inverse * (about + c.rollingCompliance * c.lambdaTwisting), -limit, limit);
  const Vector3<Real> rollingChange = rolling - c.lambdaRolling;
  const Real twistingChange = twisting - c.lambdaTwisting;
  const Vector3<Real> change = rollingChange + twistingChange * c.normal;
  c.lambdaRolling = rolling;
  c.lambdaTwisting = twisting;
  a.angularVelocity -= a.inverseInertia * change;
  b.angularVelocity += b.inverseInertia * change;
  const Real toSpeed = c.spinScale / inverse;
  const Real scale = toSpeed * toSpeed;
  gathered[static_cast<std::size_t>(RowKind::rolling)].add(static_cast<double>(rollingChange.squaredNorm() * scale));
  gathered[static_cast<std::size_t>(RowKind::twisting)].add(
      static_cast<double>(twistingChange * twistingChange * scale));
}

SweepResidual summarised(const Sweep& gathered, std::size_t contacts) {
  SweepResidual residual;
  for (std::size_t kind = 0; kind < kRowKindCount; ++kind) {
    residual.rms[kind] = contacts == 0 ? 0.0 : std::sqrt(gathered[kind].sum / static_cast<double>(contacts));
    residual.largest[kind] = std::sqrt(gathered[kind].largest);
  }
  return residual;
}

}  // namespace

template <typename Real>
PgsResult solvePgs(std::vector<ContactRows<Real>>& rows, std::vector<SolverBody<Real>>& bodies,
                   const PgsOptions& options, ResidualHistory& history) {
  history.clear();
  PgsResult result;
  while (result.sweeps < options.sweeps) {
    if (options.interrupt != nullptr && options.interrupt->load(std::memory_order_relaxed) != 0) {
      result.interrupted = true;
      break;
    }
    const bool isLastOne = result.sweeps + 1 == options.sweeps;
    const Relaxation relax =
        isLastOne ? Relaxation{} : Relaxation{options.overRelaxation, options.tangentialRelaxation};
    Sweep gathered;
    for (ContactRows<Real>& c : rows) {
      const bool isPlain = c.rebounds || c.partingSpeed < static_cast<Real>(solver::kAnySpeed);
      const Relaxation own = isPlain ? Relaxation{} : relax;
      SolverBody<Real>& a = bodies[c.a];
      SolverBody<Real>& b = bodies[c.b];
      sweepNormal(c, a, b, own.normal, gathered[static_cast<std::size_t>(RowKind::normal)]);
      sweepTangential(c, a, b, own.tangential, gathered[static_cast<std::size_t>(RowKind::tangential)]);
      if (c.rollingLimit > 0 || c.twistingLimit > 0) {
        sweepSpin(c, a, b, own.tangential, gathered);
      }
    }
    ++result.sweeps;
    history.push_back(summarised(gathered, rows.size()));
    if (options.tolerance > 0.0 && history.back().worstRms() < options.tolerance) {
      break;
    }
  }
  return result;
}

template PgsResult solvePgs(std::vector<ContactRows<double>>&, std::vector<SolverBody<double>>&, const PgsOptions&,
                            ResidualHistory&);
template PgsResult solvePgs(std::vector<ContactRows<float>>&, std::vector<SolverBody<float>>&, const PgsOptions&,
                            ResidualHistory&);

}  // namespace scree
