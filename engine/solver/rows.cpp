#include "engine/solver/rows.h"

namespace scree {

template <typename Real>
void prepareDiagonals(ContactRows<Real>& rows, const std::vector<SolverBody<Real>>& bodies) {
  const SolverBody<Real>& a = bodies[rows.a];
  const SolverBody<Real>& b = bodies[rows.b];
  const Real mass = a.inverseMass + b.inverseMass;
  const Real levers = rows.leverA * rows.leverA * a.inverseInertia + rows.leverB * rows.leverB * b.inverseInertia;
  rows.inverseNormal = 1 / (mass + rows.normalCompliance);
  rows.inverseTangential = 1 / (mass + levers + rows.tangentialCompliance);
  rows.inverseRolling = 1 / (a.inverseInertia + b.inverseInertia + rows.rollingCompliance);
}

template <typename Real>
void applyMultipliers(const std::vector<ContactRows<Real>>& rows, std::vector<SolverBody<Real>>& bodies) {
  for (const ContactRows<Real>& c : rows) {
    SolverBody<Real>& a = bodies[c.a];
    SolverBody<Real>& b = bodies[c.b];
    const Vector3<Real> impulse = c.lambdaNormal * c.normal + c.lambdaTangential;
    const Vector3<Real> spin = c.lambdaRolling + c.lambdaTwisting * c.normal;
    const Vector3<Real> arm = c.normal.cross(c.lambdaTangential);
    a.velocity -= a.inverseMass * impulse;
    b.velocity += b.inverseMass * impulse;
    a.angularVelocity -= a.inverseInertia * (c.leverA * arm + spin);
    b.angularVelocity -= b.inverseInertia * (c.leverB * arm - spin);
  }
}

template void prepareDiagonals(ContactRows<double>&, const std::vector<SolverBody<double>>&);
template void prepareDiagonals(ContactRows<float>&, const std::vector<SolverBody<float>>&);
template void applyMultipliers(const std::vector<ContactRows<double>>&, std::vector<SolverBody<double>>&);
template void applyMultipliers(const std::vector<ContactRows<float>>&, std::vector<SolverBody<float>>&);

}  // namespace scree
