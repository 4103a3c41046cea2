#include "engine/solve/batched/lane_laws.h"

#include "engine/contacts/contact_law.h"

namespace scree {

namespace {

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
  batch.share.of[lane] = 1.0F;
  batch.friction.of[lane] = static_cast<float>(law.friction);
  batch.rollingLimit.of[lane] = static_cast<float>(law.rollingLimit);
  batch.twistingLimit.of[lane] = static_cast<float>(law.twistingLimit);
}

/// Of a lane that has no contact.
void setNone(std::size_t lane, Batch& batch, BatchSource& source) {
  for (Lane* numbers : {&source.upsilon, &source.rate, &source.compliance, &source.hertz, &source.restitution,
                        &source.spinScale, &batch.share, &batch.friction, &batch.rollingLimit, &batch.twistingLimit}) {
    numbers->of[lane] = 0.0F;
  }
}

}  // namespace

void setLaws(const std::vector<PairLaw>& laws, const std::vector<SpookFactors>& factors, const LawLanes& lanes,
             Batch& batch, BatchSource& source) {
  for (std::size_t lane = 0; lane < lanes.count; ++lane) {
    const double radius = lanes.radius[lane];
    const double other = lanes.otherRadius[lane];
    const std::uint32_t law = lanes.law[lane];
    setOne(laws[law], factors[law], other > 0.0 ? effectiveRadius(radius, other) : radius, lane, batch, source);
  }
  for (std::size_t lane = lanes.count; lane < kLanes; ++lane) {
    setNone(lane, batch, source);
  }
}

}  // namespace scree
