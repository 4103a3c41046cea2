#include "app/widgets/event_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/widgets/widgets.h"

namespace scree {

namespace {

/// Scales a value and its limit to the unit shown: speeds below 1 m/s to mm/s, shares to %.
ValueOverLimit valueOf(double measured, double limit, std::string_view unit) {
  if (unit == "m/s" && std::max(measured, limit) < 1.0) {
    return {1e3 * measured, 1e3 * limit, "mm/s"};
  }
  if (unit == "%") {
    return {100.0 * measured, 100.0 * limit, "%"};
  }
  return {measured, limit, std::string(unit)};
}

std::string_view unitOf(Measured what) {
  switch (what) {
    case Measured::speed:
    case Measured::approach:
    case Measured::separation:
    case Measured::sliding:
    case Measured::support:
    case Measured::drift:
      return "m/s";
    case Measured::rolling:
      return "rad/s";
    case Measured::force:
    case Measured::torque:
    case Measured::bearing:
      return "%";
    case Measured::acceleration:
      return "m/s²";
    case Measured::nothing:
    case Measured::quietSteps:
      break;
  }
  return "";
}

std::string bodyText(const Snapshot& snapshot, std::uint32_t body) {
  return body < snapshot.scene.bodies.size() && !snapshot.scene.bodies[body].name.empty()
             ? snapshot.scene.bodies[body].name
             : fmt::format("body {}", body);
}

/// Name of the other side of a contact, the grain or body `b` (ContactKey::b).
std::string partnerText(const Snapshot& snapshot, std::uint64_t b) {
  const ContactKey key{0, b};
  return key.isBoundary() ? bodyText(snapshot, key.body()) : fmt::format("grain {}", static_cast<ParticleId>(b));
}

std::optional<ParticleId> partnerOf(std::uint64_t b) {
  if (b == UINT64_MAX || ContactKey{0, b}.isBoundary()) {
    return std::nullopt;
  }
  return static_cast<ParticleId>(b);
}

std::string shown(double value, const ValueOverLimit& like) { return quantity(value, like.unit); }

/// Text about the motion of a contact: "approached it at 31 mm/s".
std::string motionText(Measured what, const ValueOverLimit& value) {
  const std::string measured = shown(value.measured, value);
  switch (what) {
    case Measured::approach:
      return "approached it at " + measured;
    case Measured::separation:
      return "went away from it at " + measured;
    case Measured::sliding:
      return "slid on it at " + measured;
    case Measured::rolling:
      return "turned against it at " + measured;
    default:
      return "moved against it at " + measured;
  }
}

std::string trialText(const ReductionEvent& event, const Snapshot& snapshot, const ValueOverLimit& value) {
  if (event.what == Measured::force || event.what == Measured::torque) {
    return fmt::format("because the trial solve found its {} off balance by {}",
                       event.what == Measured::force ? "forces" : "torques", shown(value.measured, value));
  }
  return fmt::format("because in the trial solve {} {}", partnerText(snapshot, event.partner),
                     motionText(event.what, value));
}

std::string cutText(const ReductionEvent& event, const Snapshot& snapshot) {
  const auto aggregate = std::find_if(snapshot.reduction.aggregates.begin(), snapshot.reduction.aggregates.end(),
                                      [&](const SnapshotAggregate& a) { return a.id == event.before; });
  const bool isKnown = aggregate != snapshot.reduction.aggregates.end();
  if (isKnown && aggregate->carrier == Carrier::none) {
    return "because nothing connected it with its floating aggregate any more";
  }
  const bool rides = isKnown && aggregate->carrier != Carrier::ground;
  return rides ? "because nothing connected it with what carries it any more, or one contact only where that turns"
               : "because nothing connected it with what carries it any more";
}

std::string loadText(const ReductionEvent& event, const std::string& partner, const ValueOverLimit& value) {
  const std::string pushes = event.partner == UINT64_MAX ? "" : fmt::format(" ({} pushes most)", partner);
  if (event.cause == SplitCause::acceleration) {
    return "because gravity, or the acceleration of what carries it, changed by " + shown(value.measured, value);
  }
  return event.cause == SplitCause::changedLoad
             ? fmt::format("because what its contacts bear has changed by {}{}", shown(value.measured, value), pushes)
             : fmt::format("because its contacts cannot carry what it bears: it would move at {}{}",
                           shown(value.measured, value), pushes);
}

std::string sensorText(const LoggedEvent& event, const EventHistory& history) {
  if (event.sensor >= history.sensorNames->size()) {
    return "because it was inside a split sensor";
  }
  const std::string& name = (*history.sensorNames)[event.sensor];
  return name.empty() ? fmt::format("because it was inside split sensor {}", event.event.partner + 1)
                      : fmt::format("because it was inside the split sensor {}", name);
}

std::string causeText(const LoggedEvent& logged, const EventHistory& history, const Snapshot& snapshot,
                      const ValueOverLimit& value) {
  const ReductionEvent& event = logged.event;
  const std::string partner = partnerText(snapshot, event.partner);
  switch (event.cause) {
    case SplitCause::passing:
    case SplitCause::body:
      return fmt::format("because {} moving at {} against it touched it", partner, shown(value.measured, value));
    case SplitCause::impact:
      return fmt::format("because {} hit it, or one near it, at {}", partner, shown(value.measured, value));
    case SplitCause::contactSplit:
      return fmt::format("because {}, on it or one near it, {}", partner, motionText(event.what, value));
    case SplitCause::trialSolve:
      return trialText(event, snapshot, value);
    case SplitCause::sensor:
      return sensorText(logged, history);
    case SplitCause::beltEnd:
      return "because it rode to the end of the belt";
    case SplitCause::sink:
      return "because it came into a sink";
    case SplitCause::edge:
      return "because it came to the edge of the world";
    case SplitCause::supportMoved:
      return "because the speed of a body that held its aggregate changed by " + shown(value.measured, value);
    case SplitCause::cut:
      return cutText(event, snapshot);
    case SplitCause::landed:
      return "because its floating aggregate came to lie on something";
    case SplitCause::tooFew:
      return "because its floating aggregate had too few members left";
    case SplitCause::audit:
      return "because its patch was due to be looked at";
    case SplitCause::overload:
    case SplitCause::changedLoad:
    case SplitCause::acceleration:
      return loadText(event, partner, value);
    case SplitCause::command:
      if (event.partner == event.particle) {
        return "because it was pulled";
      }
      return "because you split all, or turned merging off";
    case SplitCause::none:
      break;
  }
  return "";
}

/// Text about a contact beyond a merge limit: "slides at 3 mm/s".
std::string excessText(MergeLimit limit, const std::string& measured) {
  switch (limit) {
    case MergeLimit::approach:
      return "closes at " + measured;
    case MergeLimit::separation:
      return "opens at " + measured;
    case MergeLimit::sliding:
      return "slides at " + measured;
    case MergeLimit::rolling:
      return "rolls or twists at " + measured;
    default:
      return "speeds up or slows down beyond the limits of acceleration";
  }
}

std::string_view unitOf(MergeLimit limit) { return limit == MergeLimit::rolling ? "rad/s" : "m/s"; }

std::string sensorName(const Snapshot& snapshot, std::uint64_t place) {
  if (place >= snapshot.scene.sensors.size() ||
      snapshot.scene.sensors[static_cast<std::size_t>(place)].sensor.name.empty()) {
    return fmt::format("split sensor {}", place + 1);
  }
  return "the split sensor " + snapshot.scene.sensors[static_cast<std::size_t>(place)].sensor.name;
}

std::string steps(double count) { return counted(static_cast<std::uint64_t>(count), "step"); }

}  // namespace

std::string aggregateText(const Snapshot& snapshot, std::uint32_t id) {
  for (const SnapshotAggregate& aggregate : snapshot.reduction.aggregates) {
    if (aggregate.id != id) {
      continue;
    }
    switch (aggregate.carrier) {
      case Carrier::ground:
        return fmt::format("aggregate {} (on what is at rest)", id);
      case Carrier::body:
        return fmt::format("aggregate {} ({})", id, bodyText(snapshot, aggregate.body));
      case Carrier::belt:
        return fmt::format("aggregate {} (belt of {})", id, bodyText(snapshot, aggregate.body));
      case Carrier::none:
        return fmt::format("aggregate {} (floating)", id);
    }
  }
  return fmt::format("aggregate {}", id);
}

Story storyOf(const LoggedEvent& logged, const EventHistory& history, const Snapshot& snapshot) {
  const ReductionEvent& event = logged.event;
  Story story;
  if (event.cause == SplitCause::none) {
    story.sentence = fmt::format(
        "Merged at {:.3f} s into {}, through contacts that had stayed within the merge limits "
        "for {} or longer.",
        logged.time, aggregateText(snapshot, event.after), steps(event.limit));
    return story;
  }
  const ValueOverLimit value = valueOf(event.measured, event.limit, unitOf(event.what));
  const bool isMeasured = event.what != Measured::nothing;
  story.sentence = fmt::format("Split off at {:.3f} s from {} {}", logged.time, aggregateText(snapshot, event.before),
                               causeText(logged, history, snapshot, value));
  story.sentence += isMeasured ? fmt::format(": limit {}.", shown(value.limit, value)) : ".";
  if (isMeasured) {
    story.value = value;
  }
  if (event.cause != SplitCause::sensor) {
    story.partner = event.partner == event.particle ? std::nullopt : partnerOf(event.partner);
  }
  return story;
}

Story storyOf(const WhyFree& why, const Snapshot& snapshot) {
  Story story;
  const std::string partner = partnerText(snapshot, why.partner);
  switch (why.reason) {
    case FreeReason::mergingOff:
      story.sentence = "It is free because merging is off.";
      return story;
    case FreeReason::notAsked:
      story.sentence = "It is free; the next step will tell whether it may merge.";
      return story;
    case FreeReason::noPush:
      story.sentence = "It is free because no contact pushes on it.";
      return story;
    case FreeReason::noFriction:
      story.sentence = "It is free because its contacts have no friction.";
      break;
    case FreeReason::quarantine:
      story.sentence = fmt::format("It is free because it was split off only {} ago: it has to wait up to {}.",
                                   steps(why.measured), steps(why.allowed));
      return story;
    case FreeReason::moving:
      story.value = valueOf(why.measured, why.allowed, "m/s");
      story.sentence = fmt::format("It is free because its contact with {} moves at {}: limit {}.", partner,
                                   shown(story.value->measured, *story.value), shown(story.value->limit, *story.value));
      break;
    case FreeReason::notQuiet: {
      const ValueOverLimit value = valueOf(why.measured, why.allowed, unitOf(why.limit));
      story.sentence = fmt::format(
          "It is free because no contact of it is within the merge limits. The nearest, with "
          "{}, {}",
          partner, excessText(why.limit, shown(value.measured, value)));
      const bool hasValue = why.limit < MergeLimit::history;
      story.sentence += hasValue ? fmt::format(": limit {}.", shown(value.limit, value)) : ".";
      if (hasValue) {
        story.value = value;
      }
      break;
    }
    case FreeReason::quietShortly:
      story.sentence = fmt::format(
          "It may merge soon: its contact with {} has been within the merge limits for {} of "
          "{}.",
          partner, steps(why.measured), steps(why.allowed));
      break;
    case FreeReason::sensor:
      story.sentence = fmt::format("It is free because it is inside {}.", sensorName(snapshot, why.partner));
      return story;
    case FreeReason::fewContacts:
      story.sentence = fmt::format(
          "It is free because {} turns: to ride on it a grain needs {:.0f} contacts that push, "
          "and it has {:.0f}.",
          partner, why.allowed, why.measured);
      break;
    case FreeReason::noCarrier:
      story.sentence = "It is free because its quiet contacts lead to nothing that it may ride on.";
      return story;
  }
  story.partner = partnerOf(why.partner);
  return story;
}

std::vector<std::string> linesOf(const LoggedEvent& logged) {
  const ReductionEvent& event = logged.event;
  if (event.cause == SplitCause::none) {
    return {fmt::format("{:.3f} s  merged", logged.time)};
  }
  std::vector<std::string> lines = {fmt::format("{:.3f} s  {}", logged.time, causeName(event.cause)),
                                    fmt::format("{:.3f} s  {}", logged.time, infoOf(event.cause).name)};
  if (event.what != Measured::nothing) {
    const ValueOverLimit value = valueOf(event.measured, event.limit, unitOf(event.what));
    lines.insert(lines.begin(), fmt::format("{}  {}", lines.front(), shown(value.measured, value)));
  }
  return lines;
}

std::string causeName(SplitCause cause) {
  const SplitCauseInfo& info = infoOf(cause);
  const std::string_view idea = nameOf(info.idea);
  return info.name == idea ? std::string(idea) : fmt::format("{}: {}", idea, info.name);
}

std::string linesOfSplits(const ReductionCounts& counts) {
  std::string lines;
  for (std::size_t i = 1; i < kSplitIdeaCount; ++i) {
    const auto idea = static_cast<SplitIdea>(i);
    const std::uint64_t all = counts.splitsBy(idea);
    if (all == 0) {
      continue;
    }
    lines += fmt::format("\n{} {}", kSplitIdeaNames[i], grouped(all));
    std::string_view before = ": ";
    for (std::size_t cause = 1; cause < kSplitCauseCount; ++cause) {
      const SplitCauseInfo& info = kSplitCauses[cause];
      if (counts.splits[cause] > 0 && info.idea == idea && info.name != kSplitIdeaNames[i]) {
        lines += fmt::format("{}{} {}", before, info.name, grouped(counts.splits[cause]));
        before = ", ";
      }
    }
  }
  return lines;
}

std::string splitsHelp(const ReductionCounts& counts, SplitIdea idea) {
  static constexpr std::array<std::string_view, kSplitIdeaCount> kMeanings = {
      "No split.",
      "Split off by region: members may not stay there.",
      "Split off by motion: something moves against the member at a contact.",
      "Split off by load: contacts cannot carry it, or it has changed.",
      "Split off by connection: the way of contacts to the carrier is gone.",
      "Split off by time: members are looked at anew from time to time.",
      "Split off by command."};
  std::string help(kMeanings[static_cast<std::size_t>(idea)]);
  for (std::size_t cause = 1; cause < kSplitCauseCount; ++cause) {
    const SplitCauseInfo& info = kSplitCauses[cause];
    if (info.idea == idea && counts.splits[cause] > 0) {
      help += fmt::format("\n{}  {}: {}.", grouped(counts.splits[cause]), info.name, info.words);
    }
  }
  return help;
}

}  // namespace scree
