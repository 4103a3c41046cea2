#include "app/document/session_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>

#include "engine/scene_file/made_numbers.h"
#include "engine/session/changes/change_mesh.h"
#include "engine/world/pair_laws.h"

namespace scree {

namespace {

std::vector<SavedSensor> sensorsOf(const Snapshot& snapshot, const SavedChanges& before) {
  std::vector<SavedSensor> saved;
  for (const SnapshotSensor& shown : snapshot.scene.sensors) {
    SavedSensor& one = saved.emplace_back();
    one.sensor = shown.sensor;
    one.carrier = shown.sensor.body < snapshot.scene.bodies.size() ? snapshot.scene.bodies[shown.sensor.body].name
                                                                   : std::string();
    for (const SavedSensor& old : before.sensors.value_or(std::vector<SavedSensor>())) {
      if (old.sensor.name == one.sensor.name) {
        one.rest = old.rest;
      }
    }
  }
  return saved;
}

std::vector<std::optional<double>> speedsOf(const SnapshotBody& body, const std::vector<double>& initial) {
  std::vector<std::optional<double>> speeds;
  bool anyChanged = false;
  for (std::size_t d = 0; d < body.drives.size() && d < initial.size(); ++d) {
    const double now = body.drives[d].speed.value;
    speeds.push_back(now == initial[d] ? std::nullopt : std::optional(now));
    anyChanged = anyChanged || speeds.back().has_value();
  }
  return anyChanged ? speeds : std::vector<std::optional<double>>();
}

/// Changed numbers of a body's made meshes.
std::map<std::string, double, std::less<>> meshesOf(const SnapshotBody& body,
                                                    const std::vector<std::shared_ptr<const MadeMesh>>& initial) {
  std::map<std::string, double, std::less<>> changed;
  for (std::size_t s = 0; body.shapes && s < std::min(body.shapes->size(), initial.size()); ++s) {
    const auto* mesh = std::get_if<MeshShape>(&(*body.shapes)[s].shape);
    if (mesh == nullptr || !mesh->made || !initial[s] || mesh->made->index() != initial[s]->index()) {
      continue;
    }
    const std::vector<MadeNumber> before = numbersOf(*initial[s]);
    for (const MadeNumber& number : numbersOf(*mesh->made)) {
      const auto old = std::ranges::find(before, number.key, &MadeNumber::key);
      if (old == before.end() || old->value != number.value) {
        changed.emplace(fmt::format("{} {}", s, number.key), number.value);
      }
    }
  }
  return changed;
}

/// Makes the meshes of a body from changed numbers; false where they no longer fit the scene.
bool applyMeshes(World& world, std::uint32_t body, const std::map<std::string, double, std::less<>>& numbers) {
  bool fits = true;
  std::map<std::uint32_t, MadeMesh> wanted;
  for (const auto& [name, value] : numbers) {
    const std::size_t blank = name.find(' ');
    const auto shape = static_cast<std::uint32_t>(std::strtoul(name.c_str(), nullptr, 10));
    const MadeMesh* now = madeMeshOf(world, body, shape);
    if (now == nullptr || blank == std::string::npos) {
      fits = false;
      continue;
    }
    const std::vector<MadeNumber> known = numbersOf(*now);
    const std::string key = name.substr(blank + 1);
    fits = fits && std::ranges::find(known, key, &MadeNumber::key) != known.end();
    MadeMesh& made = wanted.try_emplace(shape, *now).first->second;
    made = withNumber(made, key, value);
  }
  for (const auto& [shape, made] : wanted) {
    fits = changeMesh(world, body, shape, made).refusal.empty() && fits;
  }
  return fits;
}

/// Changed moduli, then changed laws.
std::vector<SavedLaw> lawsOf(const Materials& now, const Materials& scene) {
  std::vector<SavedLaw> laws;
  if (now.list.size() != scene.list.size()) {
    return laws;
  }
  for (std::size_t i = 0; i < now.list.size(); ++i) {
    if (now.list[i].youngsModulus != scene.list[i].youngsModulus) {
      laws.push_back({now.list[i].name, {}, {{std::string(kModulusName), now.list[i].youngsModulus}}});
    }
  }
  for (MaterialIndex a = 0; a < now.list.size(); ++a) {
    for (MaterialIndex b = a; b < now.list.size(); ++b) {
      SavedLaw law{now.list[a].name, now.list[b].name, {}};
      for (const PairLawInfo& info : pairLawTable()) {
        const double value = valueOf(now.pair(a, b), info.key);
        if (isChanged(scene.pair(a, b), now.pair(a, b), info.key)) {
          law.values.emplace(info.name, value);
        }
      }
      if (!law.values.empty()) {
        laws.push_back(std::move(law));
      }
    }
  }
  return laws;
}

/// Sets the values of a saved law. False where a material is missing, or a value is not the law's.
bool applyLaw(Materials& materials, const SavedLaw& saved) {
  const auto find = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(materials.list, name, &Material::name) - materials.list.begin());
  };
  const std::size_t a = find(saved.a);
  const std::size_t b = saved.b.empty() ? a : find(saved.b);
  if (a >= materials.list.size() || b >= materials.list.size()) {
    return false;
  }
  const auto first = static_cast<MaterialIndex>(a);
  const auto second = static_cast<MaterialIndex>(b);
  if (const auto modulus = saved.values.find(kModulusName); modulus != saved.values.end()) {
    setYoungsModulus(materials, first, modulus->second);
  }
  PairLaw law = materials.pair(first, second);
  bool fits = true;
  for (const PairLawInfo& info : pairLawTable()) {
    if (const auto value = saved.values.find(info.name); value != saved.values.end()) {
      fits = setValue(law, info.key, value->second).empty() && fits;
    }
  }
  materials.setPair(first, second, law);
  return fits;
}

