#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/plots/plot_groups.h"
#include "app/plots/plot_store.h"

namespace scree {

/// Series of a measure, and the texts of its plot.
struct MeasurePlot {
  Measure measure;
  PlotStore store;
  std::vector<double> now;  ///< present values
  std::string id;           ///< name in settings and file names, "measure_3"
  std::string title;        ///< name of the measure when the plot was made
  std::string axis;         ///< label of the vertical axis, "mass [kg]"

  PlotGroupInfo info() const;
};

/// Copy of the series of all measures, for a file.
struct MeasureTable {
  struct Part {
    std::string name;
    std::vector<PlotCurve> curves;
    PlotBranch run;
    std::vector<double> now;
  };
  std::vector<Part> parts;
  std::uint64_t step = 0;  ///< of the present values
  double time = 0.0;       ///< s
};
/// Formats a table as CSV: time and step, then a column for each quantity of each measure, with its unit in the header.
/// The row of the present step has the present values.
std::string csvOf(const MeasureTable& table);

/// Series of all measures in force.
class MeasureSeries {
 public:
  /// Takes the new samples of a snapshot. Drops the measures that are no longer in force.
  void add(const Snapshot& snapshot);
  /// Series by number; each stays where it is as long as its measure is in force.
  const std::map<std::uint64_t, std::unique_ptr<MeasurePlot>>& plots() const { return plots_; }
  MeasureTable table() const;

 private:
  std::map<std::uint64_t, std::unique_ptr<MeasurePlot>> plots_;
  std::uint64_t step_ = 0;  ///< of the present values
  double time_ = 0.0;       ///< s
};

}  // namespace scree
