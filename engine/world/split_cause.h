#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace scree {

/// Ideas by which members are split off. Each SplitCause belongs to one of them.
enum class SplitIdea : std::uint8_t {
  none,
  region,      ///< a place where members may not stay
  motion,      ///< relative motion at a contact
  load,        ///< contacts cannot carry the load, or the load has changed
  connection,  ///< contacts no longer connect the member with its carrier
  time,        ///< a look is due
  command      ///< of the user; no idea of the method
};
constexpr std::size_t kSplitIdeaCount = 7;
constexpr std::array<std::string_view, kSplitIdeaCount> kSplitIdeaNames = {"none",       "region", "motion", "load",
                                                                           "connection", "time",   "command"};

/// Cause of the split of a member. Described by kSplitCauses.
enum class SplitCause : std::uint8_t {
  none,
  sensor,
  beltEnd,
  sink,
  edge,
  passing,
  impact,
  body,
  supportMoved,
  contactSplit,
  overload,
  changedLoad,
  acceleration,
  trialSolve,
  cut,
  landed,
  tooFew,
  audit,
  command
};
constexpr std::size_t kSplitCauseCount = 19;

struct SplitCauseInfo {
  SplitIdea idea = SplitIdea::none;
  std::string_view name;   ///< sub-cause in tables and lists
  std::string_view words;  ///< clause that says what happened
};

/// By SplitCause. R: split detector of the published method.
constexpr std::array<SplitCauseInfo, kSplitCauseCount> kSplitCauses = {{
    {SplitIdea::none, "none", "no split"},
    {SplitIdea::region, "split sensor", "a split sensor holds the member"},
    {SplitIdea::region, "belt end", "the member rides to the end of a belt"},
    {SplitIdea::region, "sink", "the member comes into a sink"},
    {SplitIdea::region, "edge", "the member comes to the edge of the world"},
    {SplitIdea::motion, "passing", "a free grain moves past at a contact"},
    {SplitIdea::motion, "impact", "a free grain hits the member, or one near it"},
    {SplitIdea::motion, "body", "a body or another aggregate comes in, or the member is carried into it"},
    {SplitIdea::motion, "support moved", "a body that held the member changes its speed"},
    {SplitIdea::motion, "contact split", "a contact is beyond a limit of the contact split"},  // R
    {SplitIdea::load, "overload", "contacts cannot carry what the member bears"},
    {SplitIdea::load, "changed load", "contacts bear something else than when the member merged"},
    {SplitIdea::load, "acceleration", "the acceleration of gravity, or of the carrier, changes"},
    {SplitIdea::load, "trial solve", "the trial solve is beyond one of its limits"},  // R
    {SplitIdea::connection, "cut off", "too few contacts connect the member with its carrier"},
    {SplitIdea::connection, "landed", "the floating aggregate comes to lie on something"},
    {SplitIdea::connection, "too few", "too few members are left of the floating aggregate"},
    {SplitIdea::time, "audit", "an audit of the patch is due"},
    {SplitIdea::command, "command", "the user asks for it, or turns merging off"},
}};

constexpr const SplitCauseInfo& infoOf(SplitCause cause) { return kSplitCauses[static_cast<std::size_t>(cause)]; }
constexpr SplitIdea ideaOf(SplitCause cause) { return infoOf(cause).idea; }
constexpr std::string_view nameOf(SplitIdea idea) { return kSplitIdeaNames[static_cast<std::size_t>(idea)]; }

}  // namespace scree
