#include "app/studies/reduction/reduction_solvers.h"

#include <fmt/format.h>

#include <charconv>

namespace scree {

namespace {

constexpr int kMostSweeps = 100000;
constexpr int kMostSubsteps = 1000;

/// Removes a number from 1 to `most` from the front of a text, and returns it.
std::optional<int> takeNumber(std::string_view& text, int most) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 1 || number > most) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, char expected) {
  const bool is = !text.empty() && text.front() == expected;
  text.remove_prefix(is ? 1 : 0);
  return is;
}

/// Sets the sweeps and substeps that follow the name of the preset. Returns false for an invalid text.
bool change(std::string_view rest, Parameters& solving) {
  if (rest.empty()) {
    return true;
  }
  const std::optional<int> sweeps = take(rest, '-') ? takeNumber(rest, kMostSweeps) : std::nullopt;
  if (!sweeps) {
    return false;
  }
  solving.sweeps = solving.impactSweeps = *sweeps;
  if (rest.empty()) {
    return true;
  }
  const std::optional<int> substeps = take(rest, 'x') ? takeNumber(rest, kMostSubsteps) : std::nullopt;
  solving.substeps = substeps.value_or(solving.substeps);
  return substeps && rest.empty();
}

}  // namespace

std::optional<ReductionCase> fullCase(std::string_view name) {
  for (const PresetInfo& info : presetTable()) {
    ReductionCase full{
        .solver = std::string(name), .solving = presetParameters(info.preset), .reduction = std::nullopt};
    if (name.rfind(info.name, 0) == 0 && change(name.substr(info.name.size()), full.solving)) {
      return full;
    }
  }
  return std::nullopt;
}

std::string solverComplaint(const std::string& name) {
  if (fullCase(name)) {
    return {};
  }
  std::string presets;
  for (const PresetInfo& info : presetTable()) {
    presets += fmt::format("{}{}", presets.empty() ? "" : ", ", info.name);
  }
  return fmt::format(
      "'{}' is no solver: give a preset ({}), or one with its sweeps and substeps, such as fast-12, {} or {}", name,
      presets, kReference, kFineReference);
}

}  // namespace scree
