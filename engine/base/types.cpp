#include "engine/base/types.h"

namespace scree {

Quat rotated(const Quat& q, const Vec3& w, double dt) {
  const double speed = w.norm();
  if (speed * dt == 0.0) {
    return q;
  }
  const Quat turn(Eigen::AngleAxisd(speed * dt, w / speed));
  return (turn * q).normalized();
}

}  // namespace scree
