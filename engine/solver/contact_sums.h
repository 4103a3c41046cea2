#pragma once

#include <algorithm>

#include "engine/solver/batch.h"

namespace scree {

/// What is summed up over contacts.
struct ContactSums {
  double shares = 0.0;     ///< of overlaps over the smaller diameter
  double worst = 0.0;      ///< the largest of them
  double elastic = 0.0;    ///< J
  double touching = 0.0;   ///< contacts
  double stiffness = 0.0;  ///< of dF/dδ over the mass [1/s²]: times (1/m_a + 1/m_b)/2, as in a chain of equal spheres

  ContactSums& operator+=(const ContactSums& other) {
    shares += other.shares;
    worst = std::max(worst, other.worst);
    elastic += other.elastic;
    touching += other.touching;
    stiffness += other.stiffness;
    return *this;
  }
};

/// Overlaps of a slab's touching contacts as at the last preparation, and the energy in them `time` [s] later by the
/// bodies' velocities now: k δ^(2 e_H)/(2 e_H) (method.md 3). Each from numbers in single precision.
ContactSums sumContacts(const Slab& slab, const BodyRow* bodies, double time);

}  // namespace scree
