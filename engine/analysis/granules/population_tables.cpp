#include "engine/analysis/granules/population_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/analysis/granules/granules_constants.h"
#include "engine/analysis/granules/kernel_fit.h"

namespace scree {

namespace {

/// Number for a cell; empty where there is none.
std::string cell(double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : std::string(); }

/// Quotient; not a number where the divisor is none.
double over(double a, double b) { return b > 0.0 ? a / b : std::numeric_limits<double>::quiet_NaN(); }

std::string sizeCells(const PopulationSizes* sizes) {
  if (sizes == nullptr) {
    return ",,,,";
  }
  return fmt::format("{},{},{},{},{}", cell(sizes->number), cell(sizes->mass), cell(sizes->d10), cell(sizes->d50),
                     cell(sizes->d90));
}

/// Step of a round number (1, 2 or 5 times a power of ten) that is at least as wide.
double roundStep(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double times : {1.0, 2.0, 5.0}) {
    if (times * power >= least) {
      return times * power;
    }
  }
  return 10.0 * power;
}

}  // namespace

std::string populationTable(const PopulationWatch& watch) {
  std::string text =
      "time [s],from [m],to [m],granules,mass [kg],growth [m/s],wear [m/s],came [1/s],left [1/s],broken [1/s],balance "
      "granules,balance mass [kg]\n";
  const std::vector<double>& edges = watch.classes().edges;
  const auto row = [&](double time, std::size_t i, const SizeHistogram& run, const PopulationCounts* counts,
                       const SizeHistogram* balance) {
    fmt::format_to(std::back_inserter(text), "{:.6g},{:.6g},{:.6g},{},{}", time, edges[i], edges[i + 1],
                   cell(run.number[i]), cell(run.mass[i]));
    for (const auto list : {&PopulationCounts::growth, &PopulationCounts::wear}) {
      text += counts == nullptr ? "," : "," + cell(over((counts->*list)[i], counts->grainSeconds[i]));
    }
    for (const auto list : {&PopulationCounts::came, &PopulationCounts::left, &PopulationCounts::broke}) {
      text += counts == nullptr ? "," : "," + cell(over((counts->*list)[i], counts->time));
    }
    text += balance == nullptr ? ",,\n" : "," + cell(balance->number[i]) + "," + cell(balance->mass[i]) + "\n";
  };
  const double start = watch.windows().empty() ? 0.0 : watch.windows().front()->from;
  for (std::size_t i = 0; i + 1 < edges.size() && !watch.windows().empty(); ++i) {
    row(start, i, watch.start().histogram, nullptr, nullptr);
  }
  for (const auto& window : watch.windows()) {
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
      row(window->to, i, window->run.histogram, &window->counts,
          window->balance ? &window->balance->histogram : nullptr);
    }
  }
  return text;
}

std::string populationRatesTable(const PopulationWatch& watch) {
  std::string text =
      "time [s],came [1/s],left [1/s],collisions [1/s],joined [1/s],joined of collisions,rate of a pair [1/s],broken "
      "[1/s],growth [m/s],wear [m/s],mean age of what left [s],granules over what left [s],granules,mass [kg],d10 "
      "[m],d50 [m],d90 [m],balance joined [1/s],balance granules,balance mass [kg],balance d10 [m],balance d50 "
      "[m],balance d90 [m],difference\n";
  for (const auto& window : watch.windows()) {
    const PopulationCounts& c = window->counts;
    const double n = c.meanNumber();
    fmt::format_to(std::back_inserter(text), "{:.6g}", window->to);
    for (const double value :
         {over(c.allCame, c.time), over(c.allLeft, c.time), over(c.allCollisions, c.time), over(c.allJoins, c.time),
          over(c.allJoins, c.allCollisions), over(c.allJoins, 0.5 * n * n * c.time), over(c.allBroke, c.time),
          over(c.allGrowth, c.allGrainSeconds), over(c.allWear, c.allGrainSeconds), over(c.ageOfLeft, c.allLeft),
          over(c.allGrainSeconds, c.allLeft)}) {
      text += "," + cell(value);
    }
    text += "," + sizeCells(&window->run);
    if (window->balance) {
      text += "," + cell(window->balanceJoins / c.time) + "," + sizeCells(&*window->balance) + "," +
              cell(window->difference) + "\n";
    } else {
      text += ",," + sizeCells(nullptr) + ",\n";
    }
  }
  return text;
}

std::string populationPairsTable(const PopulationWatch& watch) {
  std::string text =
      "from [m],to [m],other from [m],other to [m],collisions,joined,joined of collisions,rate of a pair [1/s]\n";
  const PopulationCounts counts = watch.counts();
  const std::vector<double>& edges = watch.classes().edges;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const auto row = static_cast<Eigen::Index>(i);
      const auto column = static_cast<Eigen::Index>(j);
      const double collisions = counts.collisions(row, column);
      const double joins = counts.joins(row, column);
      if (!(collisions > 0.0) && !(joins > 0.0)) {
        continue;
      }
      fmt::format_to(std::back_inserter(text), "{:.6g},{:.6g},{:.6g},{:.6g},{},{},{},{}\n", edges[j], edges[j + 1],
                     edges[i], edges[i + 1], collisions, joins, cell(over(joins, collisions)),
                     cell(over(joins, counts.pairSeconds(row, column))));
    }
  }
  return text;
}

