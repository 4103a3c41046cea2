#pragma once

#include <cstdint>
#include <vector>

#include "engine/contacts/contact_list.h"
#include "engine/solve/smooth/smooth_work.h"

namespace scree {

/// Attractions of the grains of smooth DEM, by place: each grain sums up those at its contacts, so that no two threads
/// write to one.
struct SmoothAttraction {
  std::vector<std::uint32_t> first;  ///< by place: first of its entries in `ends`; one more at the end; empty: none
  struct End {
    std::uint32_t contact = 0;
    bool isSecond = false;  ///< the grain is the second side
    bool hasMet = false;    ///< the sides have touched in this step
  };
  std::vector<End> ends;
  std::vector<Vec3> forces;        ///< by place, of the substep at hand [N]
  std::vector<double> onSurfaces;  ///< by contact: force towards the grain in the substep at hand [N]

  bool any() const { return !first.empty(); }
};

/// Lists the ends of the contacts that attract, for the places of the grains.
void listAttractions(const ContactList& list, const SmoothWork& work, SmoothAttraction& attraction);

/// Sums up the forces on the grains [first, last) where they are, with shapes as placed in the work. Adds the impulses
/// on surfaces over `time` [s] to those of the step.
void attractGrains(const World& world, ContactList& list, std::uint32_t first, std::uint32_t last, double time,
                   SmoothWork& work, SmoothAttraction& attraction);

/// Tells the contacts' attractions which sides have touched in the step.
void endAttraction(const SmoothAttraction& attraction, ContactList& list);

}  // namespace scree
