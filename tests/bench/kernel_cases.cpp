#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <optional>

#include "engine/analysis/fields/field_values.h"
#include "engine/base/parallel.h"
#include "engine/base/random.h"
#include "engine/contacts/contacts.h"
#include "engine/contacts/match.h"
#include "engine/contacts/near_members.h"
#include "engine/contacts/pairs.h"
#include "engine/step/step.h"
#include "engine/world/placement.h"
#include "engine/world/reduction_limits.h"
#include "tests/bench/cases.h"
#include "tests/bench/stopwatch.h"
#include "tests/bench/sweep_cases.h"

namespace scree::bench {

namespace {

constexpr int kFlowSteps = 8;
constexpr int kSweeps = 10;  // a timed call: enough to hide the call, few enough to stay near the start

/// Collects the repetitions of one benchmark, in nanoseconds per unit of the counter "units".
class Collector : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Iteration && !run.error_occurred) {
        samples.push_back(1e9 * run.real_accumulated_time / static_cast<double>(run.iterations) /
                          run.counters.at("units"));
      }
    }
  }
  std::vector<double> samples;
};

/// How often and how long a kernel runs.
struct Effort {
  int repetitions = 9;
  double seconds = 0.1;  ///< at least, a repetition
};

/// Runs `body(state)`, which sets iteration times in seconds of processor and the counter "units".
template <typename Body>
Spread repeated(const std::string& name, const Effort& effort, const Body& body) {
  benchmark::RegisterBenchmark(name.c_str(), body)
      ->UseManualTime()
      ->MinTime(effort.seconds)
      ->Repetitions(effort.repetitions);
  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector, ".*");
  benchmark::ClearRegisteredBenchmarks();
  return spreadOf(collector.samples);
}

constexpr double kWaveNumber = 2.0 * std::numbers::pi / 0.13;  // a wave in ten diameters [1/m]

/// Moves every particle on a circle around its place by a fiftieth of its diameter a step, neighbours nearly together:
/// always in motion, never away. Radii grow by a hundredth, or the motion would open the thin overlaps of a bed at
/// rest.
class Circling {
 public:
  explicit Circling(World& world) : world_(world), centre_(world.particles.position) {
    for (double& radius : world.particles.radius) {
      radius *= 1.01;
    }
  }
  void step() {
    ++count_;
    for (std::size_t i = 0; i < centre_.size(); ++i) {
      const double radius = 0.04 * world_.particles.radius[i];
      const double angle = count_ + (centre_[i].x() + centre_[i].z()) * kWaveNumber;
      const Vec3 outward(std::cos(angle), std::sin(angle), 0.0);
      world_.particles.position[i] = centre_[i] + radius * outward;
      world_.particles.velocity[i] = radius / world_.parameters.timeStep * Vec3::UnitZ().cross(outward);
    }
  }

 private:
  World& world_;
  std::vector<Vec3> centre_;
  int count_ = 0;
};

/// Moves every particle to and fro along x, by up to a fiftieth of its diameter a step for 40 steps each way, layers in
/// a wave of ten diameters: always in motion, past each other as in a flow.
class Streaming {
 public:
  explicit Streaming(World& world) : world_(world) {}
  void step() {
    const double direction = (count_++ / kSteps) % 2 == 0 ? 1.0 : -1.0;
    for (std::size_t i = 0; i < world_.particles.size(); ++i) {
      const double phase = world_.particles.position[i].z() * kWaveNumber;
      const double way = direction * 0.04 * world_.particles.radius[i] * std::cos(phase);
      world_.particles.position[i].x() += way;
      world_.particles.velocity[i] = way / world_.parameters.timeStep * Vec3::UnitX();
    }
  }

 private:
  static constexpr int kSteps = 40;
  World& world_;
  int count_ = 0;
};

Tier tierOf(const std::string& state) {
  if (state == "bed-tiny") {
    return Tier::tiny;
  }
  return state == "bed-4k" ? Tier::quick : Tier::full;
}

Effort effortFor(const std::string& state) {
  return tierOf(state) == Tier::tiny ? Effort{.repetitions = 3, .seconds = 0.01} : Effort{};
}

Record describe(const std::string& name, const std::string& state, const World& world) {
  Record record;
  record.kind = "kernel";
  record.name = name;
  record.scene = state;
  record.particles = static_cast<double>(world.particles.size());
  record.start = startHash(world);
  return record;
}

