#include "engine/analysis/oracle.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/step/step_data.h"

namespace scree {

OracleSetting oracleSettingOf(const ReductionLimits& limits) {
  return {.normalIn = limits.normalIn,
          .normalOut = limits.normalOut,
          .tangential = limits.tangential,
          .rolling = limits.rolling,
          .window = static_cast<int>(limits.window)};
}

Oracle::Oracle(std::vector<OracleSetting> settings)
    : settings_(std::move(settings)), parts_(settings_.size()), quiet_(settings_.size()) {}

void Oracle::add(const World& world, const StepData& data) {
  countQuietSteps(world, data);
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    connect(world, data, i);
  }
}

namespace {

bool isQuiet(const ContactVelocity& velocity, const OracleSetting& setting) {
  return velocity.normal >= -setting.normalIn && velocity.normal <= setting.normalOut &&
         velocity.tangential <= setting.tangential && velocity.rolling <= setting.rolling;
}

/// Root of a slot; shortens the way to it.
std::uint32_t rootOf(std::vector<std::uint32_t>& parent, std::uint32_t slot) {
  while (parent[slot] != slot) {
    parent[slot] = parent[parent[slot]];
    slot = parent[slot];
  }
  return slot;
}

/// Joins the parts of two slots. The lower root stays a root, so that a part is named by its lowest slot.
void unite(std::vector<std::uint32_t>& parent, std::uint32_t a, std::uint32_t b) {
  a = rootOf(parent, a);
  b = rootOf(parent, b);
  parent[std::max(a, b)] = std::min(a, b);
}

}  // namespace

void Oracle::countQuietSteps(const World& world, const StepData& data) {
  std::vector<std::vector<std::uint32_t>> quiet(settings_.size(),
                                                std::vector<std::uint32_t>(data.list.contacts.size(), 0));
  std::vector<ContactKey> keys(data.list.contacts.size());
  std::size_t before = 0;
  for (std::size_t c = 0; c < data.list.contacts.size(); ++c) {
    const Contact& contact = data.list.contacts[c];
    keys[c] = contact.key;
    while (before < keys_.size() && keys_[before] < contact.key) {
      ++before;
    }
    const bool known = before < keys_.size() && keys_[before] == contact.key;
    if (world.materials.pairs[contact.law].friction == 0.0) {
      continue;
    }
    const ContactVelocity velocity = contactVelocity(world, data, contact);
    for (std::size_t i = 0; i < settings_.size(); ++i) {
      if (isQuiet(velocity, settings_[i])) {
        quiet[i][c] = 1 + (known ? quiet_[i][before] : 0);
      }
    }
  }
  quiet_ = std::move(quiet);
  keys_ = std::move(keys);
}

void Oracle::connect(const World& world, const StepData& data, std::size_t setting) {
  const auto count = static_cast<std::uint32_t>(world.particles.size());
  const auto window = static_cast<std::uint32_t>(settings_[setting].window);
  OracleParts& parts = parts_[setting];
  parts.part.resize(count);
  std::iota(parts.part.begin(), parts.part.end(), 0U);
  parts.carried.assign(count, Carried{});
  for (std::size_t c = 0; c < data.list.contacts.size(); ++c) {
    const Contact& contact = data.list.contacts[c];
    if (quiet_[setting][c] >= window && !contact.isPrescribed()) {
      unite(parts.part, contact.a, contact.b);
    }
  }
  for (std::size_t c = 0; c < data.list.contacts.size(); ++c) {
    const Contact& contact = data.list.contacts[c];
    if (quiet_[setting][c] >= window && contact.key.isBoundary()) {
      Carried& carried = parts.carried[rootOf(parts.part, contact.a)];
      carried = carried.carrier == Carrier::none ? carrierOf(world, contact.key) : carried;
    }
  }
  parts.level = {.particles = count};
  parts.still = 0;
  parts.adrift = 0;
  std::vector<std::uint32_t> sizes(count, 0);
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    const std::uint32_t root = rootOf(parts.part, slot);
    parts.part[slot] = root;
    parts.carried[slot] = parts.carried[root];
    ++sizes[root];
    if (parts.carried[root].carrier != Carrier::none) {
      const Vec3 rigid = carrierVelocity(world, parts.carried[root], world.particles.position[slot]);
      parts.still += (world.particles.velocity[slot] - rigid).norm() <= settings_[setting].tangential ? 1 : 0;
    }
  }
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    if (sizes[slot] > 0 && parts.carried[slot].carrier == Carrier::none) {
      ++(sizes[slot] == 1 ? parts.level.free : parts.level.aggregates);
      parts.adrift += sizes[slot] - 1;
    }
  }
}

}  // namespace scree
