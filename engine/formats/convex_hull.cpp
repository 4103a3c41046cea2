#include "engine/formats/convex_hull.h"

#include <fmt/format.h>
#include <libqhull_r/qhull_ra.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace scree {

namespace {

/// Width over length below which a set of points counts as flat.
constexpr double kFlat = 1e-6;

ConvexHull hullRefusal(std::string what, std::string remedy) {
  return {std::nullopt, std::move(what), std::move(remedy)};
}

/// Widths of a set of points along its principal axes, ascending [m].
Vec3 widthsOf(std::span<const Vec3> points) {
  Vec3 middle = Vec3::Zero();
  for (const Vec3& point : points) {
    middle += point / static_cast<double>(points.size());
  }
  Mat3 spread = Mat3::Zero();
  for (const Vec3& point : points) {
    spread += (point - middle) * (point - middle).transpose();
  }
  const Mat3 axes = Eigen::SelfAdjointEigenSolver<Mat3>(spread).eigenvectors();
  Vec3 lower = Vec3::Constant(1e300);
  Vec3 upper = -lower;
  for (const Vec3& point : points) {
    const Vec3 along = axes.transpose() * (point - middle);
    lower = lower.cwiseMin(along);
    upper = upper.cwiseMax(along);
  }
  return upper - lower;
}

/// Reason for which points have no hull; empty when they have one.
std::string problemOf(std::span<const Vec3> points) {
  if (!std::all_of(points.begin(), points.end(), [](const Vec3& p) { return p.allFinite(); })) {
    return "a coordinate is not a finite number";
  }
  if (points.size() < 4) {
    return fmt::format("{} point{} for a convex hull", points.size(), points.size() == 1 ? "" : "s");
  }
  const Vec3 widths = widthsOf(points);
  if (!(widths[2] > 0.0)) {
    return "all points of the convex hull are the same";
  }
  if (widths[1] <= kFlat * widths[2]) {
    return "the points of the convex hull lie on a line";
  }
  return widths[0] <= kFlat * widths[2] ? "the points of the convex hull lie in a plane" : std::string();
}

/// Face of the hull: its points in any order.
struct Face {
  Vec3 normal;
  std::vector<std::uint32_t> points;
};

/// Run of Qhull: its memory, and its messages, which are discarded.
class QhullRun {
 public:
  QhullRun() : messages_(std::fopen("/dev/null", "w")) { qh_zero(&qh_, messages_); }
  ~QhullRun() {
    qh_freeqhull(&qh_, !qh_ALL);
    int pieces = 0;
    int bytes = 0;
    qh_memfreeshort(&qh_, &pieces, &bytes);
    if (messages_ != nullptr) {
      std::fclose(messages_);
    }
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  /// Runs Qhull; returns zero when it succeeded. The coordinates must stay valid.
  int run(std::vector<double>& coordinates) {
    std::string command = "qhull Pp";
    return qh_new_qhull(&qh_, 3, static_cast<int>(coordinates.size() / 3), coordinates.data(), False, command.data(),
                        nullptr, messages_);
  }

  std::vector<Face> faces() {
    std::vector<Face> all;
    // The last entry of the list is no facet.
    for (facetT* facet = qh_.facet_list; facet != nullptr && facet->next != nullptr; facet = facet->next) {
      Face& face = all.emplace_back(Face{{facet->normal[0], facet->normal[1], facet->normal[2]}, {}});
      for (const setelemT* at = facet->vertices->e; at->p != nullptr; ++at) {
        face.points.push_back(static_cast<std::uint32_t>(qh_pointid(&qh_, static_cast<const vertexT*>(at->p)->point)));
      }
    }
    return all;
  }

 private:
  qhT qh_{};
  std::FILE* messages_;
};

/// Removes points of fewer than three faces: they lie in the middle of an edge and would only make flat triangles.
void keepCorners(std::vector<Face>& faces) {
  std::map<std::uint32_t, int> uses;
  for (const Face& face : faces) {
    for (const std::uint32_t point : face.points) {
      ++uses[point];
    }
  }
  for (Face& face : faces) {
    std::erase_if(face.points, [&](std::uint32_t point) { return uses[point] < 3; });
  }
}

/// Orders the points of a face anticlockwise seen from outside, the one with the lowest number first.
void sortAround(std::span<const Vec3> points, Face& face) {
  std::sort(face.points.begin(), face.points.end());
  const Vec3 u = face.normal.unitOrthogonal();
  const Vec3 v = face.normal.cross(u);
  Vec3 middle = Vec3::Zero();
  for (const std::uint32_t point : face.points) {
    middle += points[point] / static_cast<double>(face.points.size());
  }
  std::vector<std::pair<double, std::uint32_t>> around;
  for (const std::uint32_t point : face.points) {
    const Vec3 arm = points[point] - middle;
    around.emplace_back(std::atan2(v.dot(arm), u.dot(arm)), point);
  }
  std::sort(around.begin(), around.end());
  const auto first =
      std::min_element(around.begin(), around.end(), [](auto& a, auto& b) { return a.second < b.second; });
  std::rotate(around.begin(), first, around.end());
  std::transform(around.begin(), around.end(), face.points.begin(), [](const auto& one) { return one.second; });
}

Triangles trianglesOf(std::span<const Vec3> points, std::vector<Face> faces) {
  keepCorners(faces);
  Triangles triangles;
  for (Face& face : faces) {
    sortAround(points, face);
    for (std::size_t i = 2; i < face.points.size(); ++i) {
      triangles.corners.push_back({face.points[0], face.points[i - 1], face.points[i]});
    }
  }
  std::sort(triangles.corners.begin(), triangles.corners.end());
  // Gives the corners numbers of their own, in the order of the given points.
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (const Corners& corners : triangles.corners) {
    for (const std::uint32_t corner : corners) {
      numbers.emplace(corner, 0);
    }
  }
  for (auto& [point, number] : numbers) {
    number = static_cast<std::uint32_t>(triangles.points.size());
    triangles.points.push_back(points[point]);
  }
  for (Corners& corners : triangles.corners) {
    for (std::uint32_t& corner : corners) {
      corner = numbers[corner];
    }
  }
  return triangles;
}

}  // namespace

ConvexHull convexHull(std::span<const Vec3> points) {
  if (std::string problem = problemOf(points); !problem.empty()) {
    return hullRefusal(std::move(problem), "give four points or more that span a volume");
  }
  std::vector<double> coordinates;
  coordinates.reserve(3 * points.size());
  for (const Vec3& point : points) {
    coordinates.insert(coordinates.end(), {point.x(), point.y(), point.z()});
  }
  QhullRun qhull;
  if (const int trouble = qhull.run(coordinates); trouble != 0) {
    return hullRefusal(fmt::format("the convex hull cannot be found (Qhull says {})", trouble),
                       "give fewer points, or points that are less close together");
  }
  return {trianglesOf(points, qhull.faces()), {}, {}};
}

}  // namespace scree