Outcome measureDetection(const std::string& name, const std::string& state, bool whole, States& states) {
  World world = *states.get(state);
  Outcome outcome;
  outcome.record = describe(name, state, world);
  Circling motion(world);
  StepData data;
  const Spread spread = repeated(name, effortFor(state), [&](benchmark::State& run) {
    for ([[maybe_unused]] auto _ : run) {
      motion.step();
      // Circling in place, they would never leave what the first search looked ahead: each is to be searched for.
      data.detection.candidates.entries.ids.clear();
      const Stopwatch watch;
      listActive(world, data.list);
      findPairs(world, data.context, data.detection, data.list);
      if (whole) {
        makeContacts(world, data.context, data.detection, data.list);
        matchContacts(world, data.context, data.list);
      }
      run.SetIterationTime(watch.elapsed().cpu);
    }
    run.counters["units"] = static_cast<double>(world.particles.size());
  });
  makeContacts(world, data.context, data.detection, data.list);
  outcome.record.contacts = static_cast<double>(data.list.contacts.size());
  outcome.record.setValue("ns of processor per particle", spread);
  return outcome;
}

/// Pairs in a flow, as a step finds them: what was looked ahead serves some steps, until it is used up. The `whole`
/// detection makes their contacts as well and matches them to those known.
Outcome measureFlow(const std::string& name, const std::string& state, bool whole, States& states) {
  World world = *states.get(state);
  Outcome outcome;
  outcome.record = describe(name, state, world);
  Streaming motion(world);
  StepData data;
  outcome.record.setValue("ns of processor per particle", repeated(name, effortFor(state), [&](benchmark::State& run) {
                            for ([[maybe_unused]] auto _ : run) {
                              // A round of searches at once: they are not evenly spread over the steps.
                              double seconds = 0.0;
                              for (int i = 0; i < kFlowSteps; ++i) {
                                motion.step();
                                const Stopwatch watch;
                                listActive(world, data.list);
                                findPairs(world, data.context, data.detection, data.list);
                                if (whole) {
                                  makeContacts(world, data.context, data.detection, data.list);
                                  matchContacts(world, data.context, data.list);
                                }
                                seconds += watch.elapsed().cpu;
                              }
                              run.SetIterationTime(seconds);
                            }
                            run.counters["units"] = kFlowSteps * static_cast<double>(world.particles.size());
                          }));
  makeContacts(world, data.context, data.detection, data.list);
  outcome.record.contacts = static_cast<double>(data.list.contacts.size());
  return outcome;
}

Outcome measureSweep(const std::string& name, const std::string& state, const SweepKernel& kernel, States& states) {
  World world = *states.get(state);
  Outcome outcome;
  Record& record = outcome.record;
  record = describe(name, state, world);
  record.settings = kernel.name;
  record.instructionSet = kernel.instructionSet;
  StepData data;
  prepareSolve(world, data);
  const SweepRun problem = kernel.prepare(world, data);
  const Spread spread = repeated(name, effortFor(state), [&](benchmark::State& run) {
    for ([[maybe_unused]] auto _ : run) {
      problem.reset();
      const Stopwatch watch;
      problem.sweep(kSweeps);
      run.SetIterationTime(watch.elapsed().cpu);
    }
    run.counters["units"] = kSweeps * static_cast<double>(problem.contacts);
  });
  record.contacts = static_cast<double>(problem.contacts);
  record.sweeps = kSweeps;
  record.setValue("ns of processor per contact and sweep", spread);
  record.nsPerContactSweep = record.value;
  return outcome;
}

