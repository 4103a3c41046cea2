#include "engine/session/world_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/session/changes/change_mesh.h"
#include "engine/solve/smooth/stable_step.h"

namespace scree {

namespace {

std::string refusalOf(const World& world, const SplitSensor& sensor) {
  if (sensor.body != kFixedInWorld && sensor.body >= world.bodies.size()) {
    return fmt::format("there is no body {} to carry the split sensor", sensor.body);
  }
  return problemOf(sensor);
}

std::string missingSensor(const World& world, std::uint32_t index) {
  return index < world.sensors.size() ? std::string() : fmt::format("there is no split sensor {}", index);
}

/// Splits all members off in the next step where contacts inside aggregates may move under their new laws.
void splitWhatMayMove(World& world, const std::vector<PairLaw>& before) {
  const Materials& materials = world.materials;
  bool moves = false;
  world.reduction.kept.forAll([&](const KeptContact& kept) {
    const std::uint32_t pair = materials.pairIndex(world.particles.material[kept.a], kept.material);
    moves = moves || mayMove(before[pair], materials.pairs[pair]);
  });
  world.reduction.splitAll = world.reduction.splitAll || moves;
}

std::vector<MatterZone>& zonesOf(Granulation& granulation, bool isSpray) {
  return isSpray ? granulation.sprays : granulation.fines;
}
const std::vector<MatterZone>& zonesOf(const Granulation& granulation, bool isSpray) {
  return isSpray ? granulation.sprays : granulation.fines;
}

/// Applies each command to a world; returns the reason of a refusal.
struct Apply {
  World& world;
  std::string* told;

  /// Makes a change of parameters or laws, and takes it back where smooth DEM could not step the world then.
  template <typename Change>
  std::string ifSmoothCan(Change change) const {
    const Parameters before = world.parameters;
    const Materials materials = world.materials;
    std::string refusal = change();
    if (refusal.empty()) {
      refusal = refusalOfSmooth(world).text();
    }
    if (!refusal.empty()) {
      world.parameters = before;
      world.materials = materials;
    }
    return refusal;
  }

