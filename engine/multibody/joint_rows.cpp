#include "engine/multibody/joint_rows.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/multibody/multibody_constants.h"

namespace scree {

namespace {

/// Points and axes of a joint in the world.
struct Placed {
  Pose a, b;        ///< the joint's frames
  Vec3 armA, armB;  ///< from the centres to the frames' origins
  Vec3 apart;       ///< from a's origin to b's
};

Placed placed(const Joint& joint, const BodySide& a, const BodySide& b) {
  Placed p{a.pose * joint.frameA, b.pose * joint.frameB, {}, {}, {}};
  p.armA = p.a.position - a.centre;
  p.armB = p.b.position - b.centre;
  p.apart = p.b.position - p.a.position;
  return p;
}

/// A row with the given parts on both bodies; what is prescribed becomes its drift.
MachineRow rowOf(const BodySide& a, const BodySide& b, const Vec6& ja, const Vec6& jb) {
  MachineRow row;
  row.a = a.dynamic;
  row.b = b.dynamic;
  row.ja = ja;
  row.jb = jb;
  if (a.dynamic < 0) {
    row.drift += ja.dot(joined(a.velocity, a.angularVelocity));
  }
  if (b.dynamic < 0) {
    row.drift += jb.dot(joined(b.velocity, b.angularVelocity));
  }
  return row;
}

double speedOf(const MachineRow& row, const BodySide& a, const BodySide& b) {
  double speed = row.drift;
  speed += row.a >= 0 ? row.ja.dot(joined(a.velocity, a.angularVelocity)) : 0.0;
  speed += row.b >= 0 ? row.jb.dot(joined(b.velocity, b.angularVelocity)) : 0.0;
  return speed;
}

/// Rate of t·(p_b - p_a) with t fixed in a.
MachineRow alongRow(const BodySide& a, const BodySide& b, const Placed& p, const Vec3& t) {
  return rowOf(a, b, joined(-t, -(p.armA + p.apart).cross(t)), joined(t, p.armB.cross(t)));
}

/// t·(w_b - w_a)
MachineRow aboutRow(const BodySide& a, const BodySide& b, const Vec3& t) {
  return rowOf(a, b, joined(Vec3::Zero(), -t), joined(Vec3::Zero(), t));
}

/// Rate of the distance of the two points.
MachineRow lengthRow(const BodySide& a, const BodySide& b, const Placed& p) {
  const double length = p.apart.norm();
  const Vec3 n = length > 0.0 ? Vec3(p.apart / length) : Vec3(Vec3::UnitZ());
  return rowOf(a, b, joined(-n, -p.armA.cross(n)), joined(n, p.armB.cross(n)));
}

/// Makes a rate row hold g = `error` at zero.
void holdRow(const Joint& joint, const BodySide& a, const BodySide& b, double error, double dt, MachineRow& row) {
  const double decay = std::max(multibody::kStabilisationSteps * dt, joint.damping);
  const double upsilon = 1.0 / (1.0 + 4.0 * decay / dt);
  row.target = -4.0 / dt * upsilon * error + upsilon * speedOf(row, a, b);
  row.compliance = 4.0 * upsilon * joint.compliance / (dt * dt);
}

class JointWriter {
 public:
  JointWriter(const Joint& joint, std::uint32_t index, const BodySide& a, const BodySide& b, double dt,
              std::vector<JointRow>& rows)
      : joint_(joint), index_(index), a_(a), b_(b), p_(placed(joint, a, b)), dt_(dt), rows_(rows) {}

  void writeHolds() {
    const Vec3 x = p_.a.orientation * Vec3::UnitX();
    const Vec3 y = p_.a.orientation * Vec3::UnitY();
    const Vec3 z = p_.a.orientation * Vec3::UnitZ();
    switch (joint_.kind) {
      case JointKind::hinge:
        holdPoint(x, y, z);
        holdAxis(x, y);
        break;
      case JointKind::cylindrical:
        hold(alongRow(a_, b_, p_, x), x.dot(p_.apart));
        hold(alongRow(a_, b_, p_, y), y.dot(p_.apart));
        holdAxis(x, y);
        break;
      case JointKind::prismatic:
        hold(alongRow(a_, b_, p_, x), x.dot(p_.apart));
        hold(alongRow(a_, b_, p_, y), y.dot(p_.apart));
        holdTurn(x, y, z);
        break;
      case JointKind::lock:
        holdPoint(x, y, z);
        holdTurn(x, y, z);
        break;
      case JointKind::ball:
        holdPoint(x, y, z);
        break;
      case JointKind::distance:
        hold(lengthRow(a_, b_, p_), p_.apart.norm() - joint_.restLength);
        break;
      case JointKind::actuator:
        break;
    }
  }