std::string feedName(bool isSpray, const std::string& zone) {
  return fmt::format("{} {}", isSpray ? "spray" : "fines", zone);
}

/// Changed laws of granulation, and changed rates of feeds.
std::map<std::string, double, std::less<>> granulationOf(const Snapshot& snapshot, const SceneInfo& scene) {
  std::map<std::string, double, std::less<>> changes;
  for (const GranulationInfo& info : granulationTable()) {
    const double value = valueOf(snapshot.matter.laws, info.key);
    if (value != valueOf(scene.granulation, info.key)) {
      changes.emplace(info.name, value);
    }
  }
  for (const bool isSpray : {false, true}) {
    const std::vector<SnapshotZone>& zones = isSpray ? snapshot.matter.sprays : snapshot.matter.fines;
    const std::vector<double>& feeds = scene.feeds[isSpray ? 1 : 0];
    for (std::size_t i = 0; i < std::min(zones.size(), feeds.size()); ++i) {
      if (zones[i].rate != feeds[i]) {
        changes.emplace(feedName(isSpray, zones[i].name), zones[i].rate);
      }
    }
  }
  return changes;
}

void applyGranulation(Granulation& granulation, const std::map<std::string, double, std::less<>>& saved,
                      std::vector<std::string>& misfits) {
  std::size_t taken = 0;
  // Breakage is switched on after it has its numbers.
  for (const bool isChoice : {false, true}) {
    for (const GranulationInfo& info : granulationTable()) {
      const auto found = saved.find(info.name);
      if (found != saved.end() && info.choices.empty() != isChoice) {
        taken += setValue(granulation.laws, info.key, found->second).empty() ? 1 : 0;
      }
    }
  }
  for (const bool isSpray : {false, true}) {
    for (MatterZone& zone : isSpray ? granulation.sprays : granulation.fines) {
      const auto found = saved.find(feedName(isSpray, zone.name));
      if (found != saved.end() && found->second >= 0.0 && found->second <= kMostFeed) {
        zone.rate = found->second;
        ++taken;
      }
    }
  }
  if (taken < saved.size()) {
    misfits.push_back("A law or a feed of granulation no longer fits the scene.");
  }
}

