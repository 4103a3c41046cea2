#include "app/plots/measure_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/plots/plot_csv.h"

namespace scree {

PlotGroupInfo MeasurePlot::info() const {
  return {PlotGroup::measure,
          id.c_str(),
          title.c_str(),
          axis.c_str(),
          false,
          "Values of the measure over time.",
          "No step was taken since the measure was placed."};
}

void MeasureSeries::add(const Snapshot& snapshot) {
  const MeasureReadings& all = *snapshot.run.measures;
  step_ = snapshot.run.step;
  time_ = snapshot.run.time;
  std::erase_if(plots_, [&](const auto& one) { return all.find(one.first) == nullptr; });
  for (const MeasureReading& reading : all.readings) {
    const auto measure = std::ranges::find(*all.measures, reading.id, &Measure::id);
    if (measure == all.measures->end()) {
      continue;
    }
    std::unique_ptr<MeasurePlot>& plot = plots_[reading.id];
    if (plot == nullptr || plot->measure.kind.index() != measure->kind.index()) {
      const MeasureColumn& first = columnsOf(measure->kind).front();
      plot = std::make_unique<MeasurePlot>();
      plot->id = fmt::format("measure_{}", reading.id);
      plot->title = measure->name;
      plot->axis = fmt::format("{} [{}]", first.name, first.unit);
    }
    plot->measure = *measure;
    plot->now = reading.values;
    plot->store.add(snapshot, *reading.samples);
  }
}

MeasureTable MeasureSeries::table() const {
  MeasureTable table{.parts = {}, .step = step_, .time = time_};
  for (const auto& [id, plot] : plots_) {
    table.parts.push_back({plot->measure.name, plot->store.curves(), plot->store.run(), plot->now});
  }
  return table;
}

std::string csvOf(const MeasureTable& table) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "time_s,step");
  std::map<std::uint64_t, double> times;
  for (const MeasureTable::Part& part : table.parts) {
    for (const PlotCurve& curve : part.curves) {
      SampleColumn column = curve.info;
      column.name = part.name + "_" + column.name;
      fmt::format_to(out, ",{}", csvHeaderOf(column));
    }
    for (std::size_t row = 0; row < part.run.dense.rows(); ++row) {
      times.emplace(part.run.dense.step(row), part.run.dense.time(row));
    }
  }
  fmt::format_to(out, "\n");
  times.emplace(table.step, table.time);
  const auto put = [&out](double value) {
    std::isfinite(value) ? fmt::format_to(out, ",{}", value) : fmt::format_to(out, ",");
  };
  for (const auto& [step, time] : times) {
    fmt::format_to(out, "{},{}", time, step);
    for (const MeasureTable::Part& part : table.parts) {
      for (std::size_t i = 0; i < part.curves.size(); ++i) {
        const PlotTable& rows = tableOf(part.run, part.curves[i]);
        if (step == table.step && i < part.now.size()) {
          put(part.now[i]);
        } else {
          put(rows.has(step) ? static_cast<double>(rows.column(part.curves[i].column)[rows.rowAfter(step) - 1]) : NAN);
        }
      }
    }
    fmt::format_to(out, "\n");
  }
  return fmt::to_string(text);
}

}  // namespace scree
