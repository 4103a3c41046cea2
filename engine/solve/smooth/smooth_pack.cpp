#include "engine/solve/smooth/smooth_pack.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/contacts/stretched_spring.h"
#include "engine/solve/smooth/smooth_constants.h"

namespace scree {

namespace {

constexpr auto kWidth = static_cast<std::uint32_t>(kSmoothWidth);

std::uint32_t wholeVectors(std::uint32_t n) { return (n + kWidth - 1) / kWidth * kWidth; }

/// Spreads the lowest 21 bits so that two zeros follow each.
std::uint64_t spread(std::uint64_t bits) {
  bits &= 0x1FFFFF;
  bits = (bits | bits << 32U) & 0x1F00000000FFFF;
  bits = (bits | bits << 16U) & 0x1F0000FF0000FF;
  bits = (bits | bits << 8U) & 0x100F00F00F00F00F;
  bits = (bits | bits << 4U) & 0x10C30C30C30C30C3;
  return (bits | bits << 2U) & 0x1249249249249249;
}

/// Places of cells along a curve that goes through space, so that near ones are mostly near in memory.
void setCodes(const World& world, const ContactList& list, SmoothWork& work) {
  const Particles& particles = world.particles;
  Vec3 lowest = Vec3::Constant(std::numeric_limits<double>::infinity());
  double size = 0.0;
  for (const std::uint32_t slot : list.active) {
    lowest = lowest.cwiseMin(particles.position[slot]);
    size = std::max(size, 2.0 * particles.radius[slot]);
  }
  work.codes.clear();
  for (const std::uint32_t slot : list.active) {
    const Vec3 cell = ((particles.position[slot] - lowest) / size).cwiseMin(smooth::kMostCells);
    // In a damaged state a place may be no number: that is cell 0.
    const auto along = [&cell](int axis) { return spread(static_cast<std::uint64_t>(std::max(0.0, cell[axis]))); };
    work.codes.emplace_back(along(0) | along(1) << 1U | along(2) << 2U, slot);
  }
  std::sort(work.codes.begin(), work.codes.end());
}

SmoothGrain grainOf(const Particles& particles, std::uint32_t slot) {
  SmoothGrain grain;
  const auto copy = [](const Vec3& from, std::array<double, 3>& to) { std::copy_n(from.data(), 3, to.begin()); };
  copy(particles.position[slot], grain.position);
  copy(particles.velocity[slot], grain.velocity);
  copy(particles.angularVelocity[slot], grain.spin);
  std::copy_n(particles.orientation[slot].coeffs().data(), 4, grain.orientation.begin());
  grain.radius = particles.radius[slot];
  grain.inverseMass = 1.0 / particles.mass[slot];
  grain.inverseInertia = 1.0 / particles.inertia(slot);
  return grain;
}

/// Sorts the contacts that are near into pieces, sides and laws, and makes the groups of these.
class Packing {
 public:
  Packing(const World& world, const ContactList& list, double reach, SmoothWork& work)
      : world_(world),
        particles_(world.particles),
        list_(list),
        work_(work),
        reach_(reach),
        stretches_(stretchesCollisions(world.parameters)),
        laws_(static_cast<std::uint32_t>(world.materials.pairs.size())) {}

  void pack() {
    count();
    makeGroups();
    fill();
    setRows();
    listOthers();
  }

 private:
  void count() {
    work_.counts.assign(work_.pieces.size() * 2 * laws_, 0);
    work_.groupOf.resize(list_.contacts.size());
    for (std::size_t i = 0; i < list_.contacts.size(); ++i) {
      if (!(work_.gaps[i] < reach_)) {
        work_.groupOf[i] = kNoSmoothContact;
        continue;
      }
      const Contact& contact = list_.contacts[i];
      const std::uint32_t piece = work_.places[contact.a] / smooth::kGrainsAPiece;
      const std::uint32_t side = contact.b == kNoParticle ? 1 : 0;
      work_.groupOf[i] = (2 * piece + side) * laws_ + contact.law;
      ++work_.counts[work_.groupOf[i]];
    }
  }

