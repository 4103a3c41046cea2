#include "engine/splitting/front.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "engine/base/base_constants.h"
#include "engine/base/parallel.h"
#include "engine/base/prefetch.h"
#include "engine/contacts/member_slip.h"
#include "engine/settings/speed_scales.h"
#include "engine/splitting/splitting_constants.h"

namespace scree {

namespace {

class Front {
 public:
  Front(const World& world, const ReductionLimits& limits)
      : world_(world),
        limits_(limits),
        impact_(impactScale(world.parameters)),
        slow_((1.0 - kFewRoundings) * lowestFrontLimit(limits_) * lowestFrontLimit(limits_)) {}

  void lookAt(std::span<const Contact> contacts, std::vector<LayeredRelease>& opened) const {
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      if (i + splitting::kFetchAhead < contacts.size()) {
        fetchSides(contacts[i + splitting::kFetchAhead]);
      }
      lookAt(contacts[i], opened);
    }
  }

 private:
  void lookAt(const Contact& contact, std::vector<LayeredRelease>& opened) const {
    const MemberSlip slip = feltSlip(world_, contact);
    const double radius = world_.particles.radius[contact.a];
    const double fastest = std::max(slip.velocity.squaredNorm(), radius * radius * slip.spin.squaredNorm());
    // One branch instead of two, as a processor can predict neither.
    const double impactSquare = impact_.squareAt(radius + world_.particles.radius[contact.b]);
    const bool isImpact = (slip.normal < 0.0) & (slip.normal * slip.normal > impactSquare);
    if (!(slip.touching & (isImpact | (fastest >= slow_)))) {
      return;
    }
    if (isImpact) {
      opened.push_back({{.slot = contact.b,
                         .cause = SplitCause::impact,
                         .what = Measured::approach,
                         .measured = -slip.normal,
                         .limit = std::sqrt(impactSquare),
                         .partner = world_.particles.id[contact.a]},
                        depthOf(-slip.normal)});
      return;
    }
    const double speed = slip.speed(radius);
    const double limit = frontLimitOf(world_, limits_, contact.b, contact.a);
    if (speed > limit) {
      opened.push_back({{.slot = contact.b,
                         .cause = SplitCause::passing,
                         .what = Measured::speed,
                         .measured = speed,
                         .limit = limit,
                         .partner = world_.particles.id[contact.a]}});
    }
  }

  /// Layers that a hit opens.
  int depthOf(double speed) const {
    const double step = limits_.impactDepth;
    return step > 0.0 ? 1 + static_cast<int>(std::min(speed / step, splitting::kDeepestImpact - 1.0)) : 1;
  }

  /// Asks for what is to be known of a contact with a member.
  void fetchSides(const Contact& contact) const {
    const Particles& particles = world_.particles;
    fetch(world_.reduction.aggregate[contact.b]);
    fetch(particles.radius[contact.b]);
    fetch(particles.position[contact.a]);
    fetch(particles.velocity[contact.a]);
    fetch(particles.angularVelocity[contact.a]);
  }

  const World& world_;
  const ReductionLimits& limits_;
  SpeedScale impact_;
  /// Square of what is surely below all limits, whatever rounding did: most are, which no root and no look at the
  /// member is needed for.
  double slow_;
};

}  // namespace

std::vector<LayeredRelease> frontReleases(const World& world, const ReductionLimits& limits, const StepContext& context,
                                          const ContactList& list) {
  std::vector<LayeredRelease> opened;
  const Front front(world, limits);
  appendPieces(context.threads, list.memberContacts.size(), splitting::kContactsAPiece, opened,
               [&](std::size_t begin, std::size_t end, std::vector<LayeredRelease>& found) {
                 front.lookAt(std::span(list.memberContacts).subspan(begin, end - begin), found);
               });
  return opened;
}

}  // namespace scree
