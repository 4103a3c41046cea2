#pragma once

#include <array>
#include <span>
#include <vector>

#include "engine/base/types.h"
#include "engine/collision/cells.h"
#include "engine/collision/grid_levels.h"
#include "engine/collision/partners.h"

namespace scree {

class ThreadPool;

/// Two particle slots, first < second.
struct ParticlePair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  auto operator<=>(const ParticlePair&) const = default;
};

/// Finds touching spheres with a grid of several cell sizes, each twice the next finer one (the coarsest may be less):
/// every sphere lives in the level whose cells hold it, and looks for partners in its own level; of two levels, the
/// spheres of one look in the other as well, mostly those of the finer one, or the coarser's where they are few. Right
/// for any size ratio and any spread; fast where few spheres share a cell. Storage is kept from one search to the next.
class Grid {
  // Wide: the arrays of one search are kept, so that the next one allocates nothing.
 public:
  /// All pairs with distance <= kTouch·(r_a + r_b) + m_a + m_b, ascending. `margins` are extra reaches m >= 0 [m];
  /// empty: none. Non-finite positions, and radii or margins that are not finite, find nobody. Slots are below 2^31.
  /// The result does not depend on the pool (null: one thread).
  void findPairs(std::span<const Vec3> positions, std::span<const double> radii, std::span<const double> margins,
                 ThreadPool* threads, std::vector<ParticlePair>& pairs);

  /// Slots of the finite spheres of the last search, larger spheres first where sizes differ by more than a factor of
  /// two, then cell by cell along z, y and x, then ascending: neighbours in space are mostly near each other. Depends
  /// on the arguments of that search only. Valid until the next one.
  std::span<const std::uint32_t> spatialOrder() const {
    return {reinterpret_cast<const std::uint32_t*>(order_.data()), finite_};
  }

 private:
  struct Entry {
    float x = 0.0F;  ///< over the largest reach, from the origin
    float y = 0.0F;
    float z = 0.0F;
    float reach = 0.0F;
    std::uint32_t cell = 0;
    std::uint32_t slot = 0;
  };

  void survey(const Spheres& spheres, ThreadPool* threads);
  void surveySizes(const Spheres& spheres, ThreadPool* threads);
  void chooseLevels(const Spheres& spheres);
  void lookFromFiner();
  void chooseCells(const Spheres& spheres, ThreadPool* threads);
  void sortBySlab(const Spheres& spheres, ThreadPool* threads);
  void sortByCell(ThreadPool* threads);
  void sortSlab(std::size_t slab);
  void search(const Spheres& spheres, ThreadPool* threads);
  void groupForeign();
  void join(std::size_t count, ThreadPool* threads, std::vector<ParticlePair>& pairs);
  void joinChunk(std::size_t begin, std::size_t end, ParticlePair* out, ParticlePair* outEnd) const;

  SphereSurvey all_;
  std::vector<SphereSurvey> surveys_;  ///< by chunk of slots
  LevelPlan plan_;
  std::vector<CellLevel> levels_;
  Vec3 origin_ = Vec3::Zero();  ///< of the rounded centres
  std::size_t finite_ = 0;
  std::size_t tableSize_ = 0;

  std::vector<std::uint32_t> cellOf_;      ///< by slot; kNowhere: takes no part
  int slabShift_ = 0;                      ///< the slab of a cell is its index shifted right by this
  std::size_t slabs_ = 0;                  ///< runs of cells that are sorted as one piece of work
  std::vector<std::uint32_t> slabCounts_;  ///< by chunk of slots and slab; then where that part of the slab begins
  std::vector<std::uint32_t> slabStart_;   ///< by slab, then the end
  std::vector<Entry> entries_;             ///< by slab, then slot

  // by cell, then slot
  std::vector<std::uint32_t> start_;  ///< of each cell of the table; then the end
  std::vector<std::int32_t> order_;
  std::vector<std::uint32_t> cell_;
  std::vector<float> x_, y_, z_, reach_;

  std::vector<FoundPartners> found_;         ///< by chunk of the sorted spheres
  std::vector<PartnerRow> rows_;             ///< by slot
  std::vector<std::uint32_t> foreignStart_;  ///< by slot, then the end; empty: there are none
  std::vector<std::int32_t> foreign_;        ///< partners by slot, of slots whose partner found them
  std::vector<std::size_t> pairStart_;       ///< of each chunk of slots
};

}  // namespace scree
