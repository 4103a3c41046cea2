#include "app/document/settings_edit.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/scene_file/made_numbers.h"

namespace scree {

namespace {

bool samePose(const Pose& a, const Pose& b) {
  return a.position == b.position && a.orientation.coeffs() == b.orientation.coeffs();
}

bool sameShape(const SensorShape& a, const SensorShape& b) {
  const bool bothInfinite = !halfExtentsOf(a).allFinite() && !halfExtentsOf(b).allFinite();
  return a.index() == b.index() && (bothInfinite || halfExtentsOf(a) == halfExtentsOf(b));
}

bool same(const SplitSensor& a, const SplitSensor& b) {
  return a.name == b.name && a.body == b.body && a.enabled == b.enabled && samePose(a.pose, b.pose) &&
         sameShape(a.shape, b.shape);
}

/// Range of differing entries in two lists of sensors: begins at `first`, `fromCount` entries in the old list and
/// `toCount` in the new one.
struct Difference {
  std::size_t first = 0;
  std::size_t fromCount = 0;
  std::size_t toCount = 0;

  bool isNone() const { return fromCount == 0 && toCount == 0; }
};

Difference differenceOf(const std::vector<SplitSensor>& from, const std::vector<SplitSensor>& to) {
  const std::size_t shorter = std::min(from.size(), to.size());
  Difference difference;
  while (difference.first < shorter && same(from[difference.first], to[difference.first])) {
    ++difference.first;
  }
  std::size_t behind = 0;
  while (behind < shorter - difference.first && same(from[from.size() - 1 - behind], to[to.size() - 1 - behind])) {
    ++behind;
  }
  difference.fromCount = from.size() - difference.first - behind;
  difference.toCount = to.size() - difference.first - behind;
  return difference;
}

void addSensorCommands(const std::vector<SplitSensor>& from, const std::vector<SplitSensor>& to,
                       std::vector<WorldCommand>& commands) {
  const Difference difference = differenceOf(from, to);
  const std::size_t common = std::min(difference.fromCount, difference.toCount);
  for (std::size_t i = difference.first; i < difference.first + common; ++i) {
    if (!same(from[i], to[i])) {
      commands.emplace_back(ChangeSensor{static_cast<std::uint32_t>(i), to[i]});
    }
  }
  for (std::size_t i = common; i < difference.toCount; ++i) {
    const std::size_t place = difference.first + i;
    commands.emplace_back(AddSensor{to[place], static_cast<std::uint32_t>(place)});
  }
  for (std::size_t i = common; i < difference.fromCount; ++i) {
    commands.emplace_back(RemoveSensor{static_cast<std::uint32_t>(difference.first + common)});
  }
}

void addParameterCommands(const Parameters& from, const Parameters& to, std::vector<WorldCommand>& commands) {
  for (const ParameterInfo& info : parameterTable()) {
    if (valueOf(from, info.key) != valueOf(to, info.key)) {
      commands.emplace_back(SetParameter{info.key, valueOf(to, info.key)});
    }
  }
  for (const ChoiceInfo& info : choiceTable()) {
    if (choiceOf(from, info.key) != choiceOf(to, info.key)) {
      commands.emplace_back(SetChoice{info.key, choiceOf(to, info.key)});
    }
  }
}

void addDriveCommands(const WorldSettings& from, const WorldSettings& to, std::vector<WorldCommand>& commands) {
  for (std::uint32_t b = 0; b < std::min(from.driveSpeeds.size(), to.driveSpeeds.size()); ++b) {
    for (std::uint32_t d = 0; d < std::min(from.driveSpeeds[b].size(), to.driveSpeeds[b].size()); ++d) {
      if (from.driveSpeeds[b][d] != to.driveSpeeds[b][d]) {
        commands.emplace_back(SetDriveSpeed{b, d, to.driveSpeeds[b][d]});
      }
    }
  }
}

bool sameMotor(const Motor& a, const Motor& b) { return a.value == b.value && a.byHand == b.byHand; }

void addMotorCommands(const WorldSettings& from, const WorldSettings& to, std::vector<WorldCommand>& commands) {
  for (std::uint32_t j = 0; j < std::min(from.motors.size(), to.motors.size()); ++j) {
    if (!sameMotor(from.motors[j], to.motors[j])) {
      commands.emplace_back(SetMotor{j, to.motors[j].value, to.motors[j].byHand});
    }
  }
}

void addPairCommands(const Materials& from, const Materials& to, MaterialIndex a, MaterialIndex b,
                     std::vector<WorldCommand>& commands) {
  const PairLaw& before = from.pair(a, b);
  const PairLaw& after = to.pair(a, b);
  for (const PairLawInfo& info : pairLawTable()) {
    if (isChanged(before, after, info.key)) {
      commands.emplace_back(SetPairLaw{a, b, info.key, valueOf(after, info.key)});
    }
  }
}

void addMaterialCommands(const Materials& from, const Materials& to, std::vector<WorldCommand>& commands) {
  if (from.list.size() != to.list.size()) {
    return;
  }
  const auto count = static_cast<MaterialIndex>(to.list.size());
  for (MaterialIndex a = 0; a < count; ++a) {
    if (from.list[a].youngsModulus != to.list[a].youngsModulus) {
      commands.emplace_back(SetYoungsModulus{a, to.list[a].youngsModulus});
    }
  }
  for (MaterialIndex a = 0; a < count; ++a) {
    for (MaterialIndex b = a; b < count; ++b) {
      addPairCommands(from, to, a, b, commands);
    }
  }
}

/// Numbers at a place of the lists; null where there are none.
const MadeMesh* madeAt(const MadeMeshes& made, std::uint32_t body, std::uint32_t shape) {
  return body < made.size() && shape < made[body].size() ? made[body][shape].get() : nullptr;
}

void addMeshCommands(const MadeMeshes& from, const MadeMeshes& to, std::vector<WorldCommand>& commands) {
  for (std::uint32_t b = 0; b < to.size(); ++b) {
    for (std::uint32_t s = 0; s < to[b].size(); ++s) {
      const MadeMesh* before = madeAt(from, b, s);
      const MadeMesh* after = madeAt(to, b, s);
      if (before != nullptr && after != nullptr && *before != *after) {
        commands.emplace_back(setMadeMesh(b, s, *after));
      }
    }
  }
}

/// Numbers before switches and choices, as breakage needs its numbers to be switched on.
void addGranulationCommands(const WorldSettings& from, const WorldSettings& to, std::vector<WorldCommand>& commands) {
  for (const bool isChoice : {false, true}) {
    for (const GranulationInfo& info : granulationTable()) {
      const double wanted = valueOf(to.granulation, info.key);
      if (info.choices.empty() != isChoice && valueOf(from.granulation, info.key) != wanted) {
        commands.emplace_back(SetGranulationLaw{info.key, wanted});
      }
    }
  }
  for (std::size_t list = 0; list < to.feeds.size(); ++list) {
    for (std::uint32_t i = 0; i < std::min(from.feeds[list].size(), to.feeds[list].size()); ++i) {
      if (from.feeds[list][i] != to.feeds[list][i]) {
        commands.emplace_back(SetFeed{list == 1, i, to.feeds[list][i]});
      }
    }
  }
}

/// Describes a change of one number of a mesh, or of several.
std::string describeMesh(const MadeMesh& from, const MadeMesh& to, const std::string& body) {
  const std::vector<MadeNumber> before = numbersOf(from);
  const std::vector<MadeNumber> after = numbersOf(to);
  std::string text;
  for (const MadeNumber& number : after) {
    const auto old = std::ranges::find(before, number.key, &MadeNumber::key);
    if (old == before.end() || old->value == number.value) {
      continue;
    }
    if (!text.empty()) {
      return fmt::format("change of the mesh of {}", body);
    }
    text = fmt::format("change of {} of {} ({} to {})", number.key, body, textOf(*old), textOf(number));
  }
  return text.empty() ? fmt::format("change of the mesh of {}", body) : text;
}

/// True if the sensor at the index of a command has the same name in the settings `from` and `now`.
struct SensorIsUnchanged {
  const WorldSettings& from;
  const WorldSettings& now;

