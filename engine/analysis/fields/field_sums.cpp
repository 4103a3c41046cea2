#include "engine/analysis/fields/field_sums.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/analysis/fields/field_kernels.h"
#include "engine/base/parallel.h"

namespace scree {

namespace {

constexpr std::size_t kPiece = 4096;       // points or nodes a piece
constexpr std::size_t kPointsAtOnce = 32;  // points a call of a kernel
constexpr int kReach = 3;                  // planes of nodes that a weight touches
constexpr double kLongestPiece = 1.25;     // longest piece of a branch vector with one pair of points, in spacings

static_assert(sizeof(GrainSum) == 16 * sizeof(double) && sizeof(ContactSum) == 8 * sizeof(double));

/// Places of points among the nodes of a grid.
class Lattice {
 public:
  explicit Lattice(const FieldGrid& grid)
      : grid_(grid), perSpacing_(1.0 / grid.spacing), first_(grid.first[0], grid.first[1], grid.first[2]) {}

  /// A point in spacings from the first node.
  Vec3 scaled(const Vec3& point) const { return point * perSpacing_ - first_; }
  /// The same of one coordinate.
  double along(double x, Eigen::Index axis) const { return x * perSpacing_ - first_[axis]; }
  /// True if all nodes among which the point is shared out are in the grid.
  bool holds(const Vec3& scaled) const {
    return scaled.x() >= 0.5 && scaled.y() >= 0.5 && scaled.z() >= 0.5 &&
           scaled.x() + 1.5 < static_cast<double>(grid_.size[0]) &&
           scaled.y() + 1.5 < static_cast<double>(grid_.size[1]) &&
           scaled.z() + 1.5 < static_cast<double>(grid_.size[2]);
  }
  /// Sets nodes and weights of a point in the grid: along each axis the quadratic B-spline at the nearest node and its
  /// neighbours, three numbers that add up to 1.
  template <std::size_t kNumbers>
  void place(const Vec3& scaled, SharedPoint<kNumbers>& point) const {
    std::array<int, 3> low{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double x = scaled[static_cast<Eigen::Index>(axis)];
      const int nearest = static_cast<int>(x + 0.5);
      const double t = x - nearest;
      low[axis] = nearest - 1;
      point.weights[axis] = {0.5 * (0.5 - t) * (0.5 - t), 0.75 - t * t, 0.5 * (0.5 + t) * (0.5 + t)};
    }
    point.node = grid_.indexOf(low[0], low[1], low[2]);
  }

 private:
  FieldGrid grid_;
  double perSpacing_;
  Vec3 first_;
};

/// Branch vector of a contact [m]: from the centre of a to that of b, or to the place on a body.
Vec3 branchOf(const World& world, const ForceContact& contact) {
  const Particles& particles = world.particles;
  return contact.b == kNoParticle ? Vec3(particles.radius[contact.a] * contact.normal.cast<double>())
                                  : Vec3(otherCentre(world, contact) - particles.position[contact.a]);
}

/// Share of the symmetric part of the branch vector times the force on b [J].
std::array<double, 8> virialOf(const ForceContact& contact, const Vec3& branch, double share) {
  const Vec3 force = share * (double{contact.force} * contact.normal.cast<double>() + contact.friction.cast<double>());
  return {force.x() * branch.x(),
          force.y() * branch.y(),
          force.z() * branch.z(),
          0.5 * (force.x() * branch.y() + force.y() * branch.x()),
          0.5 * (force.y() * branch.z() + force.z() * branch.y()),
          0.5 * (force.x() * branch.z() + force.z() * branch.x()),
          0.0,
          0.0};
}

/// Points on branch vectors, the nodes of Gauss's rule with two points on each of equal pieces: all points have the
/// same share of their branch vector.
struct BranchPoints {
  std::uint32_t pieces = 1;
  double share = 0.5;
  int reach = 1;  ///< largest distance of the nodes nearest to two points of a branch vector, along an axis