  void makeGroups() {
    work_.groups.clear();
    std::uint32_t batches = 0;
    std::uint32_t surfaces = 0;
    for (std::uint32_t p = 0; p < work_.pieces.size(); ++p) {
      SmoothPiece& piece = work_.pieces[p];
      piece.firstGroup = static_cast<std::uint32_t>(work_.groups.size());
      for (std::uint32_t g = 0; g < 2 * laws_; ++g) {
        std::uint32_t& count = work_.counts[2 * p * laws_ + g];
        const std::uint32_t last = batches + wholeVectors(count) / kWidth;
        if (count > 0) {
          SmoothGroup& group = work_.groups.emplace_back();
          group = {.first = batches, .last = last, .law = g < laws_ ? g : g - laws_};
          if (g >= laws_) {
            group.firstSurfaces = surfaces;
            surfaces += last - batches;
          }
        }
        count = batches * kWidth;  // its next lane
        batches = last;
      }
      piece.lastGroup = static_cast<std::uint32_t>(work_.groups.size());
    }
    work_.batches.resize(batches);
    work_.found.resize(batches);
    work_.given.assign(stretches_ ? batches : 0, SmoothGiven{});
    work_.surfaces.resize(surfaces);
    work_.contacts.assign(std::size_t{batches} * kWidth, kNoSmoothContact);
  }

  void fill() {
    for (std::size_t i = 0; i < list_.contacts.size(); ++i) {
      if (work_.groupOf[i] != kNoSmoothContact) {
        const std::uint32_t at = work_.counts[work_.groupOf[i]]++;
        work_.contacts[at] = static_cast<std::uint32_t>(i);
        const double mass = fillLane(i, work_.batches[at / kWidth], at % kWidth);
        if (stretches_) {
          work_.given[at / kWidth].mass[at % kWidth] = mass;
          work_.given[at / kWidth].stiffness[at % kWidth] = work_.springs[i].given;
        }
      }
    }
  }

  /// Returns the effective mass [kg].
  double fillLane(std::size_t i, SmoothBatch& batch, std::size_t lane) const {
    const Contact& contact = list_.contacts[i];
    const double radius = particles_.radius[contact.a];
    const double mass = effectiveMassOf(world_, contact);
    double radii = radius;
    batch.a[lane] = batch.b[lane] = kGrainNumbers * work_.places[contact.a];
    if (contact.b != kNoParticle) {
      batch.b[lane] = kGrainNumbers * work_.places[contact.b];
      radii += particles_.radius[contact.b];
    }
    const SmoothPair& pair = work_.pairs[contact.law];
    batch.radius[lane] = effectiveRadiusOf(particles_, contact);
    batch.stiffness[lane] = springOf(pair.law, batch.radius[lane]).stiffness;
    if (pair.stretched.isOn() && !pair.stretched.isHertz) {
      batch.stiffness[lane] = std::min(batch.stiffness[lane], pair.stretched.slope * mass);
    }
    batch.damping[lane] = 2.0 * pair.damping * std::sqrt(mass);
    batch.shareA[lane] = radius / radii;
    const SmoothSprings& springs = work_.springs[i];
    for (int axis = 0; axis < 3; ++axis) {
      const auto k = static_cast<std::size_t>(axis);
      batch.tangential[k][lane] = springs.tangential[axis];
      batch.rolling[k][lane] = work_.laws[contact.law].rolls ? springs.rolling[axis] : 0.0;
    }
    batch.twisting[lane] = work_.laws[contact.law].twists ? springs.twisting : 0.0;
    batch.rest[lane] = springs.rest;
    return mass;
  }

