#include "app/view/reduction_colours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/view/view_options.h"

namespace scree {

namespace {

constexpr std::uint32_t kNeutral = 0xc8ccd2;      // free grains; in the map of causes those without a recent split
constexpr std::uint32_t kQuietMember = 0x4b515d;  // dark, so that every cause stands out from it
constexpr std::array<std::uint32_t, 3> kRoles = {0xe69f00, 0x5a6580, 0x56b4e9};
constexpr std::array<std::uint32_t, kSplitIdeaCount> kIdeas = {
    kNeutral,  // none
    0xb47cff,  // region, the colour of split sensors (sensor_pass.cpp)
    0xe69f00,  // motion
    0xa9714b,  // load
    0x2ea66f,  // connection
    0x5cc8f2,  // time
    0xf29fc5,  // command
};
// Speeds in the warm colours of M. Okabe and K. Ito, which colour-blind eyes tell from the blues and greys of the rest.
constexpr std::array<std::uint32_t, kAskedClassCount> kAsked = {kNeutral, kQuietMember, 0x7d92bd,
                                                                0xd55e00, 0xe69f00,     0xf0e442};
constexpr int kAggregateBits = 6;
constexpr int kAggregateHues = 1 << kAggregateBits;
constexpr int kFadeSteps = 16;

Eigen::Vector3f unpackedColour(std::uint32_t rgb) {
  return Eigen::Vector3f(static_cast<float>(rgb >> 16 & 255U), static_cast<float>(rgb >> 8 & 255U),
                         static_cast<float>(rgb & 255U)) /
         255.0f;
}

std::uint32_t packed(const Eigen::Vector3f& colour) {
  std::uint32_t rgb = 0;
  for (int c = 0; c < 3; ++c) {
    rgb = rgb << 8 | static_cast<std::uint32_t>(std::lround(255.0f * std::clamp(colour[c], 0.0f, 1.0f)));
  }
  return rgb;
}

/// Displayed colour of a lightness, a chroma and a hue [rad] of OKLab (B. Ottosson, A perceptual color space for image
/// processing, 2020), in which equal steps of hue look like equal steps.
Eigen::Vector3f displayed(float lightness, float chroma, float hue) {
  const float a = chroma * std::cos(hue);
  const float b = chroma * std::sin(hue);
  const float l = std::pow(lightness + 0.3963377774f * a + 0.2158037573f * b, 3.0f);
  const float m = std::pow(lightness - 0.1055613458f * a - 0.0638541728f * b, 3.0f);
  const float s = std::pow(lightness - 0.0894841775f * a - 1.2914855480f * b, 3.0f);
  const Eigen::Vector3f linear(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s,
                               -1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s,
                               -0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s);
  return linear.unaryExpr([](float x) {
    const float v = std::clamp(x, 0.0f, 1.0f);
    return v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1.0f / 2.4f) - 0.055f;
  });
}

/// Colour k of the aggregates: hues around the circle, light and dark in turn, so that neighbours differ in both.
std::uint32_t aggregateColour(int k) {
  const float hue = 2.0f * std::numbers::pi_v<float> * static_cast<float>(k) / static_cast<float>(kAggregateHues);
  return packed(displayed(k % 2 == 0 ? 0.76f : 0.58f, 0.135f, hue));
}

}  // namespace

std::vector<std::uint32_t> aggregateColours() {
  std::vector<std::uint32_t> colours = {kNeutral};
  for (int k = 0; k < kAggregateHues; ++k) {
    colours.push_back(aggregateColour(k));
  }
  return colours;
}

std::vector<std::uint32_t> roleColours() { return {kRoles.begin(), kRoles.end()}; }

std::vector<std::uint32_t> causeColours() {
  std::vector<std::uint32_t> colours = {kQuietMember};
  for (std::size_t idea = 1; idea < kIdeas.size(); ++idea) {
    for (int step = 0; step < kFadeSteps; ++step) {
      const float faded = static_cast<float>(step) / static_cast<float>(kFadeSteps);
      colours.push_back(packed((1.0f - faded) * unpackedColour(kIdeas[idea]) + faded * unpackedColour(kNeutral)));
    }
  }
  colours.push_back(kNeutral);
  return colours;
}

std::vector<std::uint32_t> askedColours() { return {kAsked.begin(), kAsked.end()}; }

int aggregateClass(std::uint32_t identity) {
  // Fibonacci hashing: successive identities get hues 0.618 of a turn apart.
  constexpr std::uint32_t kGolden = 2654435769U;
  return identity == 0 ? 0 : 1 + static_cast<int>(identity * kGolden >> (32 - kAggregateBits));
}

int causeClass(GrainRole role, SplitCause cause, float sinceChange) {
  if (role != GrainRole::free) {
    return 0;
  }
  const float part = sinceChange / static_cast<float>(kCauseFade);
  const int last = 1 + (static_cast<int>(kSplitIdeaCount) - 1) * kFadeSteps;
  if (cause == SplitCause::none || !(part < 1.0f)) {
    return last;
  }
  const int step = static_cast<int>(std::max(part, 0.0f) * static_cast<float>(kFadeSteps));
  return 1 + (static_cast<int>(ideaOf(cause)) - 1) * kFadeSteps + step;
}

AskedClass askedClassOf(const Snapshot& snapshot, std::size_t index) {
  const bool isMember = index < snapshot.reduction.role.size() && snapshot.reduction.role[index] != GrainRole::free;
  if (!isMember) {
    return AskedClass::free;
  }
  const AskedMembers* answer = snapshot.asked.answer.get();
  if (answer == nullptr || !answer->trouble.empty()) {
    return AskedClass::unasked;
  }
  const auto slow = static_cast<float>(answer->limit);
  constexpr auto kBand = static_cast<float>(kAskedBand);
  if (const float speed = answer->speedOf(snapshot.grains.id[index]); speed > 0.0f) {
    return speed < kBand * slow           ? AskedClass::slow
           : speed < kBand * kBand * slow ? AskedClass::middle
                                          : AskedClass::fast;
  }
  // A grain that merged after the question was not asked; half a step is far above the rounding of times.
  const double since = static_cast<double>(snapshot.reduction.sinceChange[index]);
  const double age = snapshot.run.time - answer->time;
  return since < age - 0.5 * snapshot.scene.parameters.timeStep ? AskedClass::unasked : AskedClass::stays;
}

Eigen::Vector3f colourOfAggregate(std::uint32_t identity) {
  const int k = aggregateClass(identity);
  return unpackedColour(k == 0 ? kNeutral : aggregateColour(k - 1));
}

Eigen::Vector3f colourOfRole(GrainRole role) { return unpackedColour(kRoles[static_cast<std::size_t>(role)]); }
Eigen::Vector3f colourOfIdea(SplitIdea idea) { return unpackedColour(kIdeas[static_cast<std::size_t>(idea)]); }
Eigen::Vector3f colourOfAsked(AskedClass asked) { return unpackedColour(kAsked[static_cast<std::size_t>(asked)]); }
Eigen::Vector3f colourOfQuietMember() { return unpackedColour(kQuietMember); }

}  // namespace scree
