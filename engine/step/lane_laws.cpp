#include "engine/step/lane_laws.h"

#include "engine/step/contact_law.h"

namespace scree {

namespace {

using Radii = std::array<double, kLanes>;

/// r* of each lane [m]. All are computed alike, so that the compiler does it by vectors; what comes of nothing is not
/// used.
Radii effectiveRadii(const LawLanes& lanes) {
  Radii radii{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const double both = effectiveRadius(lanes.radius[lane], lanes.otherRadius[lane]);
    radii[lane] = lanes.otherRadius[lane] > 0.0 ? both : lanes.radius[lane];
  }
  return radii;
}

/// One number for all lanes of contacts.
void fill(double number, std::size_t count, Lane& to) {
  const auto value = static_cast<float>(number);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    to.of[lane] = lane < count ? value : 0.0F;
  }
}

/// The effective radii times a factor, likewise.
void fillScaled(double factor, const Radii& radii, std::size_t count, Lane& to) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    to.of[lane] = lane < count ? static_cast<float>(factor * radii[lane]) : 0.0F;
  }
}

/// Of lanes that follow the same law.
void setSame(const PairLaw& pair, const SpookFactors& factors, const Radii& radii, std::size_t count, Batch& batch,
             BatchSource& source) {
  const bool hertz = pair.law == StiffnessLaw::hertz;
  fill(factors.upsilon, count, source.upsilon);
  fill(factors.rate, count, source.rate);
  fill(factors.compliance, count, source.compliance);
  for (std::size_t lane = 0; hertz && lane < count; ++lane) {
    source.compliance.of[lane] = static_cast<float>(factors.compliance / lawAt(pair, radii[lane]).stiffness);
  }
  fill(hertz ? 1.0 : 0.0, count, source.hertz);
  fill(pair.restitution, count, source.restitution);
  fillScaled(1.0, radii, count, source.spinScale);
  fill(1.0, count, batch.share);
  fill(pair.friction, count, batch.friction);
  if (pair.rollingIsLength) {
    fill(pair.rollingResistance, count, batch.rollingLimit);
  } else {
    fillScaled(pair.rollingResistance, radii, count, batch.rollingLimit);
  }
  fillScaled(pair.twisting * pair.friction, radii, count, batch.twistingLimit);
}

/// Of one lane.
void setOne(const PairLaw& pair, const SpookFactors& factors, double radius, std::size_t lane, Batch& batch,
            BatchSource& source) {
  const ContactLaw law = lawAt(pair, radius);
  const bool hertz = law.exponent != 1.0;
  source.upsilon.of[lane] = static_cast<float>(factors.upsilon);
  source.rate.of[lane] = static_cast<float>(factors.rate);
  source.compliance.of[lane] = static_cast<float>(hertz ? factors.compliance / law.stiffness : factors.compliance);
  source.hertz.of[lane] = hertz ? 1.0F : 0.0F;
  source.restitution.of[lane] = static_cast<float>(law.restitution);
  source.spinScale.of[lane] = static_cast<float>(law.effectiveRadius);
  batch.friction.of[lane] = static_cast<float>(law.friction);
  batch.rollingLimit.of[lane] = static_cast<float>(law.rollingLimit);
  batch.twistingLimit.of[lane] = static_cast<float>(law.twistingLimit);
}

}  // namespace

void setLaws(const std::vector<PairLaw>& laws, const std::vector<SpookFactors>& factors, const LawLanes& lanes,
             Batch& batch, BatchSource& source) {
  const Radii radii = effectiveRadii(lanes);
  const std::uint32_t first = lanes.law[0];
  setSame(laws[first], factors[first], radii, lanes.count, batch, source);
  for (std::size_t lane = 1; lane < lanes.count; ++lane) {
    if (lanes.law[lane] != first) {
      setOne(laws[lanes.law[lane]], factors[lanes.law[lane]], radii[lane], lane, batch, source);
    }
  }
}

}  // namespace scree