  bool isSame(std::uint32_t index) const {
    return index < now.sensors.size() && index < from.sensors.size() &&
           now.sensors[index].name == from.sensors[index].name;
  }
  bool operator()(const ChangeSensor& command) const { return isSame(command.index); }
  bool operator()(const RemoveSensor& command) const { return isSame(command.index); }
  bool operator()(const auto&) const { return true; }
};

/// True if a command would change nothing in the settings `now`, or if its body, drive, joint or material is missing
/// there.
struct ChangesNothing {
  const WorldSettings& now;

  bool operator()(const SetParameter& command) const { return valueOf(now.parameters, command.key) == command.value; }
  bool operator()(const SetChoice& command) const { return choiceOf(now.parameters, command.key) == command.value; }
  bool operator()(const SetDriveSpeed& command) const {
    return command.body >= now.driveSpeeds.size() || command.drive >= now.driveSpeeds[command.body].size() ||
           now.driveSpeeds[command.body][command.drive] == command.value;
  }
  bool operator()(const SetMotor& command) const {
    return command.joint >= now.motors.size() ||
           (now.motors[command.joint].value == command.value && now.motors[command.joint].byHand == command.byHand);
  }
  bool operator()(const SetPairLaw& command) const {
    const std::size_t count = now.materials.list.size();
    if (command.a >= count || command.b >= count) {
      return true;
    }
    const PairLaw& law = now.materials.pair(command.a, command.b);
    return hasValue(law, command.key) && valueOf(law, command.key) == command.value;
  }
  bool operator()(const SetYoungsModulus& command) const {
    return command.material >= now.materials.list.size() ||
           now.materials.list[command.material].youngsModulus == command.value;
  }
  bool operator()(const SetMadeMesh& command) const {
    const MadeMesh* made = madeAt(now.made, command.body, command.shape);
    return made == nullptr || *made == *command.made;
  }
  bool operator()(const SetGranulationLaw& command) const {
    return valueOf(now.granulation, command.key) == command.value;
  }
  bool operator()(const SetFeed& command) const {
    const std::vector<double>& feeds = now.feeds[command.isSpray ? 1 : 0];
    return command.zone >= feeds.size() || feeds[command.zone] == command.rate;
  }
  bool operator()(const auto&) const { return false; }
};

struct ChangesSettings {
  bool operator()(const StartPull&) const { return false; }
  bool operator()(const MovePull&) const { return false; }
  bool operator()(const EndPull&) const { return false; }
  bool operator()(const SplitAll&) const { return false; }
  bool operator()(const auto&) const { return true; }
};

struct Subject {
  std::string operator()(const SetParameter& command) const { return std::string(infoOf(command.key).name); }
  std::string operator()(const SetChoice& command) const { return std::string(infoOf(command.key).name); }
  std::string operator()(const ChangeSensor& command) const { return fmt::format("sensor {}", command.index); }
  std::string operator()(const AddSensor&) const { return "list of sensors"; }
  std::string operator()(const RemoveSensor&) const { return "list of sensors"; }
  std::string operator()(const SetDriveSpeed& command) const {
    return fmt::format("drive {} {}", command.body, command.drive);
  }
  std::string operator()(const SetMotor& command) const { return fmt::format("motor {}", command.joint); }
  std::string operator()(const SetPairLaw& command) const { return fmt::format("law {} {}", command.a, command.b); }
  std::string operator()(const SetYoungsModulus& command) const { return fmt::format("modulus {}", command.material); }
  std::string operator()(const SetMadeMesh& command) const {
    return fmt::format("mesh {} {}", command.body, command.shape);
  }
  std::string operator()(const SetGranulationLaw& command) const {
    return fmt::format("granulation {}", infoOf(command.key).name);
  }
  std::string operator()(const SetFeed& command) const {
    return fmt::format("feed {} {}", command.isSpray ? 1 : 0, command.zone);
  }
  std::string operator()(const auto&) const { return "preset"; }
};

std::string called(const std::string& name) { return name.empty() ? "sensor" : fmt::format("sensor '{}'", name); }

std::string describeSensor(const SplitSensor& from, const SplitSensor& to) {
  const bool moved = from.pose.position != to.pose.position;
  const bool turned = from.pose.orientation.coeffs() != to.pose.orientation.coeffs();
  std::string_view what = "change of ";
  if (from.name != to.name) {
    what = "renaming of ";
  } else if (from.body != to.body) {
    what = "another carrier of ";
  } else if (from.enabled != to.enabled) {
    what = to.enabled ? "turning on of " : "turning off of ";
  } else if (from.shape.index() != to.shape.index()) {
    what = "another shape of ";
  } else if (!sameShape(from.shape, to.shape)) {
    what = "resizing of ";
  } else if (turned) {
    what = "turn of ";
  } else if (moved) {
    what = "move of ";
  }
  return std::string(what) + called(to.name);
}

std::string describeSensors(const std::vector<SplitSensor>& from, const std::vector<SplitSensor>& to) {
  const Difference d = differenceOf(from, to);
  if (d.fromCount == 1 && d.toCount == 1) {
    return describeSensor(from[d.first], to[d.first]);
  }
  if (d.fromCount == 0) {
    return d.toCount == 1 ? "new " + called(to[d.first].name) : fmt::format("{} new sensors", d.toCount);
  }
  if (d.toCount == 0) {
    return d.fromCount == 1 ? "deletion of " + called(from[d.first].name)
                            : fmt::format("deletion of {} sensors", d.fromCount);
  }
  return "change of several sensors";
}

std::string describeOne(const WorldCommand& command, const WorldSettings& from, const World& world) {
  if (const auto* set = std::get_if<SetParameter>(&command)) {
    const ParameterInfo& info = infoOf(set->key);
    return fmt::format("change of {} ({:.6g} to {:.6g}{}{})", info.label, valueOf(from.parameters, set->key),
                       set->value, info.unit.empty() ? "" : " ", info.unit);
  }
  if (const auto* choose = std::get_if<SetChoice>(&command)) {
    const ChoiceInfo& info = infoOf(choose->key);
    const auto nameAt = [&](int value) { return info.values[static_cast<std::size_t>(value)].name; };
    return fmt::format("change of {} ({} to {})", info.label, nameAt(choiceOf(from.parameters, choose->key)),
                       nameAt(choose->value));
  }
  if (const auto* drive = std::get_if<SetDriveSpeed>(&command)) {
    const std::string name = drive->body < world.bodies.size() ? world.bodies[drive->body].name : "a drive";
    return fmt::format("change of the speed of {} ({:.6g} to {:.6g})", name,
                       from.driveSpeeds[drive->body][drive->drive], drive->value);
  }
  if (const auto* motor = std::get_if<SetMotor>(&command)) {
    const std::string name = motor->joint < world.joints.size() ? world.joints[motor->joint].name : "a joint";
    return motor->byHand ? fmt::format("setting of motor {} to {:.6g}", name, motor->value)
                         : fmt::format("return of motor {} to its course", name);
  }
  if (const auto* law = std::get_if<SetPairLaw>(&command)) {
    const PairLawInfo& info = infoOf(law->key);
    return fmt::format("change of {} of {} ({:.6g} to {:.6g}{}{})", info.label,
                       pairName(from.materials, law->a, law->b), valueOf(from.materials.pair(law->a, law->b), law->key),
                       law->value, info.unit.empty() ? "" : " ", info.unit);
  }
  if (const auto* modulus = std::get_if<SetYoungsModulus>(&command)) {
    const Material& material = from.materials.list[modulus->material];
    return fmt::format("change of Young's modulus of {} ({:.6g} to {:.6g} Pa)", material.name, material.youngsModulus,
                       modulus->value);
  }
  if (const auto* law = std::get_if<SetGranulationLaw>(&command)) {
    GranulationLaws after = from.granulation;
    setValue(after, law->key, law->value);
    return fmt::format("change of {} ({} to {})", infoOf(law->key).label, valueText(from.granulation, law->key),
                       valueText(after, law->key));
  }
  if (const auto* feed = std::get_if<SetFeed>(&command)) {
    const std::vector<MatterZone>& zones = feed->isSpray ? world.granulation.sprays : world.granulation.fines;
    return fmt::format("change of the feed of {} ({:.6g} to {:.6g} kg/s)",
                       feed->zone < zones.size() ? zones[feed->zone].name : "a box",
                       from.feeds[feed->isSpray ? 1 : 0][feed->zone], feed->rate);
  }
  if (const auto* mesh = std::get_if<SetMadeMesh>(&command)) {
    const MadeMesh* before = madeAt(from.made, mesh->body, mesh->shape);
    return before == nullptr ? std::string() : describeMesh(*before, *mesh->made, world.bodies[mesh->body].name);
  }
  return {};
}

/// Describes several changes of the law of one pair; empty for others.
std::string describeLaws(const std::vector<WorldCommand>& commands, const WorldSettings& from) {
  const auto* first = commands.empty() ? nullptr : std::get_if<SetPairLaw>(&commands.front());
  const bool isOnePair = first != nullptr && std::ranges::all_of(commands, [&](const WorldCommand& command) {
                           const auto* law = std::get_if<SetPairLaw>(&command);
                           return law != nullptr && law->a == first->a && law->b == first->b;
                         });
  return isOnePair ? fmt::format("change of the law of {}", pairName(from.materials, first->a, first->b)) : "";
}

}  // namespace

WorldSettings settingsOf(const World& world) {
  WorldSettings settings{world.parameters,           world.sensors,          {}, {}, world.materials,
                         madeMeshesOf(world.bodies), world.granulation.laws, {}};
  for (const MatterZone& zone : world.granulation.fines) {
    settings.feeds[0].push_back(zone.rate);
  }
  for (const MatterZone& zone : world.granulation.sprays) {
    settings.feeds[1].push_back(zone.rate);
  }
  for (const Joint& joint : world.joints) {
    settings.motors.push_back(joint.motor);
  }
  for (const Body& body : world.bodies) {
    std::vector<double>& speeds = settings.driveSpeeds.emplace_back();
    for (const Drive& drive : body.drives) {
      speeds.push_back(drive.speed.value);
    }
  }
  return settings;
}

bool changesSettings(const WorldCommand& command) { return std::visit(ChangesSettings{}, command); }

std::string subjectOf(const WorldCommand& command) { return std::visit(Subject{}, command); }

std::vector<WorldCommand> commandsBetween(const WorldSettings& from, const WorldSettings& to) {
  std::vector<WorldCommand> commands;
  addParameterCommands(from.parameters, to.parameters, commands);
  addSensorCommands(from.sensors, to.sensors, commands);
  addDriveCommands(from, to, commands);
  addMotorCommands(from, to, commands);
  addMaterialCommands(from.materials, to.materials, commands);
  addMeshCommands(from.made, to.made, commands);
  addGranulationCommands(from, to, commands);
  return commands;
}

std::optional<std::vector<WorldCommand>> commandsBetween(const WorldSettings& from, const WorldSettings& to,
                                                         const WorldSettings& now) {
  std::vector<WorldCommand> commands = commandsBetween(from, to);
  if (!differenceOf(from.sensors, now.sensors).isNone() && !std::ranges::all_of(commands, [&](const WorldCommand& c) {
        return std::visit(SensorIsUnchanged{from, now}, c);
      })) {
    return std::nullopt;
  }
  std::erase_if(commands, [&](const WorldCommand& c) { return std::visit(ChangesNothing{now}, c); });
  return commands;
}

std::string describeEdit(const WorldSettings& from, const WorldSettings& to, const World& world,
                         const std::string& otherwise) {
  if (!differenceOf(from.sensors, to.sensors).isNone()) {
    return describeSensors(from.sensors, to.sensors);
  }
  const std::vector<WorldCommand> commands = commandsBetween(from, to);
  if (commands.size() == 1) {
    return describeOne(commands.front(), from, world);
  }
  const std::string laws = describeLaws(commands, from);
  return laws.empty() ? otherwise : laws;
}

}  // namespace scree
