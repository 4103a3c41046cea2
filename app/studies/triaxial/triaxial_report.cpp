#include "app/studies/triaxial/triaxial_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "app/studies/experiment_parts.h"

namespace scree {

namespace {

constexpr double kPublished = 1000.0;      // published critical stress [Pa]
constexpr double kPublishedError = 200.0;  // its error [Pa]
constexpr int kPublishedWarm = 200;        // published number of sweeps from which on the stress levels out
constexpr int kPublishedCold = 1000;
constexpr double kCurvePart = 0.005;  // part of the strain over which points of curves are means

bool isOf(const TriaxialRun& run, const TriaxialSample& sample) { return run.sample.name == sample.name; }

std::vector<std::string> setupsOf(const TriaxialStudy& study, const TriaxialSample& sample) {
  std::vector<std::string> names;
  for (const TriaxialRun& run : study.runs) {
    if (isOf(run, sample) && std::find(names.begin(), names.end(), run.solver.name) == names.end()) {
      names.push_back(run.solver.name);
    }
  }
  return names;
}

std::vector<int> sweepsOf(const TriaxialStudy& study, const TriaxialSample& sample) {
  std::set<int> sweeps;
  for (const TriaxialRun& run : study.runs) {
    if (isOf(run, sample)) {
      sweeps.insert(run.solver.totalSweeps());
    }
  }
  return {sweeps.begin(), sweeps.end()};
}

/// Statistics of a number over all seeds of a case.
template <class Of>
Statistics over(const TriaxialStudy& study, const TriaxialSample& sample, const std::string& setup, int sweeps, Of of) {
  std::vector<double> values;
  for (const TriaxialRun& run : study.runs) {
    if (isOf(run, sample) && run.solver.name == setup && run.solver.totalSweeps() == sweeps) {
      values.push_back(of(run));
    }
  }
  return statisticsOf(values);
}

double axialOf(const TriaxialRun& run) { return run.critical().axial; }
double onGrainsOf(const TriaxialRun& run) { return run.critical().sideOnGrains; }
double ratioOf(const TriaxialRun& run) { return run.critical().axial / run.critical().sideOnGrains; }
double fluctuationOf(const TriaxialRun& run) { return run.fluctuation(); }
double overlapOf(const TriaxialRun& run) { return 100.0 * run.overlap; }

std::string cellOf(const Statistics& statistics, int digits = 0) {
  return statistics.count > 0 ? plusMinus(statistics, digits) : "-";
}

/// Friction angle φ [degrees] from the principal stresses: sin φ = (σ1 - σ3) / (σ1 + σ3).
double frictionAngle(double axial, double side) {
  return std::asin(std::clamp((axial - side) / (axial + side), -1.0, 1.0)) * 180.0 / std::numbers::pi;
}

/// Text of the published stress for a setup; empty if there is none.
std::string publishedOf(const std::string& setup) {
  const bool isCold = setup == coldSetup().name;
  if (!isCold && setup != historySetup(0.85).name) {
    return "";
  }
  return fmt::format("{:.0f} ± {:.0f} from {} on", kPublished, kPublishedError,
                     isCold ? kPublishedCold : kPublishedWarm);
}

ReportTable sweepTable(const TriaxialStudy& study, const TriaxialSample& sample) {
  struct Block {
    std::string name;  ///< text behind the name of the setup
    double (*of)(const TriaxialRun&);
    int digits;
  };
  const std::array<Block, 3> blocks = {
      {{"", axialOf, 0}, {": over the pressure on the grains", ratioOf, 2}, {": overlap [%]", overlapOf, 3}}};
  const std::vector<std::string> setups = setupsOf(study, sample);
  ReportTable table{.title = "Critical axial stress [Pa] against sweeps", .head = {"sweeps a step"}};
  std::vector<std::string> published = {"published"};
  for (const Block& block : blocks) {
    for (const std::string& setup : setups) {
      table.head.push_back(setup + block.name);
      published.push_back(block.of == axialOf ? publishedOf(setup) : "");
    }
  }
  for (const int sweeps : sweepsOf(study, sample)) {
    std::vector<std::string> row = {std::to_string(sweeps)};
    for (const Block& block : blocks) {
      for (const std::string& setup : setups) {
        row.push_back(cellOf(over(study, sample, setup, sweeps, block.of), block.digits));
      }
    }
    table.rows.push_back(row);
  }
  table.rows.push_back(published);
  table.note = fmt::format(
      "Mean and standard deviation over samples ({}) of the mean stress between 10 and 25 % of strain. The pressure on "
      "the grains is that of the sides, without what their walls take to speed up; it and the axial stress are the "
      "means of the same time. Overlap: mean over contacts, of a diameter; it grows where sweeps do not suffice.",
      study.seeds);
  return table;
}

/// Difference of a number in runs with `sweeps` from its mean in runs with more sweeps, as a share of that mean. Runs
/// of a seed start from the same state, so the difference is taken by seed.
template <class Of>
Statistics offThoseWithMore(const TriaxialStudy& study, const TriaxialSample& sample, const std::string& setup,
                            int sweeps, Of of) {
  std::vector<double> differences;
  std::vector<double> references;
  for (int seed = 1; seed <= study.seeds; ++seed) {
    std::vector<double> here;
    std::vector<double> more;
    for (const TriaxialRun& run : study.runs) {
      if (isOf(run, sample) && run.seed == seed && run.solver.name == setup && run.solver.totalSweeps() >= sweeps) {
        (run.solver.totalSweeps() == sweeps ? here : more).push_back(of(run));
      }
    }
    if (!here.empty() && !more.empty()) {
      references.push_back(statisticsOf(more).mean);
      differences.push_back(here.front() - references.back());
    }
  }
  const double reference = statisticsOf(references).mean;
  for (double& difference : differences) {
    difference /= reference;
  }
  return statisticsOf(differences);
}

std::string percentOf(const Statistics& off) {
  const std::string text = fmt::format("{:+.1f} %", 100.0 * off.mean);
  if (off.count < 2) {
    return text;
  }
  const double standardError = off.deviation / std::sqrt(static_cast<double>(off.count) - 1.0);
  return text + fmt::format(" (standard error {:.1f} %)", 100.0 * standardError);
}

std::string convergenceOf(const TriaxialStudy& study, const TriaxialSample& sample, const std::string& setup,
                          int sweeps) {
  const Statistics axial = offThoseWithMore(study, sample, setup, sweeps, axialOf);
  if (axial.count == 0) {
    return "";
  }
  return fmt::format(
      "{} with {} sweeps is off the mean with more sweeps by {} in the axial stress and by {} in its "
      "ratio to the pressure on the grains. ",
      setup, sweeps, percentOf(axial), percentOf(offThoseWithMore(study, sample, setup, sweeps, ratioOf)));
}

ReportTable variantTable(const TriaxialStudy& study) {
  ReportTable table{
      .title = "What moves the critical stress",
      .head = {"sample", "axial stress [Pa]", "over the sides' pressure", "angle of friction",
               "fluctuation in a run [Pa]", "pressure of the sides on grains [Pa]", "axial stress over that"}};
  const std::string& setup = study.reference.name;
  const int sweeps = study.reference.totalSweeps();
  for (const TriaxialSample& sample : study.samples) {
    const Statistics axial = over(study, sample, setup, sweeps, axialOf);
    if (axial.count == 0) {
      continue;
    }
    table.rows.push_back({sample.name, cellOf(axial), fmt::format("{:.2f}", axial.mean / sample.pressure),
                          fmt::format("{:.0f}°", frictionAngle(axial.mean, sample.pressure)),
                          cellOf(over(study, sample, setup, sweeps, fluctuationOf)),
                          cellOf(over(study, sample, setup, sweeps, onGrainsOf)),
                          cellOf(over(study, sample, setup, sweeps, ratioOf), 2)});
  }
  table.rows.push_back({"published", fmt::format("{:.0f} ± {:.0f}", kPublished, kPublishedError),
                        fmt::format("{:.0f}", kPublished / kTriaxialPressure),
                        fmt::format("{:.0f}°", frictionAngle(kPublished, kTriaxialPressure)), "", "", ""});
  table.note = fmt::format(
      "{} with {} sweeps; each line differs from the first in what it says. The walls' inertia is felt where the "
      "pressure "
      "on the grains is not that of the motors, on average or from moment to moment.",
      setup, sweeps);
  return table;
}

Plot stressPlot(const TriaxialStudy& study, const TriaxialSample& sample) {
  Plot plot{.title = "Critical axial stress, " + sample.name,
            .xLabel = "sweeps a step",
            .yLabel = "axial stress [Pa]",
            .logX = true};
  for (const std::string& setup : setupsOf(study, sample)) {
    SvgCurve line{.name = setup};
    for (const int sweeps : sweepsOf(study, sample)) {
      const Statistics axial = over(study, sample, setup, sweeps, axialOf);
      if (axial.count > 0) {
        line.points.emplace_back(sweeps, axial.mean);
      }
    }
    plot.curves.push_back(line);
  }
  const std::vector<int> sweeps = sweepsOf(study, sample);
  for (const double border : {kPublished - kPublishedError, kPublished + kPublishedError}) {
    plot.curves.push_back({.name = fmt::format("published: {:.0f} Pa", border),
                           .points = {{sweeps.front(), border}, {sweeps.back(), border}}});
  }
  return plot;
}

/// Plot of the stress over strain with two numbers of sweeps for the first seed, as figure 16 of paper W.
Plot curvePlot(const TriaxialStudy& study, const TriaxialSample& sample) {
  Plot plot{.title = fmt::format("Axial stress over strain, {}, seed 1", sample.name),
            .xLabel = "axial strain [%]",
            .yLabel = "axial stress [Pa]"};
  const std::vector<int> sweeps = sweepsOf(study, sample);
  const int few = sweeps[sweeps.size() / 3];
  for (const TriaxialRun& run : study.runs) {
    const int total = run.solver.totalSweeps();
    const bool wanted = isOf(run, sample) && run.seed == 1 && run.solver.parameters.substeps == 1 &&
                        (total == few || total == sweeps.back());
    if (!wanted) {
      continue;
    }
    SvgCurve line{.name = fmt::format("{}, {} sweeps", run.solver.name, total)};
    for (const TriaxialPoint& point : run.curve(kCurvePart)) {
      line.points.emplace_back(100.0 * point.strain, point.axial);
    }
    plot.curves.push_back(line);
  }
  return plot;
}

ReportSection sweepSection(const TriaxialStudy& study, const TriaxialSample& sample, std::size_t number) {
  ReportSection section{.title = "Sweeps: " + sample.name, .text = "", .tables = {sweepTable(study, sample)}};
  for (const std::string& setup : setupsOf(study, sample)) {
    section.text += convergenceOf(study, sample, setup, kPublishedWarm);
  }
  section.plots.emplace_back(fmt::format("triaxial_sweeps_{}.svg", number), stressPlot(study, sample));
  section.plots.emplace_back(fmt::format("triaxial_curves_{}.svg", number), curvePlot(study, sample));
  return section;
}

}  // namespace

std::string triaxialText(const TriaxialStudy& study) {
  return fmt::format(
      "Section 4.4 of Wang, Servin and Berglund, Warm starting the projected Gauss-Seidel algorithm for granular "
      "matter "
      "simulation (2016): six walls of 100 kg on motors press a sample with 100 Pa; top and bottom are then driven "
      "inwards at 10 mm/s each while the motors of the others keep 100 Pa on their present area. The critical axial "
      "stress is the mean over 10 to 25 % of strain, by the motors of top and bottom. Published is that it levels out "
      "at "
      "1 ± 0.2 kPa, from about 200 sweeps on with warm starting and from 1000 on without. Size of the sample and "
      "friction "
      "of the walls are not published; nothing is tuned. {}; each is consolidated once, and all its runs "
      "branch "
      "from there.{}",
      study.seeds == 1 ? "One sample" : fmt::format("{} samples", study.seeds),
      study.quick ? " This is a quick run: a small sample and few sweeps." : "");
}

std::vector<ReportSection> triaxialSections(const TriaxialStudy& study) {
  if (study.runs.empty()) {
    return {};
  }
  std::vector<ReportSection> sections;
  for (const TriaxialSample& sample : study.samples) {
    if (sample.againstSweeps && !sweepsOf(study, sample).empty()) {
      sections.push_back(sweepSection(study, sample, sections.size() + 1));
    }
  }
  sections.push_back(
      {.title = "What moves it",
       .text =
           "The ratio of the axial stress to the pressure of the sides is what a granular material has of its own; "
           "sin φ = (σ_z - σ_h)/(σ_z + σ_h) makes an angle of friction of it. Rough walls add to it: they bear a part "
           "of the axial force along the sides and hold the ends of the sample together. Heavy walls bounce on the "
           "sample: they add fluctuations, and to a fast shear their inertia. At 1.57 N a side wall of 100 kg that the "
           "sample has thrown outwards at 20 mm/s is away for 2.5 s, longer than the shear lasts, and the sample bears "
           "nothing meanwhile: its mean axial stress is that of one or two bounces, whatever the sweeps. The stress "
           "over the pressure that the grains feel in the same time scatters less.",
       .tables = {variantTable(study)}});
  return sections;
}

std::string triaxialCsv(const TriaxialStudy& study) {
  std::string text =
      "sample,setup,sweeps,seed,critical_axial_Pa,fluctuation_Pa,side_motors_Pa,side_on_grains_Pa,mean_overlap,wall_s,"
      "troubles,published_Pa\n";
  for (const TriaxialRun& run : study.runs) {
    const TriaxialPoint critical = run.critical();
    text += fmt::format("\"{}\",{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.3g},{},{}\n", run.sample.name,
                        run.solver.name, run.solver.totalSweeps(), run.seed, critical.axial, run.fluctuation(),
                        critical.side, critical.sideOnGrains, run.overlap, run.wall, run.faults,
                        run.sample.againstSweeps ? fmt::format("{:.0f}", kPublished) : "");
  }
  return text;
}

std::string triaxialCurves(const TriaxialStudy& study) {
  std::string text = "sample,setup,sweeps,seed,strain,axial_Pa,side_motors_Pa,side_on_grains_Pa\n";
  for (const TriaxialRun& run : study.runs) {
    for (const TriaxialPoint& point : run.curve(kCurvePart)) {
      text +=
          fmt::format("\"{}\",{},{},{},{:.6g},{:.6g},{:.6g},{:.6g}\n", run.sample.name, run.solver.name,
                      run.solver.totalSweeps(), run.seed, point.strain, point.axial, point.side, point.sideOnGrains);
    }
  }
  return text;
}

}  // namespace scree