  BranchPoints(const Particles& particles, double spacing) {
    const double longest = particles.size() == 0 ? 0.0 : 2.0 * *std::ranges::max_element(particles.radius);
    pieces = static_cast<std::uint32_t>(std::max(1.0, std::ceil(longest / (kLongestPiece * spacing))));
    share = 0.5 / pieces;
    reach = static_cast<int>(std::ceil(longest / spacing)) + 1;
  }
  /// Part of the branch vector up to one of its points.
  double partOf(std::uint32_t point) const {
    constexpr double kSide = 0.5 / std::numbers::sqrt3;
    return 2.0 * share * (point / 2 + 0.5 + (point % 2 == 0 ? -kSide : kSide));
  }
};

/// Numbers that a grain adds to a node of weight 1; its moment is that about the origin of the grid.
std::array<double, 16> numbersOf(const Particles& particles, std::size_t i, double touches, const Vec3& origin) {
  const double mass = particles.mass[i];
  const Vec3& v = particles.velocity[i];
  const Vec3 p = mass * v;
  const Vec3 moment = mass * (particles.position[i] - origin);
  return {mass,          sphereVolume(particles.radius[i]),
          1.0,           touches,
          p.x(),         p.y(),
          p.z(),         moment.x(),
          moment.y(),    moment.z(),
          p.x() * v.x(), p.y() * v.y(),
          p.z() * v.z(), p.x() * v.y(),
          p.y() * v.z(), p.x() * v.z()};
}

}  // namespace

/// Sorts the items by their slabs, in their order within each.
void CoarseGrainer::sort(std::size_t slabs) {
  starts_.assign(slabs + 1, 0);
  for (const std::uint16_t slab : slab_) {
    ++starts_[slab + std::size_t{1}];
  }
  for (std::size_t i = 1; i < starts_.size(); ++i) {
    starts_[i] += starts_[i - 1];
  }
  order_.resize(slab_.size());
  next_.assign(starts_.begin(), starts_.end() - 1);
  for (std::size_t i = 0; i < slab_.size(); ++i) {
    order_[next_[slab_[i]]++] = static_cast<std::uint32_t>(i);
  }
}

/// Shares out the items in `slab_`: grains, or contacts with their points. span(index) gives an item's ends along the
/// branch vector, of which all its points lie between; emit(index, take) calls take(place, numbers) for each point.
/// Slabs lie along the longest axis and are so thick that an item touches its own and the next one only: even slabs
/// never meet each other, nor do odd ones, and each node has the items of an even slab before those of an odd one.
template <typename Sum, typename Span, typename Emit>
void CoarseGrainer::share(const FieldGrid& grid, int thickness, ThreadPool* threads, std::vector<Sum>& sums, Span span,
                          Emit emit) {
  constexpr std::size_t kNumbers = sizeof(Sum) / sizeof(double);
  const Lattice lattice(grid);
  const auto axis = std::ranges::max_element(grid.size) - grid.size.begin();
  const int last = grid.size[static_cast<std::size_t>(axis)] - 1;
  forPieces(threads, slab_.size(), kPiece, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::array<double, 2> ends = span(i, axis);
      const double low = std::floor(lattice.along(std::min(ends[0], ends[1]), axis) - 0.5);
      slab_[i] = static_cast<std::uint16_t>(std::clamp(low, 0.0, static_cast<double>(last)) / thickness);
    }
  });
  sort(static_cast<std::size_t>(last / thickness) + 1);
  const std::size_t row = grid.indexOf(0, 1, 0);
  const std::size_t plane = grid.indexOf(0, 0, 1);
  const std::size_t slabs = starts_.size() - 1;
  for (std::size_t odd = 0; odd < 2; ++odd) {
    forChunks(threads, (slabs + 1 - odd) / 2, [&](std::size_t chunk) {
      const std::size_t slab = 2 * chunk + odd;
      std::array<SharedPoint<kNumbers>, kPointsAtOnce> points;
      std::size_t count = 0;
      const auto flush = [&] {
        shareOut(std::span<const SharedPoint<kNumbers>>(points.data(), count), row, plane,
                 reinterpret_cast<double*>(sums.data()));
        count = 0;
      };
      const auto take = [&](const Vec3& place, const std::array<double, kNumbers>& numbers) {
        const Vec3 scaled = lattice.scaled(place);
        if (!lattice.holds(scaled)) {
          return;
        }
        points[count].numbers = numbers;
        lattice.place(scaled, points[count]);
        if (++count == kPointsAtOnce) {
          flush();
        }
      };
      for (std::size_t at = starts_[slab]; at < starts_[slab + 1]; ++at) {
        emit(order_[at], take);
      }
      flush();
    });
  }
}

