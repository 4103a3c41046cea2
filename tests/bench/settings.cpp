#include "tests/bench/settings.h"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include "engine/settings/presets.h"

namespace scree::bench {

namespace {

std::string applyNumber(Parameters& parameters, const ParameterInfo& info, const std::string& value) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size()) {
    return fmt::format("{}: '{}' is not a number", info.name, value);
  }
  return setValue(parameters, info.key, number);
}

std::string applyChoice(Parameters& parameters, const ChoiceInfo& info, const std::string& value) {
  for (std::size_t i = 0; i < info.values.size(); ++i) {
    if (info.values[i].name == value) {
      setChoice(parameters, info.key, static_cast<int>(i));
      return {};
    }
  }
  return fmt::format("{}: there is no '{}'", info.name, value);
}

std::string applyNamed(Parameters& parameters, const std::string& name, const std::string& value) {
  for (const ParameterInfo& info : parameterTable()) {
    if (info.name == name) {
      return applyNumber(parameters, info, value);
    }
  }
  for (const ChoiceInfo& info : choiceTable()) {
    if (info.name == name) {
      return applyChoice(parameters, info, value);
    }
  }
  return fmt::format("there is no parameter '{}'", name);
}

std::string applyPresetNamed(Parameters& parameters, const std::string& name) {
  for (const PresetInfo& info : presetTable()) {
    if (info.name == name) {
      applyPreset(parameters, info.preset);
      return {};
    }
  }
  return fmt::format("there is no preset '{}'", name);
}

}  // namespace

std::string applySettings(Parameters& parameters, std::string_view settings) {
  std::istringstream words{std::string(settings)};
  std::string word;
  while (words >> word) {
    const std::size_t equals = word.find('=');
    std::string refusal = equals == std::string::npos
                              ? applyPresetNamed(parameters, word)
                              : applyNamed(parameters, word.substr(0, equals), word.substr(equals + 1));
    if (!refusal.empty()) {
      return refusal;
    }
  }
  return {};
}

std::vector<std::string> presetNames() {
  std::vector<std::string> names;
  for (const PresetInfo& info : presetTable()) {
    names.emplace_back(info.name);
  }
  return names;
}

}  // namespace scree::bench
