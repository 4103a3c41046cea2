#include "engine/step/wrap.h"

#include "engine/base/parallel.h"
#include "engine/step/step_constants.h"

namespace scree {

void wrapIntoBox(World& world, const StepContext& context, const ContactList& list, StepReport& report) {
  if (!world.periodic.isOn()) {
    return;
  }
  const Vec3& gravity = world.parameters.gravity;
  Particles& particles = world.particles;
  report.gravityWork += sumPieces<double>(context.threads, list.active.size(), stepping::kSummedAPiece,
                                          [&](std::size_t begin, std::size_t end) {
                                            double work = 0.0;
                                            for (std::size_t i = begin; i < end; ++i) {
                                              const std::uint32_t slot = list.active[i];
                                              Vec3& place = particles.position[slot];
                                              // Of a grain that merged in this step the aggregate is wrapped.
                                              if (!world.reduction.isFree(slot) || !place.allFinite()) {
                                                continue;
                                              }
                                              const Vec3 wrapped = world.periodic.wrapped(place);
                                              work -= particles.mass[slot] * gravity.dot(wrapped - place);
                                              place = wrapped;
                                            }
                                            return work;
                                          });
  for (Aggregate& aggregate : world.reduction.aggregates) {
    if (aggregate.floats() && aggregate.frame.pose.position.allFinite()) {
      Vec3& place = aggregate.frame.pose.position;
      const Vec3 wrapped = world.periodic.wrapped(place);
      report.gravityWork -= aggregate.inertia.mass * gravity.dot(wrapped - place);
      place = wrapped;
    }
  }
}

}  // namespace scree
