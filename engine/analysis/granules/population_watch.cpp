#include "engine/analysis/granules/population_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/analysis/granules/granules_constants.h"
#include "engine/granulation/grain_change.h"
#include "engine/step/step_data.h"

namespace scree {

namespace {

std::vector<double> diametersOf(const World& world) {
  std::vector<double> diameters(world.particles.size());
  for (std::uint32_t slot = 0; slot < diameters.size(); ++slot) {
    diameters[slot] = matterDiameter(world, slot);
  }
  return diameters;
}

double massIn(const SizeHistogram& histogram) {
  double mass = histogram.massBelow + histogram.massAbove;
  for (const double one : histogram.mass) {
    mass += one;
  }
  return mass;
}

/// Mass of all grains over the volume of their matter [kg/m³]; 0 without any.
double meanDensityOf(const World& world) {
  double mass = 0.0;
  double volume = 0.0;
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    mass += world.particles.mass[slot];
    volume += volumeOfDiameter(matterDiameter(world, slot));
  }
  return volume > 0.0 ? mass / volume : 0.0;
}

void scaleMasses(PopulationSizes& sizes, double by) {
  for (double& mass : sizes.histogram.mass) {
    mass *= by;
  }
  sizes.histogram.massBelow *= by;
  sizes.histogram.massAbove *= by;
  sizes.mass *= by;
}

double numberIn(const SizeHistogram& histogram) {
  double number = histogram.numberBelow + histogram.numberAbove;
  for (const double one : histogram.number) {
    number += one;
  }
  return number;
}

}  // namespace

SizeClasses usualClasses(const World& world) {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (const double diameter : diametersOf(world)) {
    smallest = std::min(smallest, diameter);
    largest = std::max(largest, diameter);
  }
  for (const Emitter& emitter : world.emitters) {
    smallest = std::min(smallest, smallestDiameter(emitter.sizes));
    largest = std::max(largest, largestDiameter(emitter.sizes));
  }
  if (!(largest > 0.0)) {
    smallest = 2e-3;
    largest = 25e-3;
  }
  smallest *= granules::kRoomBelow;
  largest *= granules::kRoomAbove;
  const double count = std::ceil(std::log(largest / smallest) / std::log(granules::kClassRatio));
  return geometricClasses(smallest, largest, std::min(static_cast<std::size_t>(count), granules::kMostClasses));
}

PopulationWatch::PopulationWatch(const World& world, PopulationChoice choice)
    : choice_(std::move(choice)), begun_(world.time), from_(world.time) {
  last_.step = last_.look = world.time;
  if (choice_.classes.edges.empty()) {
    choice_.classes = usualClasses(world);
  }
  if (const std::string problem = problemOf(choice_.classes); !problem.empty()) {
    throw std::invalid_argument(problem);
  }
  if (!(choice_.window > 0.0) || !std::isfinite(choice_.window)) {
    throw std::invalid_argument(fmt::format("a window of {} s to count in; it must be above 0", choice_.window));
  }
  sums_ = now_ = countsOf(choice_.classes);
  look(world);
  last_.nextId = world.particles.nextId;
  for (const Sink& sink : world.sinks) {
    last_.departures.push_back(sink.departures.size());
  }
  start_ = sizesOf(world);
  if (choice_.balanceFrom < 0.0) {
    beginBalance(world);
  }
}

void PopulationWatch::take(const World& world, const StepData& data) {
  const double time = world.time - last_.step;
  last_.step = world.time;
  now_.time += time;
  addEvents(now_, choice_.classes, data.granulation);
  countArrivals(world, data);
  countDepartures(world);
  const double rounding = 0.5 * time;
  const bool isFull = world.time + rounding >= begun_ + static_cast<double>(windows_.size() + 1) * choice_.window;
  if (isFull || world.time + rounding >= last_.look + choice_.window / granules::kLooks) {
    look(world);
  }
  if (isFull) {
    finishWindow(world);
  }
}

void PopulationWatch::look(const World& world) {
  std::vector<double> seen(choice_.classes.count(), 0.0);
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    const std::size_t at = classOf(choice_.classes, matterDiameter(world, slot));
    if (at != kBelowClasses && at != kAboveClasses) {
      seen[at] += 1.0;
    }
  }
  const auto all = static_cast<double>(world.particles.size());
  const double half = 0.5 * (world.time - last_.look);
  if (half > 0.0) {
    addGrains(now_, last_.grains, last_.all, half);
    addGrains(now_, seen, all, half);
  }
  last_.look = world.time;
  last_.grains = std::move(seen);
  last_.all = all;
}

void PopulationWatch::countArrivals(const World& world, const StepData& data) {
  const Particles& p = world.particles;
  const auto first = std::ranges::lower_bound(p.id, last_.nextId);
  for (auto slot = static_cast<std::uint32_t>(first - p.id.begin()); slot < p.size(); ++slot) {
    const bool isHalf = std::ranges::any_of(data.granulation.changes, [&](const GrainEvent& one) {
      return one.kind == GrainEvent::Kind::broke && one.other == p.id[slot];
    });
    if (isHalf) {
      continue;
    }
    const double diameter = matterDiameter(world, slot);
    const std::size_t at = classOf(choice_.classes, diameter);
    if (at != kBelowClasses && at != kAboveClasses) {
      now_.came[at] += 1.0;
    }
    now_.cameSizes.push_back(diameter);
    now_.allCame += 1.0;
  }
  last_.nextId = p.nextId;
}

