#include "tests/support/time_runs.h"

#include "engine/base/parallel.h"
#include "engine/state/state.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree::testing {

Script variedScript() {
  SplitSensor sensor;
  sensor.name = "box 1";
  sensor.shape = SensorBox{Vec3::Constant(0.02)};
  sensor.pose.position = Vec3(0.0, 0.0, -0.03);
  SplitSensor moved = sensor;
  moved.pose.position = Vec3(0.02, 0.0, -0.02);
  moved.shape = SensorSphere{0.03};
  // All of it while the bed is still merged: later, one as small as this may have come loose by itself.
  return {{1, {AddSensor{sensor}}},
          {2, {SplitAll{}}},
          {10, {SetParameter{ParameterKey::sweeps, 9}, SetDriveSpeed{0, 0, 0.5}}},
          {25, {SetChoice{ChoiceKey::warmStart, static_cast<int>(WarmStart::off)}, SplitAll{}}},
          {33, {ChangeSensor{0, moved}, SetParameter{ParameterKey::gravityX, 0.7}}},
          {40, {SetPreset{Preset::paperWarm}, SetReductionPreset{ReductionPreset::paperCs}}},
          {41, {SetParameter{ParameterKey::sweeps, 14}, SetParameter{ParameterKey::timeStep, 4e-3}}},
          {52, {RemoveSensor{0}, SetParameter{ParameterKey::gravityX, 0.0}}},
          {60, {SetDriveSpeed{0, 0, 1.5}}}};
}

World mergedDrum() {
  static const World merged = [] {
    World world = drumWorld(200, 0.004, 0.006, 0.04, 5);
    applyPreset(world.parameters, Preset::fast);
    world.parameters.reduction.merging = Switch::on;
    world.bodies[0].drives[0].speed.value = 0.3;
    StepData data;
    run(world, data, 2.5);
    // A bed as small as this may come loose as a whole at any moment.
    for (int i = 0; i < 400 && 2 * world.reduction.memberCount <= world.particles.size(); ++i) {
      step(world, data);
    }
    return world;
  }();
  return merged;
}

std::vector<std::uint64_t> hashesOf(World world, const Script& script, std::uint64_t steps, int threads) {
  const std::uint64_t first = world.step;
  const auto pool = threads > 1 ? std::make_unique<ThreadPool>(threads) : nullptr;
  StepData data;
  data.context.threads = pool.get();
  std::vector<std::uint64_t> hashes = {stateHash(world)};
  while (world.step < first + steps) {
    if (const auto given = script.find(world.step - first); given != script.end()) {
      for (const WorldCommand& command : given->second) {
        applyCommand(world, command);
      }
    }
    step(world, data);
    hashes.push_back(stateHash(world));
  }
  return hashes;
}

void finish(Session& session) {
  while (session.advance() == 0.0) {
  }
}

std::shared_ptr<const Snapshot> latest(Session& session) { return session.snapshots().latest(); }

void stepTo(Session& session, const Script& script, std::uint64_t step) {
  const std::uint64_t first = latest(session)->run.timeline.first.step;
  const auto give = [&] {
    if (const auto given = script.find(session.world().step - first); given != script.end()) {
      for (const WorldCommand& command : given->second) {
        std::visit([&](const auto& one) { session.post(one); }, command);
      }
    }
  };
  give();
  while (session.world().step < first + step) {
    session.post(StepOnce{1});
    finish(session);
    give();
  }
  finish(session);
}

void seekTo(Session& session, std::uint64_t step) {
  session.post(SeekTo{latest(session)->run.timeline.first.step + step});
  finish(session);
}

Recording recordingOf(Session& session) {
  const auto promise = std::make_shared<std::promise<std::shared_ptr<const Recording>>>();
  session.post(TakeRecording{promise});
  finish(session);
  return *promise->get_future().get();
}

}  // namespace scree::testing
