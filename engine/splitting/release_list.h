#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/splitting/split_work.h"
#include "engine/world/world.h"

namespace scree {

/// Collects members to be released; the first cause of a member counts.
class Releases {
 public:
  Releases(const World& world, SplitWork& scratch);

  void add(const Release& release) { open(release, 1); }
  /// Adds the member and all within `depth` - 1 kept contacts of it. Goes on through layers that another event has
  /// opened already: the order of events must not matter.
  void addLayers(const Release& release, int depth);
  /// Adds all members of an aggregate; the cost is in proportion to their number.
  void addAll(std::uint32_t aggregate, const Release& why);
  /// Returns the releases by slot and clears the marks. Call it once, after all adds; the span refers to the storage of
  /// `scratch`.
  std::span<const Release> take();

 private:
  /// Lists a member unless it is listed. True if there is more to open behind it: `layers`, the member being the first,
  /// exceed all that was asked for before.
  bool open(const Release& release, int layers);

  const World& world_;
  std::vector<char>& marked_;  ///< layers to open from each member on
  std::vector<Release>& list_;
};

}  // namespace scree
