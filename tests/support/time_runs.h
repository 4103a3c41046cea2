#pragma once

#include <map>
#include <vector>

#include "engine/session/session.h"

// Runs with commands on the way, by a session and without one. Steps count from the run's beginning.
namespace scree::testing {

/// Commands by the step before which they are given.
using Script = std::map<std::uint64_t, std::vector<WorldCommand>>;

/// Parameters, choices, presets, sensors, a drive's speed and a split of everything, at steps 10 to 60.
Script variedScript();

/// Some 200 grains in a slowly turning drum, most of them merged; not at the beginning of time.
World mergedDrum();

/// Hashes of the run after 0 to `steps` steps, each before the commands given there. Knows no session.
std::vector<std::uint64_t> hashesOf(World world, const Script& script, std::uint64_t steps, int threads = 1);

/// Advances until there is nothing left to step.
void finish(Session& session);
/// Steps a paused session on to `step`, giving the commands on the way, those of `step` too.
void stepTo(Session& session, const Script& script, std::uint64_t step);
/// Goes to a step of the run so far.
void seekTo(Session& session, std::uint64_t step);
std::shared_ptr<const Snapshot> latest(Session& session);
/// The run so far.
Recording recordingOf(Session& session);

}  // namespace scree::testing