std::string populationKernelsTable(const PopulationWatch& watch) {
  std::string text = "kernel,rate [1/s],reference volume [m3],restricted in space,deviance\n";
  const PopulationCounts counts = watch.counts();
  if (!(counts.time > 0.0)) {
    return text;
  }
  for (const KernelFit& fit : kernelFits(counts, watch.classes(), watch.choice().isRestrictedInSpace)) {
    fmt::format_to(std::back_inserter(text), "{},{:.6g},{:.6g},{},{:.6g}\n",
                   kKernelNames.at(static_cast<std::size_t>(fit.term.form)), fit.term.rate, fit.term.referenceVolume,
                   fit.term.isRestrictedInSpace ? "yes" : "no", fit.deviance);
  }
  return text;
}

double ResidenceTimes::densityOf(std::size_t bin) const {
  double all = 0.0;
  for (const double one : number) {
    all += one;
  }
  return all > 0.0 ? number[bin] / (all * width) : 0.0;
}

double ResidenceTimes::mixedDensityOf(std::size_t bin) const {
  return mean > 0.0 ? std::exp(-(static_cast<double>(bin) + 0.5) * width / mean) / mean : 0.0;
}

ResidenceTimes residenceTimesOf(std::span<const PopulationAge> ages) {
  ResidenceTimes times;
  double longest = 0.0;
  double squares = 0.0;
  for (const PopulationAge& one : ages) {
    longest = std::max(longest, one.age);
    times.mean += one.age;
    squares += one.age * one.age;
  }
  if (!(longest > 0.0)) {
    return times;
  }
  const auto count = static_cast<double>(ages.size());
  times.mean /= count;
  times.deviation = std::sqrt(std::max(0.0, squares / count - times.mean * times.mean));
  const double bins = std::clamp(std::ceil(std::sqrt(count)), granules::kLeastBins, granules::kMostBins);
  times.width = roundStep(longest / bins);
  times.number.assign(static_cast<std::size_t>(longest / times.width) + 1, 0.0);
  times.mass = times.number;
  for (const PopulationAge& one : ages) {
    const auto bin = static_cast<std::size_t>(std::max(0.0, one.age) / times.width);
    times.number[bin] += 1.0;
    times.mass[bin] += one.mass;
  }
  return times;
}

std::string residenceTable(const ResidenceTimes& times) {
  std::string text = "from [s],to [s],granules,mass [kg],density [1/s],share below,density if mixed [1/s]\n";
  double below = 0.0;
  for (std::size_t i = 0; i < times.number.size(); ++i) {
    below += times.densityOf(i) * times.width;
    fmt::format_to(std::back_inserter(text), "{:.6g},{:.6g},{},{:.6g},{:.6g},{:.6g},{:.6g}\n",
                   static_cast<double>(i) * times.width, static_cast<double>(i + 1) * times.width, times.number[i],
                   times.mass[i], times.densityOf(i), below, times.mixedDensityOf(i));
  }
  return text;
}

std::string populationSummary(const PopulationWatch& watch) {
  if (watch.windows().empty()) {
    return "no window was full: give a shorter one";
  }
  constexpr double kMillimetres = 1e3;
  const PopulationWindow& last = *watch.windows().back();
  const PopulationCounts& c = last.counts;
  std::string text = fmt::format(
      "{:.0f} granules, d10 {:.3g} mm, d50 {:.3g} mm, d90 {:.3g} mm, growth {:.3g} um/s, {:.4g} collisions and {:.4g} "
      "joins a second",
      last.run.number, kMillimetres * last.run.d10, kMillimetres * last.run.d50, kMillimetres * last.run.d90,
      c.allGrainSeconds > 0.0 ? 1e6 * c.allGrowth / c.allGrainSeconds : 0.0, c.allCollisions / c.time,
      c.allJoins / c.time);
  if (last.balance) {
    text += fmt::format("; the balance has {:.0f}, d50 {:.3g} mm, and is {:.2g} % apart by mass", last.balance->number,
                        kMillimetres * last.balance->d50, 100.0 * last.difference);
  }
  if (const std::vector<PopulationAge>& ages = watch.ages(); !ages.empty()) {
    const ResidenceTimes times = residenceTimesOf(ages);
    text += fmt::format("; stayed {:.3g} s, deviation {:.2g} s", times.mean, times.deviation);
  }
  if (!watch.problem().empty()) {
    text += "; " + watch.problem();
  }
  return text;
}

}  // namespace scree