  std::string operator()(const SetParameter& command) const {
    if (static_cast<std::size_t>(command.key) >= parameterTable().size()) {
      return "there is no such parameter";
    }
    return ifSmoothCan([&] { return setValue(world.parameters, command.key, command.value); });
  }
  std::string operator()(const SetChoice& command) const {
    if (static_cast<std::size_t>(command.key) >= choiceTable().size()) {
      return "there is no such setting";
    }
    if (command.key == ChoiceKey::method && command.value != static_cast<int>(Method::pgs) &&
        command.value != static_cast<int>(Method::smooth) && hasDynamicBodies(world)) {
      return "only the methods pgs and smooth move bodies that have a mass";
    }
    if (command.key == ChoiceKey::merging && command.value == static_cast<int>(Switch::on) &&
        world.parameters.method == Method::smooth) {
      return "the method smooth merges nothing: take another method first";
    }
    return ifSmoothCan([&] {
      return setChoice(world.parameters, command.key, command.value)
                 ? std::string()
                 : fmt::format("{}: there is no choice {}", infoOf(command.key).name, command.value);
    });
  }
  std::string operator()(const SetPreset& command) const {
    if (static_cast<std::size_t>(command.preset) >= presetTable().size()) {
      return "there is no such preset";
    }
    applyPreset(world.parameters, command.preset);
    return {};
  }
  std::string operator()(const SetReductionPreset& command) const {
    if (static_cast<std::size_t>(command.preset) >= reductionPresetTable().size()) {
      return "there is no such preset";
    }
    applyPreset(world.parameters, command.preset);
    return {};
  }
  std::string operator()(const AddSensor& command) const {
    std::string refusal = refusalOf(world, command.sensor);
    if (refusal.empty()) {
      const std::size_t place = std::min<std::size_t>(command.place, world.sensors.size());
      world.sensors.insert(world.sensors.begin() + static_cast<std::ptrdiff_t>(place), command.sensor);
    }
    return refusal;
  }
  std::string operator()(const ChangeSensor& command) const {
    std::string refusal = missingSensor(world, command.index);
    refusal = refusal.empty() ? refusalOf(world, command.sensor) : refusal;
    if (refusal.empty()) {
      world.sensors[command.index] = command.sensor;
    }
    return refusal;
  }
  std::string operator()(const RemoveSensor& command) const {
    std::string refusal = missingSensor(world, command.index);
    if (refusal.empty()) {
      world.sensors.erase(world.sensors.begin() + command.index);
    }
    return refusal;
  }
  std::string operator()(const SplitAll&) const {
    world.reduction.splitAll = true;
    return {};
  }
  std::string operator()(const SetDriveSpeed& command) const {
    if (command.body >= world.bodies.size() || command.drive >= world.bodies[command.body].drives.size()) {
      return fmt::format("there is no drive {} on body {}", command.drive, command.body);
    }
    if (!std::isfinite(command.value)) {
      return "a drive's speed must be a finite number";
    }
    world.bodies[command.body].drives[command.drive].speed.value = command.value;
    return {};
  }
  std::string operator()(const SetMotor& command) const {
    if (command.joint >= world.joints.size() || world.joints[command.joint].motor.kind == MotorKind::none) {
      return fmt::format("there is no motor on joint {}", command.joint);
    }
    if (!std::isfinite(command.value)) {
      return "what a motor wants must be a finite number";
    }
    Motor& motor = world.joints[command.joint].motor;
    motor.value = command.value;
    motor.byHand = command.byHand;
    return {};
  }
  std::string operator()(const SetPairLaw& command) const {
    Materials& materials = world.materials;
    if (command.a >= materials.list.size() || command.b >= materials.list.size()) {
      return fmt::format("there are no materials {} and {}", command.a, command.b);
    }
    if (static_cast<std::size_t>(command.key) >= pairLawTable().size()) {
      return "there is no such value of a contact law";
    }
    PairLaw law = materials.pair(command.a, command.b);
    if (const std::string refusal = setValue(law, command.key, command.value); !refusal.empty()) {
      return fmt::format("{}: {}", pairName(materials, command.a, command.b), refusal);
    }
    const std::vector<PairLaw> before = materials.pairs;
    std::string tooStiff = ifSmoothCan([&] {
      materials.setPair(command.a, command.b, law);
      return std::string();
    });
    splitWhatMayMove(world, before);
    return tooStiff;
  }
  std::string operator()(const SetYoungsModulus& command) const {
    Materials& materials = world.materials;
    if (command.material >= materials.list.size()) {
      return fmt::format("there is no material {}", command.material);
    }
    const std::vector<PairLaw> before = materials.pairs;
    const std::string refusal =
        ifSmoothCan([&] { return setYoungsModulus(materials, command.material, command.value); });
    if (!refusal.empty()) {
      return fmt::format("{}: {}", materials.list[command.material].name, refusal);
    }
    splitWhatMayMove(world, before);
    return {};
  }
  std::string operator()(const SetMadeMesh& command) const {
    const MeshChange change = changeMesh(world, command.body, command.shape, *command.made);
    if (told != nullptr) {
      *told = change.message;
    }
    return change.refusal;
  }
  std::string operator()(const SetGranulationLaw& command) const {
    return setValue(world.granulation.laws, command.key, command.value);
  }
  std::string operator()(const SetFeed& command) const {
    std::vector<MatterZone>& zones = zonesOf(world.granulation, command.isSpray);
    if (command.zone >= zones.size()) {
      return fmt::format("there is no {} {}", command.isSpray ? "spray" : "box of fines", command.zone);
    }
    if (!(command.rate >= 0.0 && command.rate <= kMostFeed)) {
      return fmt::format("the rate of {} must be a number from 0 to {:.0e} kg/s", zones[command.zone].name, kMostFeed);
    }
    zones[command.zone].rate = command.rate;
    return {};
  }
  std::string operator()(const StartPull& command) const {
    if (command.grip) {
      const bool isThere = command.grip->body < world.bodies.size();
      if (!isThere || !world.bodies[command.grip->body].isDynamic()) {
        return isThere ? fmt::format("{} cannot be pulled: no force moves it", world.bodies[command.grip->body].name)
                       : fmt::format("there is no body {} to pull", command.grip->body);
      }
      if (!command.grip->place.allFinite()) {
        return "a body is pulled at a place of finite numbers";
      }
    } else if (!std::ranges::binary_search(world.particles.id, command.particle)) {
      return fmt::format("there is no grain {} to pull", command.particle);
    }
    if (!command.target.allFinite() || !std::isfinite(command.stiffness) || command.stiffness <= 0.0) {
      return "a pull needs a place and a stiffness above 0, both finite numbers";
    }
    world.pull = Pull{
        .particle = command.particle, .grip = command.grip, .target = command.target, .stiffness = command.stiffness};
    return {};
  }
  std::string operator()(const MovePull& command) const {
    if (!world.pull) {
      return kNothingPulled;
    }
    if (!command.target.allFinite()) {
      return "things can only be pulled to a place of finite numbers";
    }
    world.pull->target = command.target;
    return {};
  }
  std::string operator()(const EndPull&) const {
    if (!world.pull) {
      return kNothingPulled;
    }
    world.pull.reset();
    return {};
  }