/// Fields of a bed as a snapshot has them while grains are coloured by one: contacts with their forces, sums at the
/// nodes, a map of the inertial number and its values at the grains.
Outcome measureFields(const std::string& name, const std::string& state, int count, States& states) {
  World world = *states.get(state);
  Outcome outcome;
  outcome.record = describe(name, state, world);
  std::optional<ThreadPool> pool;
  if (count > 1) {
    pool.emplace(count);
  }
  ThreadPool* threads = pool ? &*pool : nullptr;
  StepData data;
  step(world, data);
  placeMembers(world);
  std::vector<ForceContact> contacts;
  CoarseGrainer grainer;
  FieldSums sums;
  FieldMap map;
  std::vector<float> values;
  const std::string unit = count > 1 ? "ns of wall time per particle" : "ns of processor per particle";
  outcome.record.setValue(unit, repeated(name, effortFor(state), [&](benchmark::State& run) {
                            for ([[maybe_unused]] auto _ : run) {
                              const Stopwatch watch;
                              findForceContacts(world, data, contacts);
                              const FieldGrid grid =
                                  gridAround(world.particles, kFieldWidth * meanDiameter(world), kMostShownNodes);
                              grainer.grain(world, contacts, grid, threads, sums);
                              mapOf(sums, FieldScalar::inertialNumber, threads, map);
                              valuesAtParticles(map, world.particles, threads, values);
                              const Elapsed taken = watch.elapsed();
                              run.SetIterationTime(count > 1 ? taken.wall : taken.cpu);
                            }
                            run.counters["units"] = static_cast<double>(world.particles.size());
                          }));
  outcome.record.contacts = static_cast<double>(contacts.size());
  return outcome;
}

/// A cache line; its number is all that is read of it.
struct alignas(64) Line {
  std::uint32_t number = 0;
};

/// What the machine takes to bring a line of so many bytes of them in, in their order or at random: what the stages of
/// a step that go over all contacts cannot do without.
Outcome measureMemory(const std::string& name, std::size_t bytes, bool inOrder) {
  std::vector<Line> lines(bytes / sizeof(Line));
  std::vector<std::uint32_t> order(lines.size());
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    lines[i].number = i;
    order[i] = i;
  }
  if (!inOrder) {
    Random random(1);
    for (std::size_t i = order.size() - 1; i > 0; --i) {
      std::swap(order[i], order[static_cast<std::size_t>(random.uniform() * static_cast<double>(i + 1))]);
    }
  }
  Outcome outcome;
  outcome.record.kind = "kernel";
  outcome.record.name = name;
  outcome.record.setValue("ns of processor per line of 64 bytes", repeated(name, {}, [&](benchmark::State& run) {
                            for ([[maybe_unused]] auto _ : run) {
                              const Stopwatch watch;
                              std::uint64_t sum = 0;
                              for (const std::uint32_t at : order) {
                                sum += lines[at].number;
                              }
                              benchmark::DoNotOptimize(sum);
                              run.SetIterationTime(watch.elapsed().cpu);
                            }
                            run.counters["units"] = static_cast<double>(lines.size());
                          }));
  return outcome;
}

}  // namespace

std::vector<Case> kernelCases() {
  std::vector<Case> cases;
  constexpr std::size_t kMegabyte = 1 << 20;
  for (const bool inOrder : {true, false}) {
    for (const std::size_t megabytes : {std::size_t{1}, std::size_t{24}}) {
      const std::string name = fmt::format("kernel/memory/{}-MB-{}", megabytes, inOrder ? "in-order" : "at-random");
      cases.push_back(
          {name, Tier::quick, [=](States&) { return measureMemory(name, megabytes * kMegabyte, inOrder); }});
    }
  }
  for (const std::string state : {"bed-tiny", "bed-4k", "bed-100k"}) {
    for (const bool whole : {false, true}) {
      const std::string name = fmt::format("kernel/{}/{}", whole ? "pairs+contacts+match" : "pairs", state);
      cases.push_back(
          {name, tierOf(state), [=](States& states) { return measureDetection(name, state, whole, states); }});
    }
    for (const bool whole : {false, true}) {
      const std::string name = fmt::format("kernel/{}-in-flow/{}", whole ? "pairs+contacts+match" : "pairs", state);
      cases.push_back({name, tierOf(state), [=](States& states) { return measureFlow(name, state, whole, states); }});
    }
  }
  for (const std::string state : {"bed-tiny", "bed-4k", "bed-20k", "bed-100k"}) {
    for (const SweepKernel& kernel : sweepKernels()) {
      const std::string name = fmt::format("kernel/sweep/{}/{}", state, kernel.name);
      cases.push_back({name, tierOf(state), [=](States& states) { return measureSweep(name, state, kernel, states); }});
    }
  }
  for (const std::string state : {"bed-tiny", "bed-4k", "bed-20k", "bed-100k"}) {
    for (const int count : {1, 2}) {
      const std::string name = fmt::format("kernel/fields/{}/{}-thread{}", state, count, count > 1 ? "s" : "");
      cases.push_back({name, tierOf(state), [=](States& states) { return measureFields(name, state, count, states); }});
    }
  }
  return cases;
}

}  // namespace scree::bench