  void writeMotor(const JointState& state, double time) {
    const Motor& motor = joint_.motor;
    if (motor.kind != MotorKind::speed && motor.kind != MotorKind::position) {
      return;
    }
    MachineRow row = state.rateRow;
    row.target = motor.wantedAt(time + 0.5 * dt_);
    if (motor.kind == MotorKind::position) {
      const double way = motor.wantedAt(time + dt_) - state.coordinate;
      row.target = std::clamp(way / dt_, -motor.fastest, motor.fastest);
    }
    row.upper = motor.limitAt(time + 0.5 * dt_) * dt_;
    row.lower = -row.upper;
    row.lambda = joint_.motorImpulse;
    rows_.push_back({row, index_, JointPart::motor});
  }

  /// One row at most holds the range: that of the nearer end, which a step may reach.
  void writeRange(const JointState& state) {
    if (!joint_.hasRange) {
      return;
    }
    const bool low = state.coordinate - joint_.least < joint_.most - state.coordinate;
    const double room = low ? state.coordinate - joint_.least : joint_.most - state.coordinate;
    MachineRow row = state.rateRow;
    if (!low) {
      row.ja = -row.ja;
      row.jb = -row.jb;
      row.drift = -row.drift;
    }
    if (room < 0.0) {
      holdRow(joint_, a_, b_, room, dt_, row);
      row.target = std::max(row.target, 0.0);
    } else {
      row.target = -room / dt_;
    }
    row.lower = 0.0;
    row.lambda = std::max(0.0, low ? joint_.rangeImpulse : -joint_.rangeImpulse);
    rows_.push_back({row, index_, JointPart::range});
  }

 private:
  void hold(MachineRow row, double error) {
    holdRow(joint_, a_, b_, error, dt_, row);
    rows_.push_back({row, index_, JointPart::hold});
  }
  void holdPoint(const Vec3& x, const Vec3& y, const Vec3& z) {
    for (const Vec3& t : {x, y, z}) {
      hold(alongRow(a_, b_, p_, t), t.dot(p_.apart));
    }
  }
  /// b's z along a's: d(t·z_b)/dt = (z_b x t)·(w_b - w_a).
  void holdAxis(const Vec3& x, const Vec3& y) {
    const Vec3 axis = p_.b.orientation * Vec3::UnitZ();
    for (const Vec3& t : {x, y}) {
      hold(aboutRow(a_, b_, axis.cross(t)), t.dot(axis));
    }
  }
  /// b's axes along a's: twice the vector part of the turn between them is its rotation vector while it is small.
  void holdTurn(const Vec3& x, const Vec3& y, const Vec3& z) {
    const Quat turn = p_.b.orientation * p_.a.orientation.conjugate();
    const Vec3 error = (turn.w() < 0.0 ? -2.0 : 2.0) * turn.vec();
    for (const Vec3& t : {x, y, z}) {
      hold(aboutRow(a_, b_, t), t.dot(error));
    }
  }

  const Joint& joint_;
  std::uint32_t index_;
  const BodySide& a_;
  const BodySide& b_;
  Placed p_;
  double dt_;
  std::vector<JointRow>& rows_;
};

}  // namespace

JointState stateOf(const Joint& joint, const BodySide& a, const BodySide& b) {
  const Placed p = placed(joint, a, b);
  const Vec3 z = p.a.orientation * Vec3::UnitZ();
  JointState state;
  switch (joint.kind) {
    case JointKind::hinge: {
      state.rateRow = aboutRow(a, b, z);
      const Vec3 x = p.b.orientation * Vec3::UnitX();
      const double angle = std::atan2(x.dot(p.a.orientation * Vec3::UnitY()), x.dot(p.a.orientation * Vec3::UnitX()));
      const double turn = 2.0 * std::numbers::pi;
      state.coordinate = angle + turn * std::round((joint.coordinate - angle) / turn);
      break;
    }
    case JointKind::prismatic:
    case JointKind::cylindrical:
      state.rateRow = alongRow(a, b, p, z);
      state.coordinate = z.dot(p.apart);
      break;
    case JointKind::distance:
    case JointKind::actuator:
      state.rateRow = lengthRow(a, b, p);
      state.coordinate = p.apart.norm();
      break;
    case JointKind::ball:
    case JointKind::lock:
      return state;
  }
  state.rate = speedOf(state.rateRow, a, b);
  return state;
}

void appendJointRows(const Joint& joint, std::uint32_t index, const BodySide& a, const BodySide& b, double time,
                     double dt, std::vector<JointRow>& rows) {
  JointWriter writer(joint, index, a, b, dt, rows);
  writer.writeHolds();
  if (hasCoordinate(joint.kind)) {
    const JointState state = stateOf(joint, a, b);
    writer.writeMotor(state, time);
    writer.writeRange(state);
  }
}

double forceImpulse(const Joint& joint, double time, double dt) {
  if (joint.motor.kind != MotorKind::force || !hasCoordinate(joint.kind)) {
    return 0.0;
  }
  const double limit = joint.motor.limitAt(time + 0.5 * dt);
  return dt * std::clamp(joint.motor.wantedAt(time + 0.5 * dt), -limit, limit);
}

}  // namespace scree