  static constexpr const char* kNothingPulled = "nothing is being pulled";
};

/// True if a command would leave the world as it is.
struct IsAlreadySo {
  const World& world;

  bool operator()(const SetParameter& command) const {
    Parameters after = world.parameters;
    return static_cast<std::size_t>(command.key) < parameterTable().size() &&
           setValue(after, command.key, command.value).empty() &&
           valueOf(after, command.key) == valueOf(world.parameters, command.key);
  }
  bool operator()(const SetChoice& command) const {
    return static_cast<std::size_t>(command.key) < choiceTable().size() &&
           choiceOf(world.parameters, command.key) == command.value;
  }
  bool operator()(const SetPreset& command) const { return presetOf(world.parameters) == command.preset; }
  bool operator()(const SetReductionPreset& command) const {
    return reductionPresetOf(world.parameters) == command.preset;
  }
  bool operator()(const SplitAll&) const { return world.reduction.memberCount == 0; }
  bool operator()(const SetDriveSpeed& command) const {
    return command.body < world.bodies.size() && command.drive < world.bodies[command.body].drives.size() &&
           world.bodies[command.body].drives[command.drive].speed.value == command.value;
  }
  bool operator()(const SetMotor& command) const {
    return command.joint < world.joints.size() && world.joints[command.joint].motor.value == command.value &&
           world.joints[command.joint].motor.byHand == command.byHand;
  }
  bool operator()(const SetPairLaw& command) const {
    const Materials& materials = world.materials;
    if (command.a >= materials.list.size() || command.b >= materials.list.size() ||
        static_cast<std::size_t>(command.key) >= pairLawTable().size()) {
      return false;
    }
    const PairLaw& law = materials.pair(command.a, command.b);
    return hasValue(law, command.key) && valueOf(law, command.key) == command.value;
  }
  bool operator()(const SetYoungsModulus& command) const {
    return command.material < world.materials.list.size() &&
           world.materials.list[command.material].youngsModulus == command.value;
  }
  bool operator()(const SetMadeMesh& command) const {
    const MadeMesh* now = madeMeshOf(world, command.body, command.shape);
    return now != nullptr && *now == *command.made;
  }
  bool operator()(const SetGranulationLaw& command) const {
    return static_cast<std::size_t>(command.key) < granulationTable().size() &&
           valueOf(world.granulation.laws, command.key) == command.value;
  }
  bool operator()(const SetFeed& command) const {
    const std::vector<MatterZone>& zones = zonesOf(world.granulation, command.isSpray);
    return command.zone < zones.size() && zones[command.zone].rate == command.rate;
  }
  bool operator()(const auto&) const { return false; }
};

/// True if the second command undoes all effects of the first one of its kind.
struct Overrides {
  bool operator()(const SetParameter& a, const SetParameter& b) const { return a.key == b.key; }
  bool operator()(const SetChoice& a, const SetChoice& b) const { return a.key == b.key; }
  bool operator()(const SetPreset&, const SetPreset&) const { return true; }
  bool operator()(const SetReductionPreset&, const SetReductionPreset&) const { return true; }
  bool operator()(const ChangeSensor& a, const ChangeSensor& b) const { return a.index == b.index; }
  bool operator()(const SplitAll&, const SplitAll&) const { return true; }
  bool operator()(const SetDriveSpeed& a, const SetDriveSpeed& b) const {
    return a.body == b.body && a.drive == b.drive;
  }
  bool operator()(const SetMotor& a, const SetMotor& b) const { return a.joint == b.joint; }
  bool operator()(const MovePull&, const MovePull&) const { return true; }
  bool operator()(const SetPairLaw& a, const SetPairLaw& b) const {
    return a.key == b.key && std::minmax(a.a, a.b) == std::minmax(b.a, b.b);
  }
  bool operator()(const SetYoungsModulus& a, const SetYoungsModulus& b) const { return a.material == b.material; }
  bool operator()(const SetGranulationLaw& a, const SetGranulationLaw& b) const { return a.key == b.key; }
  bool operator()(const SetFeed& a, const SetFeed& b) const { return a.isSpray == b.isSpray && a.zone == b.zone; }
  bool operator()(const auto&, const auto&) const { return false; }
};

std::string withUnit(double value, std::string_view unit) {
  return unit.empty() ? fmt::format("{:.6g}", value) : fmt::format("{:.6g} {}", value, unit);
}

std::string nameOf(const SplitSensor& sensor) { return sensor.name.empty() ? "without a name" : sensor.name; }

template <typename Table, typename Value>
std::string_view presetName(const Table& table, Value preset) {
  const auto found = std::ranges::find_if(table, [preset](const auto& info) { return info.preset == preset; });
  return found == std::ranges::end(table) ? std::string_view() : found->name;
}

struct Describe {
  const World& world;
  static inline const std::string kNoName;