void PopulationWatch::countDepartures(const World& world) {
  last_.departures.resize(world.sinks.size(), 0);
  for (std::size_t s = 0; s < world.sinks.size(); ++s) {
    const std::vector<Departure>& all = world.sinks[s].departures;
    for (std::size_t i = last_.departures[s]; i < all.size(); ++i) {
      const std::size_t at = classOf(choice_.classes, all[i].diameter);
      if (at != kBelowClasses && at != kAboveClasses) {
        now_.left[at] += 1.0;
      }
      const double age = all[i].time - all[i].born;
      now_.allLeft += 1.0;
      now_.ageOfLeft += age;
      ages_.push_back({.time = all[i].time, .age = age, .mass = all[i].mass});
    }
    last_.departures[s] = all.size();
  }
}

void PopulationWatch::finishWindow(const World& world) {
  auto window = std::make_shared<PopulationWindow>();
  window->from = from_;
  window->to = world.time;
  window->run = sizesOf(world);
  addCounts(sums_, now_);
  window->counts = std::move(now_);
  now_ = countsOf(choice_.classes);
  runBalance(*window);
  window->counts.collisions.resize(0, 0);
  window->counts.joins.resize(0, 0);
  window->counts.pairSeconds.resize(0, 0);
  window->counts.pairSecondsOverAll.resize(0, 0);
  from_ = world.time;
  // The balance that begins here has no window of its own yet.
  const double rounding = 0.5 * world.parameters.timeStep;
  if (choice_.balanceFrom >= 0.0 && !balance_ && problem_.empty() && world.time + rounding >= choice_.balanceFrom) {
    beginBalance(world);
    if (balance_) {
      kept_ = balanceOf(sums_, choice_.classes, formOf(true));
      window->balance = balanceSizes();
      window->difference = largestDifference(window->run.histogram, window->balance->histogram);
    }
  }
  if (window->balance) {
    // The balance knows volumes: layers of fines may have another density than what they lie on.
    scaleMasses(*window->balance, meanDensityOf(world) / density_);
  }
  windows_.push_back(std::move(window));
}

BalanceForm PopulationWatch::formOf(bool fitsKernel) const {
  return {.density = density_,
          .parts = granules::kParts,
          .isRestrictedInSpace = choice_.isRestrictedInSpace,
          .fitsKernel = fitsKernel};
}

void PopulationWatch::beginBalance(const World& world) {
  density_ = meanDensityOf(world);
  if (density_ == 0.0) {
    for (const Emitter& emitter : world.emitters) {
      density_ = world.materials.list[emitter.material].density;
    }
  }
  if (!(density_ > 0.0)) {
    problem_ = "there are no grains with which a balance could begin";
    return;
  }
  PopulationModel model;
  model.classes = refinedClasses(choice_.classes, granules::kParts);
  model.density = density_;
  balance_ = startOf(model, sharedHistogramOf(model.classes, diametersOf(world), density_).number);
  balance_->time = world.time;
}

void PopulationWatch::runBalance(PopulationWindow& window) {
  if (!balance_ || !problem_.empty()) {
    return;
  }
  const PopulationModel model = kept_ ? *kept_ : balanceOf(window.counts, choice_.classes, formOf(false));
  const double joins = balance_->coalescences;
  const PopulationRun run = runPopulation(model, *balance_, {window.to});
  if (!run.problem.empty() || run.states.empty()) {
    problem_ = fmt::format("the balance ends at {:.4g} s: {}", window.from, run.problem);
    return;
  }
  balance_ = run.states.back();
  window.balanceJoins = balance_->coalescences - joins;
  window.balance = balanceSizes();
  window.difference = largestDifference(window.run.histogram, window.balance->histogram);
}

PopulationCounts PopulationWatch::counts() const {
  PopulationCounts all = sums_;
  addCounts(all, now_);
  return all;
}

PopulationSizes PopulationWatch::sizesOf(const World& world) const {
  const std::vector<double> diameters = diametersOf(world);
  PopulationSizes sizes;
  // Shares by volume: where densities differ, a lighter granule is as large.
  sizes.histogram = histogramOf(choice_.classes, diameters, 1.0);
  sizes.number = static_cast<double>(diameters.size());
  for (const double mass : world.particles.mass) {
    sizes.mass += mass;
  }
  const double all = sizes.mass;
  scaleMasses(sizes, meanDensityOf(world));
  sizes.mass = all;
  sizes.d10 = quantileOf(diameters, 0.1, SizeShare::byMass);
  sizes.d50 = quantileOf(diameters, 0.5, SizeShare::byMass);
  sizes.d90 = quantileOf(diameters, 0.9, SizeShare::byMass);
  return sizes;
}

PopulationSizes PopulationWatch::balanceSizes() const {
  const SizeClasses fine = refinedClasses(choice_.classes, granules::kParts);
  SizeHistogram histogram = histogramOfNumbers(fine, balance_->number, density_);
  histogram.numberAbove = balance_->aboveNumber;
  histogram.massAbove = balance_->aboveMass;
  PopulationSizes sizes;
  sizes.d10 = quantileOf(fine, histogram, 0.1, SizeShare::byMass);
  sizes.d50 = quantileOf(fine, histogram, 0.5, SizeShare::byMass);
  sizes.d90 = quantileOf(fine, histogram, 0.9, SizeShare::byMass);
  histogram.number = joinedNumbers(histogram.number, granules::kParts);
  histogram.mass = joinedNumbers(histogram.mass, granules::kParts);
  sizes.number = numberIn(histogram);
  sizes.mass = massIn(histogram);
  sizes.histogram = std::move(histogram);
  return sizes;
}

}  // namespace scree
