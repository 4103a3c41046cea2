#include "engine/step/forces.h"

#include <algorithm>

#include "engine/solver/spook.h"
#include "engine/step/problem.h"

namespace scree {

namespace {

void setNormalRow(ContactRows<double>& rows, const Contact& contact, const Parameters& parameters,
                  const StepData& data) {
  const SpookNormal normal = spookNormal(parameters.timeStep, contact.stiffness, contact.exponent, contact.dampingTime,
                                         parameters.stabilisationSteps, contact.overlap(), normalVelocity(rows, data));
  rows.normalCompliance = normal.compliance;
  rows.target = normal.target;
}

Vec3 clamped(const Vec3& v, double limit) {
  const double norm = v.norm();
  return norm > limit ? Vec3(v * (limit / norm)) : v;
}

/// λ_0 = β λ(t - Δt) (W).
void startFromHistory(ContactRows<double>& rows, const Multipliers& old, double factor) {
  rows.lambdaNormal = factor * old.normal;
  rows.lambdaTangential = factor * old.tangential;
  rows.lambdaRolling = factor * old.rolling;
  rows.lambdaTwisting = factor * old.twisting;
}

/// λ_n0 = Δt k δ^(2 e_H - 1); the others oppose the present slip and spin as their regularised rows would, within the
/// cones (W, method.md 5).
void startFromModel(ContactRows<double>& rows, const Contact& contact, double timeStep, const StepData& data) {
  rows.lambdaNormal = timeStep * lawForce(contact.stiffness, contact.exponent, contact.overlap());
  const Vec3 u = contactVelocity(rows, data);
  const Vec3 slip = u - rows.normal.dot(u) * rows.normal;
  const Vec3 w = data.bodies[rows.b].angularVelocity - data.bodies[rows.a].angularVelocity + rows.biasSpin;
  const double about = rows.normal.dot(w);
  rows.lambdaTangential = clamped(-slip / rows.tangentialCompliance, rows.friction * rows.lambdaNormal);
  rows.lambdaRolling =
      clamped(-(w - about * rows.normal) / rows.rollingCompliance, rows.rollingLimit * rows.lambdaNormal);
  const double limit = rows.twistingLimit * rows.lambdaNormal;
  rows.lambdaTwisting = std::clamp(-about / rows.rollingCompliance, -limit, limit);
}

void clearMultipliers(ContactRows<double>& rows) { startFromHistory(rows, Multipliers{}, 0.0); }

}  // namespace

void applyForces(const World& world, StepData& data) {
  const Parameters& parameters = world.parameters;
  for (std::size_t i = 0; i < data.rows.size(); ++i) {
    clearMultipliers(data.rows[i]);
    setNormalRow(data.rows[i], data.contacts[i], parameters, data);
    prepareDiagonals(data.rows[i], data.bodies);
  }
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    data.bodies[i].velocity += parameters.timeStep * parameters.gravity;
  }
  if (parameters.warmStart == WarmStart::off) {
    return;
  }
  for (std::size_t i = 0; i < data.rows.size(); ++i) {
    if (parameters.warmStart == WarmStart::history) {
      startFromHistory(data.rows[i], data.warm[i], parameters.warmStartFactor);
    } else {
      startFromModel(data.rows[i], data.contacts[i], parameters.timeStep, data);
    }
  }
  applyMultipliers(data.rows, data.bodies);
}

}  // namespace scree
