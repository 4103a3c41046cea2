#include "engine/formats/particles/vtk_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "engine/base/count_text.h"
#include "engine/formats/particles/particle_columns.h"
#include "engine/formats/particles/particle_readers.h"
#include "engine/formats/text/text_number.h"

namespace scree {

namespace {

template <typename T>
double valueAt(const char* at, bool swap) {
  std::array<char, sizeof(T)> bytes;
  std::memcpy(bytes.data(), at, sizeof(T));
  if (swap) {
    std::reverse(bytes.begin(), bytes.end());
  }
  return static_cast<double>(std::bit_cast<T>(bytes));
}

template <typename T>
constexpr NumberType kTypeOf = {sizeof(T), &valueAt<T>};

struct NamedType {
  std::string_view name;
  NumberType type;
};
constexpr NamedType kVtkTypes[] = {
    {"float", kTypeOf<float>},
    {"double", kTypeOf<double>},
    {"int", kTypeOf<std::int32_t>},
    {"unsigned_int", kTypeOf<std::uint32_t>},
    {"long", kTypeOf<std::int64_t>},
    {"unsigned_long", kTypeOf<std::uint64_t>},
    // Legacy files hold numbers of points in four bytes, whatever their size in the program that wrote them.
    {"vtkidtype", kTypeOf<std::int32_t>},
    {"vtktypeint64", kTypeOf<std::int64_t>},
    {"vtktypeuint64", kTypeOf<std::uint64_t>},
    {"vtktypeint32", kTypeOf<std::int32_t>},
    {"char", kTypeOf<std::int8_t>},
    {"unsigned_char", kTypeOf<std::uint8_t>},
    {"short", kTypeOf<std::int16_t>},
    {"unsigned_short", kTypeOf<std::uint16_t>},
    {"float32", kTypeOf<float>},
    {"float64", kTypeOf<double>},
    {"int8", kTypeOf<std::int8_t>},
    {"uint8", kTypeOf<std::uint8_t>},
    {"int16", kTypeOf<std::int16_t>},
    {"uint16", kTypeOf<std::uint16_t>},
    {"int32", kTypeOf<std::int32_t>},
    {"uint32", kTypeOf<std::uint32_t>},
    {"int64", kTypeOf<std::int64_t>},
    {"uint64", kTypeOf<std::uint64_t>},
};

constexpr const char* kGhosts = "vtkGhostType";

/// Arrays of the set that the reader has a use for; null: none.
struct Uses {
  const std::vector<double>* radius = nullptr;
  const std::vector<double>* diameter = nullptr;
  const std::vector<double>* velocity = nullptr;
  const std::vector<double>* spin = nullptr;
  const std::vector<double>* velocityOf[3] = {};  ///< by axis, where each is an array of its own
  const std::vector<double>* spinOf[3] = {};
  std::string mapping = "place from points";
  std::string unread;  ///< names of the other arrays
};

/// Finds the arrays, or tells of one that does not fit the points.
std::string findUses(const PointArrays& set, Uses& uses) {
  const std::size_t count = set.points.size() / 3;
  for (const auto& [name, numbers] : set.arrays) {
    const auto meaning = meaningOfArray(name);
    const auto part = meaning ? std::nullopt : meaningOfColumn(name);
    const bool isPart = part && numbers.size() == count &&
                        (part->quantity == ParticleQuantity::velocity || part->quantity == ParticleQuantity::spin);
    if (isPart) {
      auto& of = part->quantity == ParticleQuantity::velocity ? uses.velocityOf : uses.spinOf;
      of[part->axis] = &numbers;
      uses.mapping += "; " + shortened(name);
      continue;
    }
    if (!meaning) {
      uses.unread += name == kGhosts ? "" : (uses.unread.empty() ? "" : ", ") + shortened(name);
      continue;
    }
    const bool isSize =
        meaning->quantity == ParticleQuantity::radius || meaning->quantity == ParticleQuantity::diameter;
    if (numbers.size() != count * (isSize ? 1 : 3)) {
      return fmt::format("the array {} has {} numbers for {} points", quotedPart(name), numbers.size(), count);
    }
    uses.mapping += "; " + shortened(name);
    switch (meaning->quantity) {
      case ParticleQuantity::radius:
        uses.radius = &numbers;
        break;
      case ParticleQuantity::diameter:
        uses.diameter = &numbers;
        break;
      case ParticleQuantity::velocity:
        uses.velocity = &numbers;
        break;
      default:
        uses.spin = &numbers;
    }
  }
  return {};
}

Vec3 threeOf(const std::vector<double>* numbers, std::size_t i) {
  return numbers == nullptr ? Vec3(Vec3::Zero())
                            : Vec3((*numbers)[3 * i], (*numbers)[3 * i + 1], (*numbers)[3 * i + 2]);
}

/// Vector of one array, or of an array for each axis.
Vec3 vectorOf(const std::vector<double>* numbers, const std::vector<double>* const (&ofAxis)[3], std::size_t i) {
  Vec3 vector = threeOf(numbers, i);
  for (int axis = 0; axis < 3 && numbers == nullptr; ++axis) {
    vector[axis] = ofAxis[axis] == nullptr ? 0.0 : (*ofAxis[axis])[i];
  }
  return vector;
}

bool isSizeName(const std::string& name) {
  const auto meaning = meaningOfArray(name);
  return meaning && (meaning->quantity == ParticleQuantity::radius || meaning->quantity == ParticleQuantity::diameter);
}

}  // namespace

NumberType vtkTypeNamed(std::string_view name) {
  const auto* found = std::ranges::find(kVtkTypes, lowerCase(name), &NamedType::name);
  return found == std::end(kVtkTypes) ? NumberType{0, nullptr} : found->type;
}

double vtkCount(std::string_view bytes, std::size_t size, bool swap) {
  if (bytes.size() < size) {
    return 0.0;
  }
  return size == 8 ? valueAt<std::uint64_t>(bytes.data(), swap) : valueAt<std::uint32_t>(bytes.data(), swap);
}

ParticleFile particlesOf(const PointArrays& set) {
  ParticleFile result;
  Uses uses;
  if (std::string fault = findUses(set, uses); !fault.empty()) {
    return badFile(std::move(fault), kSaveAgain);
  }
  result.mapping = uses.mapping;
  const std::size_t count = set.points.size() / 3;
  if (set.polygons > 0 && set.vertices == 0) {
    return badFile(
        fmt::format("it is a surface of {}, whose points are no particles", countText(set.polygons, "polygon")),
        "save the points from which it was made (in ParaView before 'Glyph'), or a mesh as STL");
  }
  const bool hasSizes = uses.radius != nullptr || uses.diameter != nullptr;
  if (set.lines > 0 && set.vertices == 0 && !hasSizes) {
    return badFile(
        fmt::format("it is a mesh or set of lines of {}, whose points are no particles", countText(set.lines, "cell")),
        "save points with their radii, or a mesh as STL");
  }
  const auto ghosts = set.arrays.find(kGhosts);
  const bool hasGhosts = ghosts != set.arrays.end() && ghosts->second.size() == count;
  std::size_t left = 0;
  if (uses.radius == nullptr && uses.diameter == nullptr) {
    if (const auto found = std::ranges::find_if(set.ofCells, isSizeName); found != set.ofCells.end()) {
      return badFile(fmt::format("the array {} is of cells, not of points", quotedPart(*found)),
                     "make data of points of it before saving ('Cell Data to Point Data' in ParaView)");
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (hasGhosts && ghosts->second[i] != 0.0) {
      ++left;
      continue;
    }
    FileParticle particle;
    particle.position = threeOf(&set.points, i);
    particle.radius = uses.radius != nullptr     ? (*uses.radius)[i]
                      : uses.diameter != nullptr ? 0.5 * (*uses.diameter)[i]
                                                 : 0.0;
    particle.velocity = vectorOf(uses.velocity, uses.velocityOf, i);
    particle.angularVelocity = vectorOf(uses.spin, uses.spinOf, i);
    if (!particle.position.allFinite() || !particle.velocity.allFinite() || !particle.angularVelocity.allFinite() ||
        !std::isfinite(particle.radius)) {
      return badFile(fmt::format("point {} has a number that is not finite", i), "take it out");
    }
    if ((uses.radius != nullptr || uses.diameter != nullptr) && !(particle.radius > 0.0)) {
      return badFile(fmt::format("point {}: {}", i, kNoSize), kSizeWanted);
    }
    result.particles.push_back(particle);
  }
  if (!uses.unread.empty()) {
    result.notes.push_back("arrays that are not read: " + uses.unread);
  }
  if (left > 0) {
    result.notes.push_back(countText(left, "ghost point") + " of other pieces left out");
  }
  return result;
}

}  // namespace scree
