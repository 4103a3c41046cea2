#include "engine/collision/rounded_spheres.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {

namespace {

constexpr std::size_t kLanes = 16;
/// Of the reach, and of the largest coordinate: several times what rounding to float may do.
constexpr float kRounding = 1e-6F;

}  // namespace

void RoundedSpheres::set(const Spheres& spheres) {
  const std::size_t n = spheres.positions.size();
  const std::size_t padded = (n + kLanes - 1) / kLanes * kLanes;
  for (std::vector<float>* list : {&x_, &y_, &z_, &reach_}) {
    list->assign(padded, std::numeric_limits<float>::quiet_NaN());
  }
  float largest = 0.0F;
  for (std::size_t i = 0; i < n; ++i) {
    const Eigen::Vector3f place = spheres.positions[i].cast<float>();
    x_[i] = place.x();
    y_[i] = place.y();
    z_[i] = place.z();
    reach_[i] = static_cast<float>(spheres.reach(i));
    largest = std::max(largest, place.cwiseAbs().maxCoeff());
  }
  rounding_ = std::isfinite(largest) ? kRounding * largest : std::numeric_limits<float>::infinity();
}

void RoundedSpheres::findMeeting(const Spheres& spheres, std::uint32_t one, std::vector<std::uint32_t>& found) const {
  if (!std::isfinite(spheres.reach(one))) {
    return;
  }
  const float x = x_[one];
  const float y = y_[one];
  const float z = z_[one];
  const float own = reach_[one] * (1.0F + kRounding) + 2.0F * rounding_;
  for (std::size_t block = 0; block < x_.size(); block += kLanes) {
    int any = 0;
    for (std::size_t i = block; i < block + kLanes; ++i) {
      const float dx = x_[i] - x;
      const float dy = y_[i] - y;
      const float dz = z_[i] - z;
      const float limit = own + reach_[i] * (1.0F + kRounding);
      any |= dx * dx + dy * dy + dz * dz <= limit * limit ? 1 : 0;
    }
    if (any == 0) {
      continue;
    }
    const std::size_t last = std::min(block + kLanes, spheres.positions.size());
    for (std::size_t i = block; i < last; ++i) {
      if (i != one && std::isfinite(spheres.reach(i)) && spheres.meet(one, i)) {
        found.push_back(static_cast<std::uint32_t>(i));
      }
    }
  }
}

}  // namespace scree
