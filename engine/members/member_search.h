#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/members/member_cells.h"
#include "engine/members/member_homes.h"
#include "engine/members/sphere_lanes.h"

namespace scree {

/// A member that a view meets.
struct MetMember {
  std::uint32_t view = 0;  ///< place in the list of views
  std::uint32_t slot = 0;
};

/// Finds what MemberCells::forMeeting() finds for many views at once, of whom most meet nobody: while one waits for
/// memory, others are looked after. Keeps its memory from call to call.
class MemberSearch {
 public:
  /// By view, then by slot; stays until the next call.
  std::span<const MetMember> find(const MemberCells& cells, const MemberViews& views, double share);

 private:
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

  void findSeeing(const MemberCells& cells, const MemberViews& views, double share);
  void listLooks(const MemberCells& cells);
  void findCells(const MemberCells& cells);
  void makeRoom(std::size_t looks);
  void sortMet(bool byView);

  ViewHomes homes_;
  std::array<Seeing, MemberViews::kMost + 1> seeing_;  ///< behind the last is one that sees nothing
  std::vector<Look> looks_;                            ///< the first lookCount_
  std::vector<SphereLook> spheres_;                    ///< by look
  std::vector<std::uint32_t> lanes_;                   ///< by look
  std::size_t lookCount_ = 0;
  std::vector<MetMember> met_;
};

}  // namespace scree
