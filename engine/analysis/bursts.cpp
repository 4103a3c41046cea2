#include "engine/analysis/bursts.h"

namespace scree {

void BurstCounter::add(const World& world) {
  std::size_t moving = 0;
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    if (world.reduction.isFree(slot) && world.particles.velocity[slot].squaredNorm() > speed_ * speed_) {
      ++moving;
    }
  }
  if (!isInside_ && moving >= grains_) {
    isInside_ = true;
    ++bursts_;
  } else if (moving == 0) {
    isInside_ = false;
  }
}

}  // namespace scree
