// Causes of splits: each has an idea, a name and words, and counts add up by idea.
#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "engine/world/aggregates.h"

namespace scree {
namespace {

std::set<std::string_view> namesOf(SplitIdea idea) {
  std::set<std::string_view> names;
  for (const SplitCauseInfo& info : kSplitCauses) {
    if (info.idea == idea) {
      names.insert(info.name);
    }
  }
  return names;
}

TEST(SplitCause, EachHasAnIdeaANameAndWords) {
  std::set<std::string_view> names;
  std::set<std::string_view> words;
  for (std::size_t i = 0; i < kSplitCauseCount; ++i) {
    const auto cause = static_cast<SplitCause>(i);
    EXPECT_EQ(ideaOf(cause) == SplitIdea::none, cause == SplitCause::none) << i;
    EXPECT_LT(static_cast<std::size_t>(ideaOf(cause)), kSplitIdeaCount) << i;
    EXPECT_GT(infoOf(cause).words.size(), infoOf(cause).name.size()) << i;
    EXPECT_TRUE(names.insert(infoOf(cause).name).second) << infoOf(cause).name;
    EXPECT_TRUE(words.insert(infoOf(cause).words).second) << infoOf(cause).words;
    EXPECT_EQ(infoOf(cause).name.find_first_of(",\"\n"), std::string_view::npos) << "it is a cell of the event table";
  }
  EXPECT_EQ(static_cast<std::size_t>(SplitCause::command) + 1, kSplitCauseCount);
  EXPECT_EQ(static_cast<std::size_t>(SplitIdea::command) + 1, kSplitIdeaCount);
}

TEST(SplitCause, EachIdeaHasItsCauses) {
  using Names = std::set<std::string_view>;
  EXPECT_EQ(namesOf(SplitIdea::region), (Names{"split sensor", "belt end", "sink", "edge"}));
  EXPECT_EQ(namesOf(SplitIdea::motion), (Names{"passing", "impact", "body", "support moved", "contact split"}));
  EXPECT_EQ(namesOf(SplitIdea::load), (Names{"overload", "changed load", "acceleration", "trial solve"}));
  EXPECT_EQ(namesOf(SplitIdea::connection), (Names{"cut off", "landed", "too few"}));
  EXPECT_EQ(namesOf(SplitIdea::time), (Names{"audit"}));
  EXPECT_EQ(namesOf(SplitIdea::command), (Names{"command"}));
}

// The table follows the order of the enumeration.
TEST(SplitCause, EachHasItsOwnName) {
  EXPECT_EQ(infoOf(SplitCause::sensor).name, "split sensor");
  EXPECT_EQ(infoOf(SplitCause::beltEnd).name, "belt end");
  EXPECT_EQ(infoOf(SplitCause::sink).name, "sink");
  EXPECT_EQ(infoOf(SplitCause::edge).name, "edge");
  EXPECT_EQ(infoOf(SplitCause::passing).name, "passing");
  EXPECT_EQ(infoOf(SplitCause::impact).name, "impact");
  EXPECT_EQ(infoOf(SplitCause::body).name, "body");
  EXPECT_EQ(infoOf(SplitCause::supportMoved).name, "support moved");
  EXPECT_EQ(infoOf(SplitCause::contactSplit).name, "contact split");
  EXPECT_EQ(infoOf(SplitCause::overload).name, "overload");
  EXPECT_EQ(infoOf(SplitCause::changedLoad).name, "changed load");
  EXPECT_EQ(infoOf(SplitCause::acceleration).name, "acceleration");
  EXPECT_EQ(infoOf(SplitCause::trialSolve).name, "trial solve");
  EXPECT_EQ(infoOf(SplitCause::cut).name, "cut off");
  EXPECT_EQ(infoOf(SplitCause::landed).name, "landed");
  EXPECT_EQ(infoOf(SplitCause::tooFew).name, "too few");
  EXPECT_EQ(infoOf(SplitCause::audit).name, "audit");
  EXPECT_EQ(infoOf(SplitCause::command).name, "command");
}

TEST(SplitCause, MotionPastAMemberOrIntoItEndsInNoQuarantine) {
  for (std::size_t i = 1; i < kSplitCauseCount; ++i) {
    const auto cause = static_cast<SplitCause>(i);
    EXPECT_EQ(endsInQuarantine(cause), cause != SplitCause::passing && cause != SplitCause::body) << infoOf(cause).name;
  }
  EXPECT_FALSE(endsInQuarantine(SplitCause::none));
}

TEST(SplitCause, CountsOfIdeasAreSumsOfTheirCauses) {
  ReductionCounts counts;
  std::uint64_t all = 0;
  for (std::size_t cause = 1; cause < kSplitCauseCount; ++cause) {
    counts.splits[cause] = std::uint64_t{1} << cause;
    all += counts.splits[cause];
  }
  std::uint64_t ofIdeas = 0;
  for (std::size_t idea = 1; idea < kSplitIdeaCount; ++idea) {
    ofIdeas += counts.splitsBy(static_cast<SplitIdea>(idea));
  }
  EXPECT_EQ(ofIdeas, all);
  EXPECT_EQ(counts.splitsBy(SplitIdea::region), 2U + 4U + 8U + 16U);
  EXPECT_EQ(counts.splitsBy(SplitIdea::time), counts.splits[static_cast<std::size_t>(SplitCause::audit)]);
}

}  // namespace
}  // namespace scree
