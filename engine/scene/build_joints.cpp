#include "engine/scene/build_joints.h"

#include <fmt/format.h>

#include "engine/multibody/machine.h"
#include "engine/scene/build.h"

namespace scree {

namespace {

/// Dimension of what a motor wants, about an axis or along a line.
Dimension dimensionOfMotor(MotorKind kind, bool isAbout) {
  switch (kind) {
    case MotorKind::speed:
      return isAbout ? Dimension::angularSpeed : Dimension::speed;
    case MotorKind::position:
      return isAbout ? Dimension::angle : Dimension::length;
    default:
      return isAbout ? Dimension::torque : Dimension::force;
  }
}

class JointBuilder {
 public:
  JointBuilder(const World& world, const std::vector<BodyDescription>& bodies, const JointDescription& description,
               CourseLoader& courses, ErrorList& errors)
      : world_(world), bodies_(bodies), d_(description), courses_(courses), errors_(errors) {}

  Joint build() {
    joint_.name = d_.name;
    joint_.kind = d_.kind;
    joint_.compliance = d_.compliance;
    joint_.damping = d_.damping;
    joint_.b = find(d_.body);
    joint_.a = d_.to ? find(*d_.to) : kFixedInWorld;
    if (d_.where.broken || failed_) {
      return joint_;
    }
    checkBodies();
    placeFrames();
    if (d_.range && !failed_) {
      setRange(*d_.range);
    }
    if (d_.motor && !failed_) {
      std::visit([&](const auto& motor) { setMotor(motor); }, *d_.motor);
    }
    return joint_;
  }

 private:
  void report(const Mark& mark, std::string what, std::string remedy) {
    errors_.add(mark, fmt::format("joint {}: {}", inQuotes(d_.name), what), std::move(remedy));
    failed_ = true;
  }

  std::uint32_t find(const Reference& reference) {
    std::vector<std::string_view> names;
    for (std::uint32_t i = 0; i < world_.bodies.size(); ++i) {
      names.emplace_back(world_.bodies[i].name);
      if (names.back() == reference.name) {
        return i;
      }
    }
    if (!reference.name.empty()) {
      report(reference.mark, fmt::format("there is no body {}", inQuotes(reference.name)),
             names.empty() ? "add it to 'bodies'" : suggestion(reference.name, names));
    }
    failed_ = true;
    return kFixedInWorld;
  }

  bool moves(std::uint32_t body) const { return body != kFixedInWorld && world_.bodies[body].isDynamic(); }

  void checkBodies() {
    if (joint_.a == joint_.b) {
      report(d_.where.mark, "it holds a body to itself", "give another body in 'to', or none for the world");
    } else if (!moves(joint_.a) && !moves(joint_.b) && !isHeavy(joint_.a) && !isHeavy(joint_.b)) {
      report(d_.where.mark, "forces move neither of its bodies", "give one of them 'mass' or 'density'");
    }
  }

  /// True if the scene gives the body a mass, even a wrong one, which was reported.
  bool isHeavy(std::uint32_t body) const {
    return body != kFixedInWorld && (bodies_[body].mass || bodies_[body].density);
  }

  Pose poseOf(std::uint32_t body) const { return body == kFixedInWorld ? Pose{} : world_.bodies[body].pose; }

  void placeFrames() {
    const bool between = d_.kind == JointKind::distance || d_.kind == JointKind::actuator;
    if (between != d_.toPosition.has_value()) {
      report(d_.where.mark,
             between ? "a rod or cylinder needs both its ends" : "'to_position' is of rods and cylinders",
             between ? "give 'to_position', the end on the other body" : "leave it out");
      return;
    }
    const Quat turn = turnedTo(d_.axis);
    joint_.frameA = local(joint_.a, {between ? *d_.toPosition : d_.position, turn});
    joint_.frameB = local(joint_.b, {d_.position, turn});
    if (between) {
      joint_.restLength = (d_.position - *d_.toPosition).norm();
      joint_.coordinate = joint_.restLength;
      if (joint_.restLength < 1e-9) {
        report(d_.where.mark, "its two ends are at the same point", "move 'position' or 'to_position'");
      }
    }
  }

  Pose local(std::uint32_t body, const Pose& world) const {
    const Pose pose = poseOf(body);
    return {pose.toLocal(world.position), pose.orientation.conjugate() * world.orientation};
  }

