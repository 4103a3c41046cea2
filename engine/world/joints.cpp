#include "engine/world/joints.h"

namespace scree {

double Motor::wantedAt(double time) const {
  return byHand || course.empty() ? value : valueAt(course, smooth ? Joined::smooth : Joined::straight, time);
}

double Motor::limitAt(double time) const {
  return limitCourse.empty() ? limit : valueAt(limitCourse, Joined::straight, time);
}

}  // namespace scree