void CoarseGrainer::addGrains(const World& world, std::span<const ForceContact> contacts, ThreadPool* threads,
                              FieldSums& sums) {
  const Particles& particles = world.particles;
  const FieldGrid& grid = sums.grid;
  const Vec3 origin = grid.origin();
  touches_.assign(particles.size(), 0);
  for (const ForceContact& contact : contacts) {
    ++touches_[contact.a];
    if (contact.b != kNoParticle) {
      ++touches_[contact.b];
    }
  }
  slab_.resize(particles.size());
  share(
      grid, kReach, threads, sums.grains,
      [&](std::size_t i, Eigen::Index axis) {
        return std::array<double, 2>{particles.position[i][axis], particles.position[i][axis]};
      },
      [&](std::size_t i, const auto& take) {
        take(particles.position[i], numbersOf(particles, i, static_cast<double>(touches_[i]), origin));
      });
  const Lattice lattice(grid);
  sums.outside = sumPieces<std::size_t>(threads, particles.size(), kPiece, [&](std::size_t begin, std::size_t end) {
    std::size_t outside = 0;
    for (std::size_t i = begin; i < end; ++i) {
      outside += lattice.holds(lattice.scaled(particles.position[i])) ? 0U : 1U;
    }
    return outside;
  });
  // Moments about the nodes themselves.
  forPieces(threads, grid.nodes(), kPiece, [&](std::size_t begin, std::size_t end) {
    for (std::size_t node = begin; node < end; ++node) {
      GrainSum& sum = sums.grains[node];
      const Vec3 way = sum.mass * (grid.positionOf(node) - origin);
      sum.moment = {sum.moment[0] - way.x(), sum.moment[1] - way.y(), sum.moment[2] - way.z()};
    }
  });
}

void CoarseGrainer::addContacts(const World& world, std::span<const ForceContact> contacts, ThreadPool* threads,
                                FieldSums& sums) {
  const Particles& particles = world.particles;
  const BranchPoints points(particles, sums.grid.spacing);
  slab_.resize(contacts.size());
  share(
      sums.grid, kReach + points.reach, threads, sums.contacts,
      [&](std::size_t i, Eigen::Index axis) {
        const ForceContact& contact = contacts[i];
        const double from = particles.position[contact.a][axis];
        const double to = contact.b == kNoParticle ? from + particles.radius[contact.a] * double{contact.normal[axis]}
                                                   : otherCentre(world, contact)[axis];
        return std::array<double, 2>{from, to};
      },
      [&](std::size_t i, const auto& take) {
        const ForceContact& contact = contacts[i];
        const Vec3& from = particles.position[contact.a];
        const Vec3 branch = branchOf(world, contact);
        const std::array<double, 8> numbers = virialOf(contact, branch, points.share);
        for (std::uint32_t point = 0; point < 2 * points.pieces; ++point) {
          take(from + points.partOf(point) * branch, numbers);
        }
      });
}

void CoarseGrainer::grain(const World& world, std::span<const ForceContact> contacts, const FieldGrid& grid,
                          ThreadPool* threads, FieldSums& sums) {
  sums.grid = grid;
  sums.snapshots = 1.0;
  sums.outside = 0;
  sums.grains.resize(grid.nodes());
  sums.contacts.resize(grid.nodes());
  forPieces(threads, grid.nodes(), kPiece, [&](std::size_t begin, std::size_t end) {
    std::fill_n(sums.grains.data() + begin, end - begin, GrainSum{});
    std::fill_n(sums.contacts.data() + begin, end - begin, ContactSum{});
  });
  if (grid.nodes() > 0) {
    addGrains(world, contacts, threads, sums);
    addContacts(world, contacts, threads, sums);
  }
}

GrainSum& GrainSum::operator+=(const GrainSum& other) {
  mass += other.mass;
  volume += other.volume;
  count += other.count;
  contacts += other.contacts;
  for (std::size_t c = 0; c < 3; ++c) {
    momentum[c] += other.momentum[c];
    moment[c] += other.moment[c];
  }
  for (std::size_t c = 0; c < 6; ++c) {
    transport[c] += other.transport[c];
  }
  return *this;
}

ContactSum& ContactSum::operator+=(const ContactSum& other) {
  for (std::size_t c = 0; c < 6; ++c) {
    virial[c] += other.virial[c];
  }
  return *this;
}

void FieldAverage::add(const FieldSums& sums) {
  if (sums_.grid.nodes() == 0 || sums_.grid.spacing != sums.grid.spacing) {
    sums_ = sums;
    return;
  }
  const FieldGrid both = gridOfBoth(sums_.grid, sums.grid);
  if (both != sums_.grid) {
    FieldAverage wider;
    wider.sums_ = {.grid = both, .snapshots = 0.0};
    wider.sums_.grains.resize(both.nodes());
    wider.sums_.contacts.resize(both.nodes());
    wider.add(sums_);
    sums_ = std::move(wider.sums_);
  }
  for (std::size_t node = 0; node < sums.grid.nodes(); ++node) {
    const std::array<int, 3> place = sums.grid.placeOf(node);
    const std::size_t to =
        both.indexOf(place[0] + sums.grid.first[0] - both.first[0], place[1] + sums.grid.first[1] - both.first[1],
                     place[2] + sums.grid.first[2] - both.first[2]);
    sums_.grains[to] += sums.grains[node];
    sums_.contacts[to] += sums.contacts[node];
  }
  sums_.snapshots += sums.snapshots;
  sums_.outside += sums.outside;
}

}  // namespace scree
