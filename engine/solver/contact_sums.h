#pragma once

#include <algorithm>

#include "engine/solver/batch.h"

namespace scree {

/// Sums over touching contacts.
struct ContactSums {
  double shares = 0.0;     ///< sum of overlaps over the smaller diameter
  double worst = 0.0;      ///< largest overlap over the smaller diameter
  double elastic = 0.0;    ///< elastic energy [J]
  double touching = 0.0;   ///< number of contacts
  double stiffness = 0.0;  ///< sum of dF/dδ (1/m_a + 1/m_b)/2 [1/s²]
  double diameters = 0.0;  ///< sum of r_a + r_b, against a surface 2 r_a [m]
  /// Largest square of the ratio by which a step wants more substeps, so that no contact that is softer than its law
  /// overlaps much more under its load than the law says (stiffness_limit.h), or closes deep with far less than the
  /// law's force; 0 where none does.
  double softened = 0.0;

  ContactSums& operator+=(const ContactSums& other) {
    shares += other.shares;
    worst = std::max(worst, other.worst);
    elastic += other.elastic;
    touching += other.touching;
    stiffness += other.stiffness;
    diameters += other.diameters;
    softened = std::max(softened, other.softened);
    return *this;
  }
};

/// Overlaps of a slab's touching contacts as at the last preparation, and the energy in them `time` [s] later by the
/// bodies' velocities now: k δ^(2 e_H)/(2 e_H) (METHOD.md 12.2), k that of the row where the law's is limited to
/// S_n >= softest Υ/m, m the lighter mass. Each from numbers in single precision.
ContactSums sumContacts(const Slab& slab, const BodyRow* bodies, double time, float softest);

}  // namespace scree