  /// Gives the contacts of each piece their rows, and fills lanes that have none.
  void setRows() {
    work_.rowOf.resize(work_.slots.size());
    work_.pieceOf.assign(work_.slots.size(), UINT32_MAX);
    work_.foreign.clear();
    std::uint32_t rows = 0;
    for (std::uint32_t p = 0; p < work_.pieces.size(); ++p) {
      SmoothPiece& piece = work_.pieces[p];
      piece.firstRow = rows;
      rows += wholeVectors(piece.lastGrain - piece.firstGrain);
      for (std::uint32_t g = piece.firstGroup; g < piece.lastGroup; ++g) {
        const SmoothGroup& group = work_.groups[g];
        for (std::uint32_t i = group.first; i < group.last; ++i) {
          for (std::size_t lane = 0; lane < kSmoothWidth; ++lane) {
            setRow(p, group, work_.contacts[i * kSmoothWidth + lane] != kNoSmoothContact, i, lane, rows);
          }
        }
      }
      piece.lastRow = rows;
    }
    work_.rows.assign(rows, SmoothRow{});
  }

  void setRow(std::uint32_t p, const SmoothGroup& group, bool isFilled, std::uint32_t i, std::size_t lane,
              std::uint32_t& rows) {
    const SmoothPiece& piece = work_.pieces[p];
    SmoothBatch& batch = work_.batches[i];
    if (!isFilled) {
      batch.a[lane] = kGrainNumbers * piece.firstGrain;
      batch.b[lane] = kGrainNumbers * static_cast<std::uint32_t>(work_.grains.size() - 1);
      batch.rowA[lane] = batch.rowB[lane] = kRowNumbers * piece.firstRow;
      batch.stiffness[lane] = batch.damping[lane] = batch.radius[lane] = batch.shareA[lane] = 0.0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        batch.tangential[axis][lane] = batch.rolling[axis][lane] = 0.0;
      }
      batch.twisting[lane] = batch.rest[lane] = 0.0;
      return;
    }
    batch.rowA[lane] = kRowNumbers * (piece.firstRow + (batch.a[lane] / kGrainNumbers - piece.firstGrain));
    const std::uint32_t b = batch.b[lane] / kGrainNumbers;
    if (group.hasSurfaces()) {
      batch.rowB[lane] = batch.rowA[lane];
    } else if (b >= piece.firstGrain && b < piece.lastGrain) {
      batch.rowB[lane] = kRowNumbers * (piece.firstRow + (b - piece.firstGrain));
    } else {
      if (work_.pieceOf[b] != p) {
        work_.pieceOf[b] = p;
        work_.rowOf[b] = rows++;
        work_.foreign.emplace_back(b, work_.rowOf[b]);
      }
      batch.rowB[lane] = kRowNumbers * work_.rowOf[b];
    }
  }

  /// Lists the rows of each grain in other pieces, in the order of these.
  void listOthers() {
    std::vector<std::uint32_t>& firsts = work_.firstOthers;
    firsts.assign(work_.slots.size() + 2, 0);
    for (const auto& [place, row] : work_.foreign) {
      ++firsts[place + 2];
    }
    for (std::size_t i = 2; i < firsts.size(); ++i) {
      firsts[i] += firsts[i - 1];
    }
    work_.others.resize(firsts.back());
    // While it is filled, firsts[i + 1] is the next free entry of place i.
    for (const auto& [place, row] : work_.foreign) {
      work_.others[firsts[place + 1]++] = row;
    }
  }

  const World& world_;
  const Particles& particles_;
  const ContactList& list_;
  SmoothWork& work_;
  double reach_;
  bool stretches_;
  std::uint32_t laws_;
};

}  // namespace

