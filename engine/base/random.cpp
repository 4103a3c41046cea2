#include "engine/base/random.h"

#include <bit>
#include <cmath>

namespace scree {

namespace {

constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15ULL;
constexpr double kUnit53 = 0x1.0p-53;

std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state) {
    seed += kGoldenRatio;
    word = mixed(seed);
  }
}

std::uint64_t Random::next() {
  const std::uint64_t result = std::rotl(state[1] * 5, 7) * 9;
  const std::uint64_t t = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= t;
  state[3] = std::rotl(state[3], 45);
  return result;
}

double Random::uniform() { return static_cast<double>(next() >> 11) * kUnit53; }

double Random::normal() {
  for (;;) {
    const double x = uniform(-1.0, 1.0);
    const double y = uniform(-1.0, 1.0);
    const double s = x * x + y * y;
    if (s > 0.0 && s < 1.0) {
      return x * std::sqrt(-2.0 * std::log(s) / s);
    }
  }
}

double uniformOf(std::uint64_t seed, std::uint64_t key, std::uint64_t count) {
  std::uint64_t word = mixed(seed + kGoldenRatio);
  word = mixed((word ^ key) + kGoldenRatio);
  word = mixed((word ^ count) + kGoldenRatio);
  return static_cast<double>(word >> 11) * kUnit53;
}

}  // namespace scree
