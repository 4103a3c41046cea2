#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/analysis/fields/field_grid.h"
#include "engine/analysis/force_network.h"

// Coarse graining of grains and contacts on a grid (METHOD.md 19.1).
namespace scree {

class ThreadPool;

/// Symmetric tensor: xx, yy, zz, xy, yz, xz, the order of VTK.
using Symmetric = std::array<double, 6>;

/// Weighted sums over the grains at a node: sixteen numbers, as the kernels take them.
struct alignas(64) GrainSum {
  double mass = 0.0;                  ///< kg
  double volume = 0.0;                ///< m³
  double count = 0.0;                 ///< grains
  double contacts = 0.0;              ///< contacts that push, of all grains
  std::array<double, 3> momentum{};   ///< kg m/s
  std::array<double, 3> moment{};     ///< mass times the way from the node to the grain [kg m]
  std::array<double, 6> transport{};  ///< mass times velocity times velocity [J]

  GrainSum& operator+=(const GrainSum& other);
};

/// Weighted sums over the contacts at a node: eight numbers, as the kernels take them.
struct alignas(64) ContactSum {
  Symmetric virial{};               ///< branch vectors times forces, positive where they push [J]
  std::array<double, 2> padding{};  ///< always 0

  ContactSum& operator+=(const ContactSum& other);
};

/// Weighted sums at all nodes of a grid; each grain and each contact is shared out among nodes with weights that add
/// up to 1.
struct FieldSums {
  FieldGrid grid;
  std::vector<GrainSum> grains;      ///< by node
  std::vector<ContactSum> contacts;  ///< by node
  double snapshots = 0.0;            ///< number of instants in the sums
  std::size_t outside = 0;           ///< grains that the grid does not hold, summed over the instants
};

/// Coarse-grains the grains of a world and their contacts. Keeps its working storage for the next time.
class CoarseGrainer {
 public:
  /// Replaces `sums` by those of a world on a grid. `contacts` are those of findForceContacts(). The same bits for any
  /// number of threads. Members must have their places.
  void grain(const World& world, std::span<const ForceContact> contacts, const FieldGrid& grid, ThreadPool* threads,
             FieldSums& sums);

 private:
  void sort(std::size_t slabs);
  template <typename Sum, typename Span, typename Emit>
  void share(const FieldGrid& grid, int thickness, ThreadPool* threads, std::vector<Sum>& sums, Span span, Emit emit);
  void addGrains(const World& world, std::span<const ForceContact> contacts, ThreadPool* threads, FieldSums& sums);
  void addContacts(const World& world, std::span<const ForceContact> contacts, ThreadPool* threads, FieldSums& sums);

  std::vector<std::uint16_t> slab_;    ///< slab of each grain or contact
  std::vector<std::uint32_t> starts_;  ///< first item of each slab in `order_`
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> order_;    ///< items by slab
  std::vector<std::uint16_t> touches_;  ///< contacts of each grain
};

/// Sums over several instants on one spacing, for means over time.
class FieldAverage {
 public:
  void clear() { sums_ = {}; }
  /// Adds the sums of an instant, of the same spacing as those before; the grid grows as needed. Another spacing begins
  /// anew.
  void add(const FieldSums& sums);
  /// Sums over all instants added since clear().
  const FieldSums& sums() const { return sums_; }

 private:
  FieldSums sums_;
};

}  // namespace scree
