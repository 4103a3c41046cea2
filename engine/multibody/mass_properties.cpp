#include "engine/multibody/mass_properties.h"

#include <Eigen/Eigenvalues>
#include <numbers>

#include "engine/base/base_constants.h"
#include "engine/geometry/hull.h"
#include "engine/multibody/multibody_constants.h"

namespace scree {

namespace {

/// Volume, centre and inertia about it of a shape in its own frame, at density 1.
struct OwnSums {
  double volume = 0.0;
  Mat3 inertia = Mat3::Zero();
  Vec3 centre = Vec3::Zero();
};

OwnSums about(double volume, const Vec3& moments) { return {volume, moments.asDiagonal()}; }

struct Sums {
  OwnSums operator()(const SolidBox& s) const {
    const Vec3 squares = s.halfExtents.cwiseAbs2();
    const double volume = 8.0 * s.halfExtents.prod();
    return about(volume, volume / 3.0 * (Vec3::Constant(squares.sum()) - squares));
  }
  OwnSums operator()(const SolidCylinder& s) const { return cylinder(s.radius, s.halfLength); }
  OwnSums operator()(const SolidSphere& s) const {
    const double volume = 4.0 / 3.0 * std::numbers::pi * s.radius * s.radius * s.radius;
    return about(volume, Vec3::Constant(kSphereInertia * volume * s.radius * s.radius));
  }
  OwnSums operator()(const Capsule& s) const {
    OwnSums sums = cylinder(s.radius, s.halfLength);
    const OwnSums ends = (*this)(SolidSphere{s.radius});
    sums.volume += ends.volume;
    // Each half ball: its centre lies 3/8 r beyond the end, so about the middle m (0.4 r² + h² + 3/4 h r) in all.
    const double across = ends.volume * (kSphereInertia * s.radius * s.radius + s.halfLength * s.halfLength +
                                         0.75 * s.halfLength * s.radius);
    sums.inertia += Vec3(across, across, ends.inertia(2, 2)).asDiagonal();
    return sums;
  }
  OwnSums operator()(const MeshShape& s) const {
    const MeshRows& sides = s.mesh->trianglesOfEdge;
    for (std::uint32_t edge = 0; edge < s.mesh->edgePoints.size(); ++edge) {
      if ((sides.end(edge) - sides.begin(edge)) % 2 != 0) {
        return {};  // open: it has no inside; parts that share an edge have four triangles there
      }
    }
    const MeshVolume volume = volumeOf(s.mesh->points, s.mesh->triangles);
    return {volume.volume, volume.inertia, volume.centre};
  }
  OwnSums operator()(const HullShape& s) const { return (*this)(MeshShape{s.hull->mesh}); }
  template <class Shell>
  OwnSums operator()(const Shell&) const {
    return {};
  }

  static OwnSums cylinder(double radius, double half) {
    const double volume = 2.0 * std::numbers::pi * radius * radius * half;
    const double across = volume * (0.25 * radius * radius + half * half / 3.0);
    return about(volume, {across, across, 0.5 * volume * radius * radius});
  }
};

Mat3 ofPoint(double mass, const Vec3& arm) {
  return mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
}

}  // namespace

SolidSums solidSums(const std::vector<ShapeInstance>& shapes) {
  SolidSums sums;
  for (const ShapeInstance& instance : shapes) {
    const OwnSums own = std::visit(Sums{}, instance.shape);
    const Mat3 turn = instance.local.orientation.toRotationMatrix();
    sums.volume += own.volume;
    const Vec3 centre = instance.local.toWorld(own.centre);
    sums.centre += own.volume * centre;
    sums.inertia += turn * own.inertia * turn.transpose() + ofPoint(own.volume, centre);
  }
  if (sums.volume > 0.0) {
    sums.centre /= sums.volume;
    sums.inertia -= ofPoint(sums.volume, sums.centre);
  }
  return sums;
}

BodyMass massOf(const SolidSums& sums, double mass) {
  return {.mass = mass, .centre = sums.centre, .inertia = mass / sums.volume * sums.inertia};
}

std::string problemOf(const BodyMass& mass) {
  const Vec3 moments = Eigen::SelfAdjointEigenSolver<Mat3>(mass.inertia).eigenvalues();
  if (!(mass.mass > 0.0) || !(moments.minCoeff() > 0.0)) {
    return "mass and moments of inertia must be positive";
  }
  if (moments.maxCoeff() > (1.0 + multibody::kTriangleSlack) * (moments.sum() - moments.maxCoeff())) {
    return "the largest moment of inertia is more than the sum of the others, which no body has";
  }
  return {};
}

}  // namespace scree
