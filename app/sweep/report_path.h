#pragma once

#include <string>
#include <string_view>
#include <vector>

// Numbers in the report of a run (engine/io/report.h) by their paths, such as "overlap.mean_over_steps". An item of a
// list is named by its place from 0, or by its name: "counts.sinks.drain.mass_kg".
namespace scree {

/// Reason why a path is never collected: what it names differs between runs of the same scene, or tells how a run was
/// made. Empty for others.
std::string whyNotCollected(std::string_view path);

/// Numbers at the paths of a report, NaN where there is none, or null.
std::vector<double> numbersAt(const std::string& report, const std::vector<std::string>& paths);

/// Problem and remedy of a path for which a report has no place for a number; both empty if it has one.
struct PathComplaint {
  std::string what;
  std::string remedy;
};
PathComplaint complaintOnPath(const std::string& report, const std::string& path);

}  // namespace scree
