#include "app/studies/collision/hertz_bounce.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {

namespace {

/// (4/5) √π Γ(2/5)/Γ(9/10): 2.943.
double hertzFactor() { return 0.8 * std::sqrt(std::numbers::pi) * std::tgamma(0.4) / std::tgamma(0.9); }

struct Motion {
  double overlap = 0.0;   // m
  double velocity = 0.0;  // m/s
};

double accelerationOf(const HertzContact& contact, const Motion& now) {
  const double pressed = std::max(now.overlap, 0.0);
  return -(contact.dashpot * now.velocity + contact.stiffness * pressed * std::sqrt(pressed)) / contact.mass;
}

/// Kutta's rule of third order.
Motion after(const HertzContact& contact, const Motion& now, double step) {
  const double a1 = accelerationOf(contact, now);
  const Motion middle{now.overlap + 0.5 * step * now.velocity, now.velocity + 0.5 * step * a1};
  const double a2 = accelerationOf(contact, middle);
  const Motion end{now.overlap + step * (2.0 * middle.velocity - now.velocity), now.velocity + step * (2.0 * a2 - a1)};
  const double a3 = accelerationOf(contact, end);
  return {now.overlap + step / 6.0 * (now.velocity + 4.0 * middle.velocity + end.velocity),
          now.velocity + step / 6.0 * (a1 + 4.0 * a2 + a3)};
}

/// Part of a step after which the overlap is 0, on the cubic that has the overlaps and velocities of both ends.
double partOfEnd(const Motion& from, const Motion& to, double step) {
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < 40; ++i) {
    const double s = 0.5 * (low + high);
    const double t = 1.0 - s;
    const double overlap = t * t * ((1.0 + 2.0 * s) * from.overlap + s * step * from.velocity) +
                           s * s * ((1.0 + 2.0 * t) * to.overlap - t * step * to.velocity);
    (overlap > 0.0 ? low : high) = s;
  }
  return 0.5 * (low + high);
}

}  // namespace

double elasticDuration(const HertzContact& contact, double speed) {
  const double ratio = contact.mass / contact.stiffness;
  return hertzFactor() * std::pow(25.0 * ratio * ratio / (16.0 * speed), 0.2);
}

double elasticDepth(const HertzContact& contact, double speed) {
  return std::pow(1.25 * contact.mass * speed * speed / contact.stiffness, 0.4);
}

double elasticStiffness(double mass, double speed, double duration) {
  const double ratio = hertzFactor() / duration;
  return 1.25 * mass * ratio * ratio * std::sqrt(ratio / speed);
}

HertzBounce bounceOf(const HertzContact& contact, double speed, double step, double longest) {
  Motion now{0.0, speed};
  HertzBounce bounce;
  for (double time = 0.0; time < longest; time += step) {
    const Motion next = after(contact, now, step);
    bounce.depth = std::max(bounce.depth, next.overlap);
    if (next.overlap <= 0.0) {
      const double part = partOfEnd(now, next, step);
      const double velocity = after(contact, now, part * step).velocity;
      bounce.restitution = -velocity / speed;
      bounce.duration = time + part * step;
      return bounce;
    }
    now = next;
  }
  bounce.duration = longest;
  return bounce;
}

}  // namespace scree