  std::string operator()(const SetParameter& command) const {
    const ParameterInfo& info = infoOf(command.key);
    return fmt::format("{} {}", info.label, withUnit(command.value, info.unit));
  }
  std::string operator()(const SetChoice& command) const {
    const ChoiceInfo& info = infoOf(command.key);
    const auto value = static_cast<std::size_t>(command.value);
    return fmt::format("{} {}", info.label, value < info.values.size() ? info.values[value].name : std::string_view());
  }
  std::string operator()(const SetPreset& command) const {
    return fmt::format("Solver preset {}", presetName(presetTable(), command.preset));
  }
  std::string operator()(const SetReductionPreset& command) const {
    return fmt::format("Reduction preset {}", presetName(reductionPresetTable(), command.preset));
  }
  std::string operator()(const AddSensor& command) const {
    return fmt::format("Split sensor {} added", nameOf(command.sensor));
  }
  std::string operator()(const ChangeSensor& command) const {
    return fmt::format("Split sensor {} changed", nameOf(command.sensor));
  }
  std::string operator()(const RemoveSensor& command) const {
    return fmt::format("Split sensor {} removed", command.index + 1);
  }
  std::string operator()(const SplitAll&) const { return "All split off"; }
  std::string operator()(const SetDriveSpeed& command) const {
    const std::vector<Body>& bodies = world.bodies;
    const bool known = command.body < bodies.size() && command.drive < bodies[command.body].drives.size();
    const bool turns = known && std::holds_alternative<Rotation>(bodies[command.body].drives[command.drive].motion);
    return fmt::format("Speed of {} {}", known ? bodies[command.body].name : "a drive",
                       withUnit(command.value, turns ? "rad/s" : "m/s"));
  }
  std::string operator()(const SetMotor& command) const {
    const std::string& name = command.joint < world.joints.size() ? world.joints[command.joint].name : kNoName;
    return command.byHand ? fmt::format("Motor {} {:.6g}", name, command.value)
                          : fmt::format("Motor {} on its course", name);
  }
  std::string operator()(const SetPairLaw& command) const {
    const std::size_t count = world.materials.list.size();
    const PairLawInfo& info = infoOf(command.key);
    return command.a < count && command.b < count
               ? fmt::format("{} of {} {}", info.label, pairName(world.materials, command.a, command.b),
                             withUnit(command.value, info.unit))
               : fmt::format("{} {}", info.label, withUnit(command.value, info.unit));
  }
  std::string operator()(const SetYoungsModulus& command) const {
    const std::vector<Material>& list = world.materials.list;
    return fmt::format("Young's modulus of {} {}",
                       command.material < list.size() ? list[command.material].name : "a material",
                       withUnit(command.value, "Pa"));
  }
  std::string operator()(const SetMadeMesh& command) const {
    return fmt::format("Mesh of {} made anew",
                       command.body < world.bodies.size() ? world.bodies[command.body].name : "a body");
  }
  std::string operator()(const SetGranulationLaw& command) const {
    if (static_cast<std::size_t>(command.key) >= granulationTable().size()) {
      return "A law of granulation";
    }
    const GranulationInfo& info = infoOf(command.key);
    if (command.value >= 0.0 && command.value < static_cast<double>(info.choices.size())) {
      return fmt::format("{} {}", info.label, info.choices[static_cast<std::size_t>(command.value)]);
    }
    if (command.key == GranulationKey::largest && command.value == 0.0) {
      return fmt::format("{} without limit", info.label);
    }
    // The unit of the uptake depends on the measure, which the world may not have yet when a recording is read.
    return fmt::format("{} {}", info.label,
                       withUnit(command.value, command.key == GranulationKey::uptake ? std::string_view() : info.unit));
  }
  std::string operator()(const SetFeed& command) const {
    const std::vector<MatterZone>& zones = zonesOf(world.granulation, command.isSpray);
    return fmt::format("Feed of {} {}", command.zone < zones.size() ? zones[command.zone].name : "a box",
                       withUnit(command.rate, "kg/s"));
  }
  std::string operator()(const StartPull& command) const {
    return command.grip ? fmt::format("Body {} pulled", command.grip->body)
                        : fmt::format("Grain {} pulled", command.particle);
  }
  std::string operator()(const MovePull&) const { return {}; }
  std::string operator()(const EndPull&) const { return {}; }
};

}  // namespace

std::string applyCommand(World& world, const WorldCommand& command, std::string* told) {
  std::string refusal = std::visit(Apply{world, told}, command);
  const bool isSetting =
      std::holds_alternative<SetParameter>(command) || std::holds_alternative<SetChoice>(command) ||
      std::holds_alternative<SetPreset>(command) || std::holds_alternative<SetReductionPreset>(command) ||
      std::holds_alternative<SetPairLaw>(command) || std::holds_alternative<SetYoungsModulus>(command);
  if (refusal.empty() && isSetting && changesResults(command)) {
    world.guard = Guard{};  // the setting may remove the cause of a finding, and earlier measurements no longer hold
  }
  return refusal;
}

bool hasNoEffect(const World& world, const WorldCommand& command) { return std::visit(IsAlreadySo{world}, command); }

bool changesResults(const WorldCommand& command) {
  const auto* parameter = std::get_if<SetParameter>(&command);
  return parameter == nullptr || parameter->key != ParameterKey::threads;
}

bool overrides(const WorldCommand& later, const WorldCommand& earlier) {
  return later.index() == earlier.index() && std::visit(Overrides{}, later, earlier);
}

std::string describe(const WorldCommand& command, const World& world) { return std::visit(Describe{world}, command); }

}  // namespace scree
