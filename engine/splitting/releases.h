#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/splitting/split_work.h"
#include "engine/world/world.h"

namespace scree {

/// Collects what is to be released; the first cause counts.
class Releases {
 public:
  Releases(const World& world, SplitWork& scratch);

  void add(const Release& release) { open(release, 1); }
  /// The member and those within `depth` - 1 contacts of it. Where another event opened fewer layers already, this one
  /// goes on through them: in what order events come must not matter.
  void addLayers(const Release& release, int depth);
  /// All members of an aggregate; costs by how many they are.
  void addAll(std::uint32_t aggregate, const Release& why);
  /// All of them, by slot; there are none any more.
  std::span<const Release> take();

 private:
  /// Lists a member unless it is listed. Whether there is more to open behind it: `layers` of them, it the first, are
  /// more than anything before asked for.
  bool open(const Release& release, int layers);

  const World& world_;
  std::vector<char>& marked_;  ///< layers to open from each member on
  std::vector<Release>& list_;
};

}  // namespace scree
