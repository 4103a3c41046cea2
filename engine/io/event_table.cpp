#include "engine/io/event_table.h"

#include <fmt/format.h>

#include <array>

#include "engine/io/table_file.h"
#include "engine/step/step_data.h"

namespace scree {

namespace {

/// Names by Measured, and units; `nothing` has neither.
constexpr std::array<std::string_view, 13> kMeasuredNames = {
    "",       "speed",        "approach", "separation", "sliding", "rolling",    "force",
    "torque", "acceleration", "support",  "drift",      "bearing", "quiet steps"};
constexpr std::array<std::string_view, kMeasuredNames.size()> kUnits = {"",  "m/s",  "m/s", "m/s", "m/s", "rad/s", "1",
                                                                        "1", "m/s²", "m/s", "m/s", "1",   "1"};

constexpr const char* kHeader =
    "step,time_s,particle,aggregate_before,aggregate_after,cause,detail,measured,value,limit,unit,partner\n";

std::string nameOf(std::string_view kind, std::string_view name, std::size_t number) {
  return name.empty() ? fmt::format("{} {}", kind, number) : fmt::format("{} {}", kind, name);
}

std::string partnerOf(const World& world, const ReductionEvent& event) {
  if (event.partner == UINT64_MAX) {
    return "";
  }
  if (event.cause == SplitCause::sensor) {
    const bool isThere = event.partner < world.sensors.size();
    return nameOf("sensor", isThere ? world.sensors[event.partner].name : "", event.partner + 1);
  }
  const ContactKey key{0, event.partner};
  if (key.isBoundary()) {
    const bool isThere = key.body() < world.bodies.size();
    return nameOf("body", isThere ? world.bodies[key.body()].name : "", key.body() + 1);
  }
  return fmt::format("particle {}", key.member());
}

std::string rowOf(const World& world, const ReductionEvent& event) {
  const bool isMerge = event.cause == SplitCause::none;
  const auto what = static_cast<std::size_t>(event.what);
  const std::string_view cause = isMerge ? "merge" : nameOf(ideaOf(event.cause));
  const std::string_view detail = isMerge ? "" : infoOf(event.cause).name;
  std::string row = fmt::format("{},{},{},{},{},{},{},{}", event.step, world.time, event.particle, event.before,
                                event.after, cause, detail, kMeasuredNames[what]);
  if (event.what == Measured::nothing) {
    return row + ",,,," + csvField(partnerOf(world, event)) + '\n';
  }
  const std::string value = isMerge ? "" : fmt::format("{}", event.measured);
  return row + fmt::format(",{},{},{},{}\n", value, event.limit, kUnits[what], csvField(partnerOf(world, event)));
}

}  // namespace

EventTable::EventTable(const std::filesystem::path& file, const World& world, bool resumed)
    : file_(openTable(file, kHeader, resumed ? std::optional(static_cast<double>(world.step)) : std::nullopt)) {}

void EventTable::write(const World& world, const StepData& data) {
  for (const ReductionEvent& event : data.report.events) {
    file_.write(rowOf(world, event));
  }
}

void EventTable::close() { file_.close(); }

}  // namespace scree
