#include "engine/analysis/fields/field_kernels.h"

#include "engine/base/vector_sets.h"

// Compiled for several instruction sets, of which the processor's best is taken.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/analysis/fields/field_kernels.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <std::size_t kNumbers>
HWY_INLINE void shareOutPoints(std::span<const SharedPoint<kNumbers>> points, std::size_t row, std::size_t plane,
                               double* sums) {
  const hn::CappedTag<double, 8> d;
  for (const SharedPoint<kNumbers>& point : points) {
    const std::array<double, 3>& x = point.weights[0];
    for (std::size_t i = 0; i < kNumbers; i += hn::Lanes(d)) {
      const auto numbers = hn::Load(d, point.numbers.data() + i);
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t j = 0; j < 3; ++j) {
          const double yz = point.weights[1][j] * point.weights[2][k];
          double* to = sums + (point.node + k * plane + j * row) * kNumbers + i;
          // Not fused, or sets would round differently.
          for (std::size_t at = 0; at < 3; ++at, to += kNumbers) {
            hn::Store(hn::Add(hn::Load(d, to), hn::Mul(hn::Set(d, x[at] * yz), numbers)), d, to);
          }
        }
      }
    }
  }
}

void shareOutEight(std::span<const SharedPoint<8>> points, std::size_t row, std::size_t plane, double* sums) {
  shareOutPoints<8>(points, row, plane, sums);
}

void shareOutSixteen(std::span<const SharedPoint<16>> points, std::size_t row, std::size_t plane, double* sums) {
  shareOutPoints<16>(points, row, plane, sums);
}

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(shareOutEight);
HWY_EXPORT(shareOutSixteen);

void shareOut(std::span<const SharedPoint<8>> points, std::size_t row, std::size_t plane, double* sums) {
  HWY_DYNAMIC_DISPATCH(shareOutEight)(points, row, plane, sums);
}

void shareOut(std::span<const SharedPoint<16>> points, std::size_t row, std::size_t plane, double* sums) {
  HWY_DYNAMIC_DISPATCH(shareOutSixteen)(points, row, plane, sums);
}

}  // namespace scree
#endif
