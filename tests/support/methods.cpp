#include "tests/support/methods.h"

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "engine/settings/presets.h"

namespace scree::testing {

namespace {

Parameters parametersUnderTest() {
  Parameters parameters;
  applyTestMethod(parameters);
  return parameters;
}

}  // namespace

std::string_view testMethod() {
  const char* name = std::getenv("SCREE_TEST_METHOD");
  return name == nullptr ? std::string_view("pgs") : std::string_view(name);
}

void applyTestMethod(Parameters& parameters) {
  const std::string_view name = testMethod();
  for (const PresetInfo& info : presetTable()) {
    if (info.name == name) {
      applyPreset(parameters, info.preset);
      return;
    }
  }
  for (const Method method : {Method::pgs, Method::nncg, Method::scalar}) {
    if (nameOf(method) == name) {
      parameters.method = method;
      return;
    }
  }
  throw std::runtime_error("SCREE_TEST_METHOD names no method and no preset: " + std::string(name));
}

bool solvesInSingle() { return parametersUnderTest().method == Method::pgs; }

bool joinsImpacts() { return parametersUnderTest().impacts == Impacts::joined; }

double roundOff(double inDouble, double inSingle) { return solvesInSingle() ? inSingle : inDouble; }

}  // namespace scree::testing
