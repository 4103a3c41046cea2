#include <fmt/format.h>

#include <iterator>

#include "app/studies/iterations/iteration_report.h"

namespace scree {

namespace {

const char* nameOf(IterationKind kind) {
  return kind == IterationKind::drum ? "drum" : kind == IterationKind::container ? "container" : "column";
}

const char* nameOf(FittedCases which) {
  return which == FittedCases::all ? "all" : which == FittedCases::wide ? "wide" : "containers";
}

}  // namespace

std::string iterationCsv(const IterationStudy& study) {
  std::string text =
      "kind,width,grains,speed,seed,height,inertial_number,way,sweeps,solves_a_step,contacts_a_grain,overlap,"
      "overlap_error,drift,sliding_share,slide_error,direction_error\n";
  for (const IterationCase& one : study.cases) {
    const auto add = [&](const IterationRun& run) {
      const ContactErrors& e = run.errors;
      const double contacts =
          static_cast<double>(e.contacts) / (static_cast<double>(e.steps) * static_cast<double>(one.system.grains));
      fmt::format_to(std::back_inserter(text),
                     "{},{:g},{},{:g},{},{:.6g},{:.6g},\"{}\",{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},"
                     "{:.6g}\n",
                     nameOf(one.system.kind), one.system.width, one.system.grains, one.system.speed, one.seed,
                     one.height, one.inertialNumber, run.way, run.sweeps, run.substeps, contacts, e.overlap(),
                     run.overlapError, run.drift, e.slidingShare(), e.slide(), e.direction());
    };
    add(one.reference);
    for (const IterationRun& run : one.runs) {
      add(run);
    }
  }
  return text;
}

std::string iterationWallCsv(const IterationStudy& study) {
  std::string text = "width,grains,seed,height,depth,pressure_Pa,vertical_Pa,standard_error\n";
  for (const IterationCase& one : study.cases) {
    const JanssenProfile profile = janssenProfile(one.reference.wall, one.system.width, one.height, kIterationDiameter);
    for (const WallPoint& point : profile.points) {
      fmt::format_to(std::back_inserter(text), "{:g},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}\n", one.system.width,
                     one.system.grains, one.seed, one.height, point.depth, point.pressure, point.vertical,
                     point.scatter);
    }
  }
  return text;
}

std::string iterationLawCsv(const IterationStudy& study) {
  std::string text = "way,overlap,tolerance,cases,points,not_known,c0,c0_error,c1,c1_error,c2,c2_error,scatter\n";
  for (const IterationFit& one : iterationFits(study)) {
    const SweepFit& fit = one.fit;
    fmt::format_to(std::back_inserter(text), "\"{}\",{},{:g},{},{},{}", one.way,
                   one.overlap == OverlapOf::law ? "itself" : "less_reference", one.tolerance, nameOf(one.which),
                   fit.points, one.beyond);
    if (!fit.isFound) {
      text += ",,,,,,,\n";
      continue;
    }
    fmt::format_to(std::back_inserter(text), ",{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}\n", fit.law.factor,
                   fit.errors.factor, fit.law.flow, fit.errors.flow, fit.law.height, fit.errors.height, fit.scatter);
  }
  return text;
}

}  // namespace scree