void setSmoothLaws(const World& world, SmoothWork& work) {
  const Materials& materials = world.materials;
  work.pairs.resize(materials.pairs.size());
  work.laws.resize(materials.pairs.size());
  for (std::uint32_t i = 0; i < materials.pairs.size(); ++i) {
    const SmoothPair& pair = work.pairs[i] = smoothPair(world, i);
    const PairLaw& law = pair.law;
    const StretchedLaw& stretched = pair.stretched;
    const bool isStretched = stretched.isOn() && stretched.isHertz;
    work.laws[i] = {.isHertz = law.law == StiffnessLaw::hertz,
                    .rolls = law.rollingResistance > 0.0,
                    .twists = law.twisting * law.friction > 0.0,
                    .slopeFactor = law.law == StiffnessLaw::hertz ? 1.5 : 1.0,
                    .share = pair.tangentialShare,
                    .shareRoot = std::sqrt(pair.tangentialShare),
                    .friction = law.friction,
                    .rolling = law.rollingResistance,
                    .rollingRadius = law.rollingIsLength ? 0.0 : 1.0,
                    .twisting = law.twisting * law.friction,
                    .isStretched = isStretched,
                    .giving = isStretched ? stretched.collision.stiffness(1.0, 1.0) : 0.0,
                    .dashpot = isStretched ? stretched.collision.dashpot(1.0) : 0.0,
                    .straightRoot = stretched.slope / 1.5};
  }
}

double placeGrains(const World& world, const ContactList& list, SmoothWork& work) {
  setCodes(world, list, work);
  const auto count = static_cast<std::uint32_t>(work.codes.size());
  work.slots.resize(count);
  work.places.resize(world.particles.size());
  work.grains.resize(wholeVectors(count) + 1);
  double fastest = 0.0;
  for (std::uint32_t place = 0; place < count; ++place) {
    const std::uint32_t slot = work.codes[place].second;
    work.slots[place] = slot;
    work.places[slot] = place;
    work.grains[place] = grainOf(world.particles, slot);
    fastest = std::max(fastest, world.particles.velocity[slot].squaredNorm());
  }
  std::fill(work.grains.begin() + count, work.grains.end(), SmoothGrain{});
  work.grains.back().position = {smooth::kFar, smooth::kFar, smooth::kFar};
  work.pieces.resize((count + smooth::kGrainsAPiece - 1) / smooth::kGrainsAPiece);
  for (std::uint32_t p = 0; p < work.pieces.size(); ++p) {
    work.pieces[p].firstGrain = p * smooth::kGrainsAPiece;
    work.pieces[p].lastGrain = std::min(count, (p + 1) * smooth::kGrainsAPiece);
  }
  return std::sqrt(fastest);
}

void packContacts(const World& world, const ContactList& list, double reach, SmoothWork& work) {
  Packing(world, list, reach, work).pack();
}

void unpackSprings(SmoothWork& work) {
  std::fill(work.springs.begin(), work.springs.end(), SmoothSprings{});
  for (std::size_t at = 0; at < work.contacts.size(); ++at) {
    if (work.contacts[at] != kNoSmoothContact) {
      const SmoothBatch& batch = work.batches[at / kSmoothWidth];
      const std::size_t lane = at % kSmoothWidth;
      const auto vector = [lane](const std::array<SmoothLane, 3>& of) {
        return Vec3(of[0][lane], of[1][lane], of[2][lane]);
      };
      work.springs[work.contacts[at]] = {.tangential = vector(batch.tangential),
                                         .rolling = vector(batch.rolling),
                                         .twisting = batch.twisting[lane],
                                         .rest = batch.rest[lane],
                                         .given = givenIn(work, at)};
    }
  }
}

void putGrainsBack(const SmoothWork& work, ThreadPool* threads, Particles& particles) {
  forPieces(threads, work.slots.size(), smooth::kGrainsAPiece, [&](std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place) {
      const SmoothGrain& grain = work.grains[place];
      const std::uint32_t slot = work.slots[place];
      particles.position[slot] = Eigen::Map<const Vec3>(grain.position.data());
      particles.velocity[slot] = Eigen::Map<const Vec3>(grain.velocity.data());
      particles.angularVelocity[slot] = Eigen::Map<const Vec3>(grain.spin.data());
      std::copy_n(grain.orientation.begin(), 4, particles.orientation[slot].coeffs().data());
    }
  });
}

}  // namespace scree
