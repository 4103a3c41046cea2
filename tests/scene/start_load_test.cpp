// Starts whose contacts are far too soft for what presses them are refused, with a stiffness that would do.
#include "engine/scene/start_load.h"

#include <fmt/format.h>

#include <regex>

#include "tests/scene/scene_text.h"

namespace scree {
namespace {

// Five by five by LAYERS grains of 13 mm, 4.3 g each, with a pitch of 14 mm; a law and bodies are put in.
std::string bed(int layers, std::string_view law, std::string_view material = "", std::string_view bodies = "") {
  std::string text = fmt::format(
      "scree: 1\nname: Bed\nmaterials: {{ore: {{density: 3700 kg/m3{}}}}}\n"
      "default_pair: {{restitution: 0, friction: 0.5, {}}}\n"
      "bodies:\n  floor: {{shapes: [{{plane: {{material: ore}}}}]}}\n{}particles:\n",
      material, law, bodies);
  for (int i = 0; i < 25 * layers; ++i) {
    text += fmt::format("  - sphere: {{diameter: 13 mm, position: [{}, {}, {}], material: ore}}\n", 0.014 * (i % 5 - 2),
                        0.014 * (i / 5 % 5 - 2), 0.007 + 0.014 * (i / 25));
  }
  return text;
}

std::string plate(double mass, double x) {
  return fmt::format(
      "  plate: {{position: [{}, 0, 0.1], mass: {} kg, shapes: [{{box: {{size: [0.07, 0.07, 0.01], "
      "material: ore}}}}]}}\n",
      x, mass);
}

double numberAfter(const std::string& text, const std::string& before) {
  std::smatch found;
  return std::regex_search(text, found, std::regex(before + " ([0-9.e+]+)")) ? std::stod(found[1]) : 0.0;
}

TEST(StartLoad, ABedThatIsTooSoftForItsWeightIsRefused) {
  // 250 grains weigh 10.4 N on 69 by 69 mm: 0.37 N on 13 by 13 mm, a tenth of which 285 N/m carry.
  EXPECT_EQ(messagesOf(bed(10, "stiffness: 400 N/m")), "");
  const std::string message = messagesOf(bed(10, "stiffness: 200 N/m"));
  EXPECT_NE(message.find("weight of the bed"), std::string::npos) << message;
  const double stiffness = numberAfter(message, "stiffness of at least");
  EXPECT_NEAR(stiffness, 0.37 / (0.02 * 0.013), 0.1 * stiffness) << message;
  EXPECT_EQ(messagesOf(bed(10, fmt::format("stiffness: {} N/m", stiffness))), "");
}

TEST(StartLoad, AHertzLawIsToldItsModulus) {
  const std::string law = "stiffness: hertz";
  const auto modulus = [](double pascal) { return fmt::format(", youngs_modulus: {}, poisson_ratio: 0.25", pascal); };
  const std::string message = messagesOf(bed(10, law, modulus(1e5)));
  const double times = numberAfter(message, "its material");
  ASSERT_GT(times, 1.0) << message;
  EXPECT_EQ(messagesOf(bed(10, law, modulus(1e5 * times))), "");
}

TEST(StartLoad, ABodyAboveTheBedPressesIt) {
  const std::string law = "stiffness: 100 kN/m";
  EXPECT_EQ(messagesOf(bed(2, law, "", plate(10.0, 0.0))), "");
  // 25 grains carry 29 kN.
  const std::string message = messagesOf(bed(2, law, "", plate(3000.0, 0.0)));
  EXPECT_NE(message.find("weight of body 'plate'"), std::string::npos) << message;
  EXPECT_EQ(messagesOf(bed(2, law, "", plate(3000.0, 1.0))), "") << "it is beside the bed";
  const std::string hung = bed(2, law, "", plate(3000.0, 0.0)) +
                           "joints: {hinge: {kind: hinge, body: plate, position: [0, 0, 0.2], axis: x}}\n";
  EXPECT_EQ(messagesOf(hung), "") << "a joint carries it";
}

TEST(StartLoad, ALightGrainUnderAHeavyOneIsTooSoft) {
  // 1.5 kg on three of 5 mm: 4.9 N each, a tenth of which 9.8 kN/m carry.
  const auto text = [](double stiffness) {
    return fmt::format(
        "scree: 1\nname: Mixed\nmaterials: {{sand: {{density: 2500}}, iron: {{density: 7800}}}}\n"
        "default_pair: {{friction: 0.5, stiffness: {} N/m}}\nbodies: {{floor: {{shapes: [{{plane: {{material: "
        "sand}}}}]}}}}\nparticles:\n  - sphere: {{diameter: 5 mm, position: [0, 0, 0.003], material: sand}}\n"
        "  - sphere: {{diameter: 71.6 mm, position: [0, 0, 0.06], material: iron}}\n",
        stiffness);
  };
  EXPECT_EQ(messagesOf(text(11e3)), "");
  const std::string message = messagesOf(text(9e3));
  EXPECT_NE(message.find("a particle of 1.5 kg, on three others"), std::string::npos) << message;
  EXPECT_NE(message.find("a particle of 5 mm carries about 4.9 N"), std::string::npos) << message;
  EXPECT_EQ(messagesOf(text(numberAfter(message, "stiffness of at least"))), "");
}

TEST(StartLoad, AGrainIsTooSoftForItself) {
  const std::string text =
      "scree: 1\nname: Ball\nmaterials: {ore: {density: 2500}}\ndefault_pair: {friction: 0.5, stiffness: 1 kN/m}\n"
      "bodies: {floor: {shapes: [{plane: {material: ore}}]}}\n"
      "particles: [{sphere: {diameter: 0.5, position: [0, 0, 1], material: ore}}]\n";
  EXPECT_NE(messagesOf(text).find("f.yaml:6"), std::string::npos) << messagesOf(text);
  EXPECT_EQ(messagesOf(text + "gravity: [0, 0, 0]\n"), "");
  const Scene warned = sceneOf(text + "solver: {guard: warn}\n");
  ASSERT_EQ(warned.notes.size(), 1U);
  EXPECT_NE(warned.notes[0].text().find("use a stiffness"), std::string::npos);
}

TEST(StartLoad, WithoutSubstepsAHeavyBodyOnLightGrainsIsRefused) {
  const auto text = [](std::string_view preset, double mass, double step) {
    return bed(2, "stiffness: 500 kN/m", "", plate(mass, 0.0)) +
           fmt::format("solver: {{preset: {}}}\ntime_step: {} s\n", preset, step);
  };
  // 300 kg over 4.3 g, times 9.81 m/s² (5 ms)² over 13 mm: 1300 diameters.
  EXPECT_EQ(messagesOf(text("fast", 300.0, 0.005)), "");
  EXPECT_EQ(messagesOf(text("paper-warm", 100.0, 0.005)), "");
  const std::string message = messagesOf(text("paper-warm", 300.0, 0.005));
  EXPECT_NE(message.find("150 sweeps do not carry"), std::string::npos) << message;
  const double step = 1e-3 * numberAfter(message, "time_step of at most");
  EXPECT_NEAR(step, 4.5e-3, 0.1e-3) << message;
  EXPECT_EQ(messagesOf(text("paper-warm", 300.0, step)), "");
}

}  // namespace
}  // namespace scree
