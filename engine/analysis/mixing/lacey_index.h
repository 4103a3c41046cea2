#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/world/world.h"

// How well two populations of grains are mixed (METHOD.md 19.5).
namespace scree {

/// Populations that are told apart: grains that began beyond the median along an axis and those before it, those of at
/// least the median diameter and smaller ones, those of the first material and all others.
enum class MixingBy : unsigned char { x, y, z, size, material };
constexpr std::array<std::string_view, 5> kMixingNames = {"x", "y", "z", "size", "material"};

/// How mixing is measured.
struct MixingChoice {
  MixingBy by = MixingBy::z;
  std::optional<double> cell;  ///< edge of the cubic cells [m]; empty: four mean diameters of the first grains
  int least = 10;              ///< grains of a cell at least; cells with fewer are left out

  bool operator==(const MixingChoice&) const = default;
};

/// Lacey's index at one instant.
struct MixingSample {
  double time = 0.0;                                        ///< s
  double index = std::numeric_limits<double>::quiet_NaN();  ///< M; not a number where it has no meaning
  std::uint64_t cells = 0;                                  ///< cells that count
  double share = 0.0;                                       ///< grains in them over all grains
};

/// Grains of two populations in one cell.
struct MixingCell {
  std::uint64_t grains = 0;
  std::uint64_t first = 0;  ///< of them of the first population
};

/// Lacey's mixing index (Lacey 1954) of cells that hold at least one grain each:
///
///     M = (s0² - s²)/(s0² - sR²),   s0² = p(1 - p),   sR² = p(1 - p)(K - 1)/(N - 1)
///
/// with p the share of the first population in the N grains of the K cells, and s² the mean over these grains of the
/// squared difference of their cell's share from p. 0: each cell holds one population only. 1: the mean over all
/// orders in which the same grains can be put into the same cells; with many cells sR² is Lacey's p(1 - p)/n. Not a
/// number without grains, with one population or one cell, and where each cell holds one grain.
double laceyIndex(const std::vector<MixingCell>& cells);

/// Mixing of a run over time. The populations are those of the first call of add().
class MixingRecord {
 public:
  explicit MixingRecord(const MixingChoice& choice = {}) : choice_(choice) {}

  /// Measures, once an instant. Members must be placed. By an axis, grains that have come since the first call belong
  /// to no population and are left out; it tells populations apart once there are grains.
  void add(const World& world);

  const MixingChoice& choice() const { return choice_; }
  /// Edge of the cells [m]; 0 before there were grains.
  double cell() const { return cell_; }
  const std::vector<MixingSample>& samples() const { return samples_; }
  /// Mean and standard deviation over the samples that have an index; not a number without.
  double mean() const;
  double deviation() const;

  /// State from which a record goes on.
  struct Memory {
    double cell = 0.0;
    double bound = 0.0;                ///< median diameter [m]
    MaterialIndex material = 0;        ///< the first
    std::vector<ParticleId> ids = {};  ///< by an axis: grains of the populations, ascending
    std::vector<char> isFirst = {};    ///< of these, 1 where they are of the first population
    std::vector<MixingSample> samples = {};
  };
  Memory memory() const;
  void goOn(Memory memory);

 private:
  void begin(const World& world);
  /// 1: first population, 0: second, -1: none.
  int populationOf(const World& world, std::size_t slot, std::size_t& place) const;

  MixingChoice choice_;
  double cell_ = 0.0;
  double bound_ = 0.0;
  MaterialIndex material_ = 0;
  std::vector<ParticleId> ids_;
  std::vector<char> isFirst_;
  std::vector<MixingSample> samples_;
};

/// Reason why a run of this world has no two populations of this kind; empty where it may have, and by an axis.
std::string whyNotMixed(const World& world, MixingBy by);

}  // namespace scree
