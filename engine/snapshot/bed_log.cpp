#include "engine/snapshot/bed_log.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>

#include "engine/analysis/drums/belt_tables.h"
#include "engine/base/clock.h"

namespace scree {

namespace {

constexpr double kSlice = 2e-3;        // time that a step or a snapshot spends on the bed [s]
constexpr double kBetweenBeds = 0.25;  // least time from the start of a bed to that of the next [s]
constexpr double kShareOfTime = 0.05;  // largest share of the time for making beds
constexpr double kRestSlice = 0.05;    // the same while the run rests [s]
constexpr std::size_t kMostMarks = 65'536;
constexpr double kHighShare = 0.98;  // share of the cells within the range of colours

float highHeightOf(const BeltBed& bed) {
  std::vector<double> heights;
  std::ranges::copy_if(bed.heights, std::back_inserter(heights), [](double height) { return height > 0.0; });
  if (heights.empty()) {
    return 0.0f;
  }
  const auto at = static_cast<std::ptrdiff_t>(kHighShare * static_cast<double>(heights.size() - 1));
  std::ranges::nth_element(heights, heights.begin() + at);
  return static_cast<float>(heights[static_cast<std::size_t>(at)]);
}

}  // namespace

void BedLog::begin(const World& world) {
  stop();
  place_.reset();
  if (const std::optional<BeltFrame> belt = widestBelt(world)) {
    place_ = {.belt = *belt, .isTaken = isTakenAt(world, *belt)};
  }
}

void BedLog::stop() {
  watch_.reset();
  job_.reset();
  reading_.reset();
  marks_.clear();
  forgotten_ = 0;
  due_ = 0.0;
}

bool BedLog::follows(const World& world, const BedRequest& request) {
  const bool isWanted =
      request.watch == BedWatch::on || (request.watch == BedWatch::whereTaken && place_ && place_->isTaken);
  if (!place_ || !isWanted) {
    stop();
    return false;
  }
  if (!watch_) {
    watch_.emplace(world, place_->belt);
    marks_.push_back({.time = world.time});
    of_ = request;
  }
  return true;
}

void BedLog::stepped(const World& world, const StepData& data, const BedRequest& request) {
  const bool hasBegun = watch_.has_value();
  if (!follows(world, request) || !hasBegun) {
    return;  // a watch that begins here follows the next step
  }
  watch_->take(world, data);
  marks_.push_back({world.time, watch_->way(), forgotten_ + watch_->landings().size()});
  keepMarks();
  work(request, BedEffort::beside);
}

void BedLog::keepMarks() {
  if (job_ && watch_->landings().size() < 2 * kMostLandings) {
    return;  // it reads the landings
  }
  if (watch_->landings().size() > kMostLandings) {
    job_.reset();
    const std::size_t least = forgotten_ + kMostLandings / 4;
    const auto first = std::ranges::lower_bound(marks_, least, {}, &Mark::landings);
    watch_->forgetFirst(first->landings - forgotten_);
    forgotten_ = first->landings;
    marks_.erase(marks_.begin(), first);
  }
  if (marks_.size() > kMostMarks) {
    // Every second instant is enough for windows of time; the first and the newest stay.
    std::vector<Mark> fewer;
    for (std::size_t i = 0; i < marks_.size(); i += 2) {
      fewer.push_back(marks_[i]);
    }
    if (marks_.size() % 2 == 0) {
      fewer.push_back(marks_.back());
    }
    marks_ = std::move(fewer);
  }
}

std::span<const Landing> BedLog::landingsOf(const Mark& from, const Mark& to) const {
  return std::span(watch_->landings()).subspan(from.landings - forgotten_, to.landings - from.landings);
}

std::size_t BedLog::firstMark(const BedRequest& request) const {
  if (request.seconds <= 0.0f) {
    return 0;
  }
  // Half a step more, so that rounding of the time leaves out no step.
  const double least = marks_.back().time - static_cast<double>(request.seconds);
  const double step = marks_.size() > 1 ? marks_.back().time - marks_[marks_.size() - 2].time : 0.0;
  const auto first = std::ranges::lower_bound(marks_, least - 0.5 * step, {}, &Mark::time);
  return std::min(static_cast<std::size_t>(first - marks_.begin()), marks_.size() - 1);
}

void BedLog::beginJob(const BedRequest& request) {
  const double start = steadySeconds();
  std::size_t first = firstMark(request);
  const Mark& to = marks_.back();
  BedSettings settings;
  std::span<const Landing> landings = landingsOf(marks_[first], to);
  const auto hasBed = [&] { return !landings.empty() && to.way != marks_[first].way; };
  if (hasBed()) {
    settings = bedSettingsOf(landings, watch_->belt(), std::abs(to.way - marks_[first].way));
    if (cellsOf(settings) > kMostCells) {
      const double longest = kMostCells * settings.cell * settings.cell / settings.width;
      const auto near = [&](const Mark& mark) { return std::abs(to.way - mark.way) <= longest; };
      first = static_cast<std::size_t>(
          std::find_if(marks_.begin() + static_cast<std::ptrdiff_t>(first), marks_.end(), near) - marks_.begin());
      landings = landingsOf(marks_[first], to);
      if (hasBed()) {
        settings = bedSettingsOf(landings, watch_->belt(), std::abs(to.way - marks_[first].way));
      }
    }
  }
  const Mark& from = marks_[first];
  BedJob& job = job_.emplace();
  job.reading = std::make_shared<BedReading>();
  BedReading& reading = *job.reading;
  reading.belt = watch_->belt();
  reading.since = marks_.front().time;
  reading.from = from.time;
  reading.to = to.time;
  reading.wayFrom = from.way;
  reading.wayTo = to.way;
  reading.landings = landings.size();
  job.next = from.landings;
  job.end = to.landings;
  if (hasBed()) {
    reading.first = std::numeric_limits<double>::infinity();
    reading.last = -reading.first;
    job.builder.emplace(settings);
  } else {
    job.next = job.end;
  }
  of_ = request;
  job.spent = steadySeconds() - start;
}

void BedLog::goOn(double seconds) {
  BedJob& job = *job_;
  const double start = steadySeconds();
  const std::vector<Landing>& landings = watch_->landings();
  for (; job.next < job.end && steadySeconds() - start < seconds; ++job.next) {
    const Landing& landing = landings[job.next - forgotten_];
    job.builder->add(landing);
    job.reading->kilograms += landing.mass;
    job.reading->first = std::min(job.reading->first, landing.along);
    job.reading->last = std::max(job.reading->last, landing.along);
  }
  job.spent += steadySeconds() - start;
  if (job.next == job.end) {
    finishJob();
  }
}

void BedLog::finishJob() {
  const double start = steadySeconds();
  BedReading& reading = *job_->reading;
  if (job_->builder) {
    reading.bed = job_->builder->take();
    reading.profile = profileOf(reading.bed);
    reading.variation = variation(reading.profile.heights);
    reading.unevenness = unevenness(reading.profile.heights);
    reading.high = highHeightOf(reading.bed);
  }
  const double end = steadySeconds();
  const double spent = job_->spent + end - start;
  due_ = std::max(due_, end + spent * (1.0 / kShareOfTime - 1.0));
  reading_ = std::move(job_->reading);
  job_.reset();
}

bool BedLog::isOutdated(const BedRequest& request) const {
  return reading_ == nullptr || reading_->to != marks_.back().time || request.seconds != of_.seconds;
}

void BedLog::work(const BedRequest& request, BedEffort effort) {
  const bool whole = effort != BedEffort::beside;
  if (job_ && (request.seconds != of_.seconds || (whole && job_->reading->to != marks_.back().time))) {
    job_.reset();
  }
  const double now = steadySeconds();
  const bool isAsked = reading_ == nullptr || request.seconds != of_.seconds;
  if (!job_ && isOutdated(request) && (whole || isAsked || now >= due_)) {
    due_ = now + kBetweenBeds;
    beginJob(request);
  }
  if (job_) {
    goOn(effort == BedEffort::whole    ? std::numeric_limits<double>::infinity()
         : effort == BedEffort::atRest ? kRestSlice
                                       : kSlice);
  }
}

BedNow BedLog::fill(const World& world, const BedRequest& request, BedEffort effort) {
  BedNow now{.hasBelt = place_.has_value(), .isTaken = place_ && place_->isTaken, .reading = nullptr};
  if (follows(world, request)) {
    work(request, effort);
    now.reading = reading_;
    now.way = watch_->way();
  }
  return now;
}

}  // namespace scree
