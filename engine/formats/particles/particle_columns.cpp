#include "engine/formats/particles/particle_columns.h"

#include <algorithm>
#include <array>

#include "engine/formats/text/text_number.h"

namespace scree {

namespace {

/// Names of a vector without its axis, in lower case with one underscore between words.
struct VectorNames {
  ParticleQuantity quantity;
  std::span<const std::string_view> names;
};
constexpr std::string_view kPlaceNames[] = {"position",    "positions", "pos",    "point",  "points", "coordinate",
                                            "coordinates", "coord",     "coords", "centre", "center", "location"};
constexpr std::string_view kVelocityNames[] = {"v", "vel", "velocity", "velocities", "linvel", "linear_velocity"};
constexpr std::string_view kSpinNames[] = {
    "w", "omega", "spin", "angvel", "angular_velocity", "angularvelocity", "rotational_velocity", "ang_vel"};
constexpr std::string_view kRadiusNames[] = {"r", "rad", "radius", "radii", "rayon"};
constexpr std::string_view kDiameterNames[] = {"d", "diam", "dia", "diameter", "diameters", "durchmesser", "diametre"};
constexpr std::array<VectorNames, 3> kVectors = {{{ParticleQuantity::place, kPlaceNames},
                                                  {ParticleQuantity::velocity, kVelocityNames},
                                                  {ParticleQuantity::spin, kSpinNames}}};
constexpr std::array<VectorNames, 2> kSizes = {
    {{ParticleQuantity::radius, kRadiusNames}, {ParticleQuantity::diameter, kDiameterNames}}};

/// Name in lower case whose words stand between single underscores.
std::string plainName(std::string_view name) {
  std::string plain;
  for (const char c : lowerCase(trimmedText(name))) {
    const bool isLetter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (isLetter) {
      plain += c;
    } else if (!plain.empty() && plain.back() != '_') {
      plain += '_';
    }
  }
  while (!plain.empty() && plain.back() == '_') {
    plain.pop_back();
  }
  constexpr std::string_view kOwner = "particle_";
  return plain.starts_with(kOwner) ? plain.substr(kOwner.size()) : plain;
}

bool isOneOf(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Axis of a letter or a number; -1: none.
int axisOf(char c) { return c >= 'x' && c <= 'z' ? c - 'x' : c >= '0' && c <= '2' ? c - '0' : -1; }

std::string_view withoutUnderscore(std::string_view text) {
  if (text.ends_with('_')) {
    text.remove_suffix(1);
  }
  if (text.starts_with('_')) {
    text.remove_prefix(1);
  }
  return text;
}

std::optional<ColumnMeaning> meaningOfStem(std::string_view stem, int axis) {
  for (const VectorNames& vector : kVectors) {
    if (isOneOf(vector.names, stem)) {
      return ColumnMeaning{vector.quantity, axis};
    }
  }
  return std::nullopt;
}

std::optional<ColumnMeaning> meaningOfSize(std::string_view plain) {
  for (const VectorNames& size : kSizes) {
    if (isOneOf(size.names, plain)) {
      return ColumnMeaning{size.quantity, 0};
    }
  }
  return std::nullopt;
}

int* placeIn(ParticleColumns& columns, const ColumnMeaning& meaning) {
  switch (meaning.quantity) {
    case ParticleQuantity::place:
      return &columns.place[meaning.axis];
    case ParticleQuantity::velocity:
      return &columns.velocity[meaning.axis];
    case ParticleQuantity::spin:
      return &columns.spin[meaning.axis];
    case ParticleQuantity::radius:
      return &columns.radius;
    case ParticleQuantity::diameter:
      return &columns.diameter;
  }
  return &columns.radius;
}

/// True if single letters or the words stand for colours.
bool holdColours(std::span<const std::string> names) {
  const auto has = [&](std::string_view wanted) {
    return std::ranges::any_of(names, [&](const std::string& name) { return plainName(name) == wanted; });
  };
  return has("g") || has("b");
}

}  // namespace

std::optional<ColumnMeaning> meaningOfColumn(std::string_view name) {
  const std::string plain = plainName(name);
  if (plain.size() == 1 && plain[0] >= 'x' && plain[0] <= 'z') {
    return ColumnMeaning{ParticleQuantity::place, plain[0] - 'x'};
  }
  if (const auto size = meaningOfSize(plain)) {
    return size;
  }
  if (plain.size() < 2) {
    return std::nullopt;
  }
  const std::string_view text = plain;
  if (const int axis = axisOf(text.back()); axis >= 0) {
    if (const auto found = meaningOfStem(withoutUnderscore(text.substr(0, text.size() - 1)), axis)) {
      return found;
    }
  }
  // "x_velocity", "x_position"; not "1_velocity".
  const int axis = text[0] >= 'x' && text[0] <= 'z' ? text[0] - 'x' : -1;
  return axis >= 0 && text[1] == '_' ? meaningOfStem(text.substr(2), axis) : std::nullopt;
}

std::optional<ColumnMeaning> meaningOfArray(std::string_view name) {
  const std::string plain = plainName(name);
  if (const auto size = meaningOfSize(plain)) {
    return size;
  }
  const std::string_view stem = plain;
  const auto found = meaningOfStem(stem, 0);
  return found && found->quantity != ParticleQuantity::place ? found
         : stem == "linvelvec" ? std::optional(ColumnMeaning{ParticleQuantity::velocity, 0})
         : stem == "angvelvec" ? std::optional(ColumnMeaning{ParticleQuantity::spin, 0})
                               : std::nullopt;
}

std::string mappingOf(const ParticleColumns& columns, std::span<const std::string> names) {
  std::string text;
  const auto add = [&](const char* quantity, std::span<const int> places) {
    std::string list;
    for (const int place : places) {
      list += place < 0 ? "" : (list.empty() ? "" : ", ") + shortened(names[static_cast<std::size_t>(place)]);
    }
    text += list.empty() ? "" : (text.empty() ? "" : "; ") + std::string(quantity) + " from " + list;
  };
  add("place", columns.place);
  add("radius", {&columns.radius, 1});
  if (columns.radius < 0) {
    add("diameter", {&columns.diameter, 1});
  }
  add("velocity", columns.velocity);
  add("angular velocity", columns.spin);
  return text;
}

ParticleColumns columnsOf(std::span<const std::string> names) {
  ParticleColumns columns;
  columns.hasColours = holdColours(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto meaning = meaningOfColumn(names[i]);
    const bool isRed = columns.hasColours && plainName(names[i]) == "r";
    if (!meaning || isRed) {
      columns.unused.push_back(i);
      continue;
    }
    int* place = placeIn(columns, *meaning);
    if (*place >= 0 && columns.twice.empty()) {
      columns.twice = names[i];
    }
    *place = static_cast<int>(i);
  }
  return columns;
}

}  // namespace scree
