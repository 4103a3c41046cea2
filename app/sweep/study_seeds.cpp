#include "app/sweep/study_seeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/sweep/sweep_nodes.h"
#include "app/sweep/sweep_values.h"
#include "engine/base/count_text.h"

namespace scree {

namespace {

constexpr double kMostSeeds = 1e6;
constexpr double kUsualMost = 20.0;  ///< seeds of a setting at most, where the study does not say

/// Seeds 1 to `count`.
void countSeeds(std::int64_t count, SweepStudy& study) {
  for (std::int64_t seed = 1; seed <= count; ++seed) {
    study.seeds.push_back(fmt::format("{}", seed));
  }
}

void readWantedErrors(const YamlNode& node, SweepStudy& study, ErrorList& errors) {
  if (node.kind != YamlNode::Kind::map || node.keys.empty()) {
    errors.add(node.mark, fmt::format("'error' is {}", natureOf(node)),
               "write collected paths with the standard error wanted of each");
    return;
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const auto error =
        node.children[i].kind == YamlNode::Kind::scalar ? unitNumberOf(node.children[i].text) : std::nullopt;
    if (!error || !error->unit.empty() || error->value <= 0.0) {
      errors.add(node.children[i].mark,
                 fmt::format("the error wanted of {} is no number above 0", inQuotes(node.keys[i].name)),
                 "give the standard error from which no seed is added");
      continue;
    }
    study.moreSeeds->errors[node.keys[i].name] = error->value;
    study.places["error " + node.keys[i].name] = node.keys[i].mark;
  }
}

void readMoreSeeds(const YamlNode& seeds, SweepStudy& study, ErrorList& errors) {
  if (!isMapOf(seeds, "'seeds'", {"first", "most", "error", "runs"}, errors)) {
    return;
  }
  study.moreSeeds.emplace();
  const auto whole = [&](const char* name, double least, double usual) {
    const YamlNode* node = seeds.find(name);
    const auto number = node == nullptr ? std::nullopt : wholeOf(*node, name, least, kMostSeeds, errors);
    return number.value_or(static_cast<std::int64_t>(usual));
  };
  constexpr double kLeast = 2.0;  // below, there is no standard error
  constexpr double kFirst = 3.0;
  study.moreSeeds->first = static_cast<std::size_t>(whole("first", kLeast, kFirst));
  const std::int64_t most = whole("most", kLeast, kUsualMost);
  if (const YamlNode* runs = seeds.find("runs")) {
    study.places["runs"] = runs->mark;
    study.moreSeeds->runs = static_cast<std::size_t>(whole("runs", 1.0, kMostSeeds));
  }
  if (static_cast<std::size_t>(most) < study.moreSeeds->first) {
    errors.add(seeds.mark, fmt::format("'most' is {}, less than 'first'", most), "make it larger");
    return;
  }
  countSeeds(most, study);
  if (const YamlNode* error = seeds.find("error")) {
    readWantedErrors(*error, study, errors);
  } else {
    errors.add(seeds.mark, "'seeds' has no 'error'",
               "give the standard errors wanted, such as 'error: {angle.mean_deg: 0.3}', or the number of seeds alone");
  }
}

void readList(const YamlNode& seeds, SweepStudy& study, ErrorList& errors) {
  std::set<std::string> seen;
  for (const YamlNode& seed : seeds.children) {
    constexpr double kMostSeed = 9007199254740992.0;  // 2^53, exact
    if (const auto number = wholeOf(seed, "a seed", 0.0, kMostSeed, errors)) {
      std::string text = fmt::format("{}", *number);
      if (!seen.insert(text).second) {
        errors.add(seed.mark, fmt::format("the seed {} twice", text), "give each once");
      }
      study.seeds.push_back(std::move(text));
    }
  }
}

}  // namespace

void readSeeds(const YamlNode& seeds, SweepStudy& study, ErrorList& errors) {
  if (seeds.kind == YamlNode::Kind::scalar) {
    countSeeds(wholeOf(seeds, "seeds", 1.0, kMostSeeds, errors).value_or(0), study);
  } else if (seeds.kind == YamlNode::Kind::map) {
    readMoreSeeds(seeds, study, errors);
  } else if (seeds.kind == YamlNode::Kind::list && !seeds.children.empty()) {
    readList(seeds, study, errors);
  } else {
    errors.add(seeds.mark, fmt::format("'seeds' is {}", natureOf(seeds)),
               "give their number, such as 3, or a list, such as [1, 5, 9]");
  }
}

void checkWantedErrors(const SweepStudy& study, ErrorList& errors) {
  if (!study.moreSeeds) {
    return;
  }
  const std::size_t settings = study.rows.size() / valuesOf(study) * std::min<std::size_t>(2, valuesOf(study));
  if (study.moreSeeds->runs && *study.moreSeeds->runs < settings * study.moreSeeds->first) {
    errors.add(study.places.at("runs"),
               fmt::format("{} with {} are more than {}", countText(settings, "setting"),
                           countText(study.moreSeeds->first, "seed"), countText(*study.moreSeeds->runs, "run")),
               "take more runs, or fewer values of a key");
  }
  for (const auto& [path, error] : study.moreSeeds->errors) {
    if (std::ranges::find(study.collect, path) == study.collect.end()) {
      errors.add(study.places.at("error " + path),
                 fmt::format("an error of {}, which is not collected", inQuotes(path)),
                 "collect it, or leave the error out");
    }
  }
}

}  // namespace scree