void applySensors(World& world, const std::vector<SavedSensor>& saved, std::vector<std::string>& misfits) {
  world.sensors.clear();
  for (const SavedSensor& one : saved) {
    SplitSensor sensor = one.sensor;
    const auto carrier = std::find_if(world.bodies.begin(), world.bodies.end(),
                                      [&](const Body& body) { return body.name == one.carrier; });
    if (!one.carrier.empty() && carrier == world.bodies.end()) {
      misfits.push_back(fmt::format("There is no body {} to carry sensor {}.", one.carrier, sensor.name));
      continue;
    }
    sensor.body = one.carrier.empty() ? kFixedInWorld : static_cast<std::uint32_t>(carrier - world.bodies.begin());
    world.sensors.push_back(sensor);
  }
}

}  // namespace

SavedChanges changesOf(const Snapshot& snapshot, const SceneInfo& scene, const SavedChanges& before) {
  SavedChanges changes;
  for (const ParameterInfo& info : parameterTable()) {
    const double value = valueOf(snapshot.scene.parameters, info.key);
    if (value != valueOf(scene.parameters, info.key)) {
      changes.parameters.emplace(info.name, value);
    }
  }
  for (const ChoiceInfo& info : choiceTable()) {
    const int value = choiceOf(snapshot.scene.parameters, info.key);
    if (value != choiceOf(scene.parameters, info.key)) {
      changes.choices.emplace(info.name, value);
    }
  }
  for (std::size_t b = 0; b < snapshot.scene.bodies.size() && b < scene.driveSpeeds.size(); ++b) {
    auto speeds = speedsOf(snapshot.scene.bodies[b], scene.driveSpeeds[b]);
    if (!speeds.empty()) {
      changes.drives.emplace(snapshot.scene.bodies[b].name, std::move(speeds));
    }
  }
  for (std::size_t b = 0; b < snapshot.scene.bodies.size() && b < scene.made.size(); ++b) {
    auto numbers = meshesOf(snapshot.scene.bodies[b], scene.made[b]);
    if (!numbers.empty()) {
      changes.meshes.emplace(snapshot.scene.bodies[b].name, std::move(numbers));
    }
  }
  changes.granulation = granulationOf(snapshot, scene);
  changes.laws = lawsOf(*snapshot.scene.materials, scene.materials);
  changes.sensors = sensorsOf(snapshot, before);
  return changes;
}

std::vector<std::string> applyChanges(World& world, const SavedChanges& changes) {
  std::vector<std::string> misfits;
  for (const ChoiceInfo& info : choiceTable()) {
    if (const auto found = changes.choices.find(info.name); found != changes.choices.end()) {
      setChoice(world.parameters, info.key, found->second);
    }
  }
  for (const ParameterInfo& info : parameterTable()) {
    if (const auto found = changes.parameters.find(info.name); found != changes.parameters.end()) {
      setValue(world.parameters, info.key, found->second);
    }
  }
  for (const auto& [name, speeds] : changes.drives) {
    const auto body = std::find_if(world.bodies.begin(), world.bodies.end(),
                                   [&key = name](const Body& one) { return one.name == key; });
    if (body == world.bodies.end() || body->drives.size() < speeds.size()) {
      misfits.push_back(fmt::format("The drives of body {} are no longer there.", name));
      continue;
    }
    for (std::size_t d = 0; d < speeds.size(); ++d) {
      body->drives[d].speed.value = speeds[d].value_or(body->drives[d].speed.value);
    }
  }
  for (const auto& [name, numbers] : changes.meshes) {
    const auto body = std::ranges::find(world.bodies, name, &Body::name);
    const auto index = static_cast<std::uint32_t>(body - world.bodies.begin());
    if (body == world.bodies.end() || !applyMeshes(world, index, numbers)) {
      misfits.push_back(fmt::format("The meshes of body {} no longer fit the scene.", name));
    }
  }
  applyGranulation(world.granulation, changes.granulation, misfits);
  for (const SavedLaw& law : changes.laws) {
    if (!applyLaw(world.materials, law)) {
      misfits.push_back(
          fmt::format("The law of {}{}{} no longer fits the scene.", law.a, law.b.empty() ? "" : " on ", law.b));
    }
  }
  if (changes.sensors) {
    applySensors(world, *changes.sensors, misfits);
  }
  return misfits;
}

}  // namespace scree
