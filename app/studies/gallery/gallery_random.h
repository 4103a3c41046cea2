#pragma once

#include <cstdint>
#include <random>

namespace scree {

/// Random numbers of the scenes of the gallery. The engine is the one that the C++ standard fixes bit by bit; its
/// distributions are not fixed, so that the mapping to numbers is written out here. The order of evaluation of
/// arguments is not fixed either: no call may draw two of them.
class GalleryRandom {
 public:
  explicit GalleryRandom(std::uint64_t seed) : engine_(seed) {}

  /// Uniform in [lower, upper), with 53 random bits.
  double uniform(double lower, double upper) {
    return lower + (upper - lower) * (static_cast<double>(engine_() >> 11U) * 0x1.0p-53);
  }
  /// Whole number in [least, most].
  int whole(int least, int most) {
    return least + static_cast<int>(uniform(0.0, 1.0) * static_cast<double>(most - least + 1));
  }
  bool chance(double probability) { return uniform(0.0, 1.0) < probability; }
  /// Uniform in [lower, upper), with either sign.
  double either(double lower, double upper) {
    const double size = uniform(lower, upper);
    return chance(0.5) ? size : -size;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace scree
