#include "engine/world/materials.h"

#include <utility>

namespace scree {

void Materials::setPair(MaterialIndex a, MaterialIndex b, const PairLaw& law) {
  pairs[std::size_t{a} * list.size() + b] = law;
  pairs[std::size_t{b} * list.size() + a] = law;
}

MaterialIndex Materials::add(Material material) {
  const std::size_t before = list.size();
  const std::size_t after = before + 1;
  std::vector<PairLaw> grown(after * after);
  for (std::size_t row = 0; row < before; ++row) {
    for (std::size_t column = 0; column < before; ++column) {
      grown[row * after + column] = pairs[row * before + column];
    }
  }
  pairs = std::move(grown);
  list.push_back(std::move(material));
  return static_cast<MaterialIndex>(before);
}

double effectiveModulus(const Material& a, const Material& b) {
  if (a.youngsModulus <= 0.0 || b.youngsModulus <= 0.0) {
    return 0.0;
  }
  const double compliance = (1.0 - a.poissonRatio * a.poissonRatio) / a.youngsModulus +
                            (1.0 - b.poissonRatio * b.poissonRatio) / b.youngsModulus;
  return 1.0 / compliance;
}

}  // namespace scree
