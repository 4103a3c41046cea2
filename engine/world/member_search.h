#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/world/member_cells.h"
#include "engine/world/sphere_lanes.h"

namespace scree {

/// Who looks for members of an aggregate.
struct MemberView {
  Vec3 local = Vec3::Zero();  ///< place in its frame [m]
  double own = 0.0;           ///< how far it reaches beside the members' share [m], at least 0
};

/// A member that a view meets.
struct MetMember {
  std::uint32_t view = 0;  ///< place in the list of views
  std::uint32_t slot = 0;
};

/// Finds what MemberCells::forMeeting() finds for many views at once, of whom most meet nobody: while one waits for
/// memory, others are looked after. Keeps its memory from call to call.
class MemberSearch {
 public:
  /// In no particular order; stays until the next call.
  std::span<const MetMember> find(const MemberCells& cells, std::span<const MemberView> views, double share);

 private:
  /// The place of the cells that a view is in.
  struct Home {
    std::uint64_t key = 0;
    std::uint32_t within = 0;  ///< bits of the places around it that the view reaches
    bool tellsAll = false;     ///< the view reaches no farther
  };
  /// A view that reaches places that hold something.
  struct Seeing {
    std::uint64_t key = 0;  ///< of its home
    std::uint32_t view = 0;
    std::uint32_t places = 0;  ///< bits
    SphereLook sphere{};       ///< at nothing yet
  };
  /// A view's look at a place.
  struct Look {
    std::uint64_t key = 0;
    std::size_t place = 0;  ///< in the table, where the key should be
    std::uint32_t view = 0;
    std::uint32_t cell = 0;
  };

  void findHomes(const MemberCells& cells, std::span<const MemberView> views, double share);
  void findSeeing(const MemberCells& cells, std::span<const MemberView> views, double share);
  void listLooks(const MemberCells& cells);
  void findCells(const MemberCells& cells);
  void makeRoom(std::size_t looks);

  std::vector<Home> homes_;           ///< by view
  std::vector<Seeing> seeing_;        ///< behind the last is one that sees nothing
  std::vector<Look> looks_;           ///< the first lookCount_
  std::vector<SphereLook> spheres_;   ///< by look
  std::vector<std::uint32_t> lanes_;  ///< by look
  std::size_t lookCount_ = 0;
  std::vector<MetMember> met_;
};

}  // namespace scree