  /// Value about an axis for a hinge, along a line for other joints; reports the other kind.
  double valueOf(const EitherQuantity& quantity) {
    if (isAngle(d_.kind) ? !quantity.isSecond : !quantity.isFirst) {
      report(quantity.mark,
             isAngle(d_.kind) ? "a hinge turns, and this is along a line" : "it slides, and this is about an axis",
             isAngle(d_.kind) ? "give an angle, angular speed or torque" : "give a length, speed or force");
    }
    return quantity.value;
  }

  bool checkCoordinate(std::string_view what) {
    if (!hasCoordinate(d_.kind)) {
      report(d_.where.mark, fmt::format("a joint of this kind has no coordinate for a {}", what),
             "use a hinge, prismatic or cylindrical joint, or an actuator");
    }
    return hasCoordinate(d_.kind);
  }

  void setRange(const JointRangeDescription& range) {
    if (!checkCoordinate("range") || !range.least || !range.most) {
      return;
    }
    joint_.hasRange = true;
    joint_.least = valueOf(*range.least);
    joint_.most = valueOf(*range.most);
    if (joint_.least > joint_.most) {
      report(range.where.mark, "its range is empty", "make 'least' smaller than 'most'");
    } else if (joint_.coordinate < joint_.least || joint_.coordinate > joint_.most) {
      report(range.where.mark, fmt::format("it starts at {:.4g}, outside its range", joint_.coordinate),
             "widen the range, or move the joint's points");
    }
  }

  template <MotorKind kKind>
  std::vector<CoursePoint> pointsOf(const std::vector<CoursePointDescription<kKind>>& course) {
    std::vector<CoursePoint> points;
    for (const CoursePointDescription<kKind>& point : course) {
      if (point.value) {
        points.push_back({point.time, valueOf(*point.value)});
        failed_ = !courses_.checkOrder(points, point.where.mark) || failed_;
      }
    }
    return points;
  }

  template <MotorKind kKind>
  void setMotor(const MotorDescriptionOf<kKind>& d) {
    if (!checkCoordinate("motor")) {
      return;
    }
    Motor& motor = joint_.motor;
    motor.kind = kKind;
    const int ways = (d.value ? 1 : 0) + (d.course.empty() ? 0 : 1) + (d.table.file.empty() ? 0 : 1);
    if (ways != 1) {
      report(d.where.mark, ways == 0 ? "its motor wants nothing" : "its motor is told what it wants more than once",
             "give one of 'value', 'course' and 'table'");
      return;
    }
    motor.smooth = d.smooth;
    motor.course = pointsOf(d.course);
    if (!d.table.file.empty()) {
      const auto course = courses_.load(d.table, dimensionOfMotor(kKind, isAngle(d_.kind)), d.where.mark);
      failed_ = failed_ || !course;
      if (course) {
        motor.course = *course;
      }
    }
    motor.value = d.value ? valueOf(*d.value) : 0.0;
    setLimit(d);
    if (d.fastest) {
      motor.fastest = valueOf(*d.fastest);
    }
  }

  template <MotorKind kKind>
  void setLimit(const MotorDescriptionOf<kKind>& d) {
    if (kKind != MotorKind::force && d.limit.has_value() != d.limitCourse.empty()) {
      report(d.where.mark, d.limit ? "its motor has two limits" : "its motor has no limit",
             "give 'limit', the largest force or torque, or 'limit_course', the largest over time");
      return;
    }
    if (d.limit) {
      joint_.motor.limit = valueOf(*d.limit);
    }
    joint_.motor.limitCourse = pointsOf(d.limitCourse);
    for (const CoursePoint& point : joint_.motor.limitCourse) {
      if (point.value < 0.0 && !failed_) {
        report(d.where.mark, fmt::format("its limit is {:.4g} at {:.4g} s", point.value, point.time),
               "a limit holds both ways: give 0 or more");
      }
    }
  }

  const World& world_;
  const std::vector<BodyDescription>& bodies_;
  const JointDescription& d_;
  CourseLoader& courses_;
  ErrorList& errors_;
  Joint joint_;
  bool failed_ = false;
};

}  // namespace

void buildJoints(const SceneDescription& description, CourseLoader& courses, World& world, ErrorList& errors) {
  for (const JointDescription& joint : description.joints) {
    world.joints.push_back(JointBuilder(world, description.bodies, joint, courses, errors).build());
  }
  if (hasDynamicBodies(world) && world.parameters.method != Method::pgs && world.parameters.method != Method::smooth) {
    errors.add(description.where.mark,
               "the solver's method is neither pgs nor smooth, and only these move bodies that have a mass",
               "leave 'method' out of 'solver', or 'mass' and 'density' out of the bodies");
  }
  if (errors.count() == 0) {
    measureJoints(world.bodies, world.joints);
  }
}

}  // namespace scree
