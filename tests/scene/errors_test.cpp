#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "engine/scene_file/errors.h"
#include "tests/scene/scene_text.h"

// Every kind of broken file with the exact place and text of its message.
namespace scree {
namespace {

struct Broken {
  const char* name;
  std::string_view what;  ///< in kSmallScene
  std::string_view by;
  std::string_view at;  ///< the first occurrence of this in the broken text is where the message points to
  std::string_view message;
};

void PrintTo(const Broken& broken, std::ostream* stream) { *stream << broken.name; }

/// "f.yaml:line:column: " of the first occurrence.
std::string placeOf(std::string_view text, std::string_view at) {
  const std::size_t position = text.find(at);
  EXPECT_NE(position, std::string_view::npos) << at;
  const std::string_view before = text.substr(0, position);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 = 0
  return "f.yaml:" + std::to_string(line) + ":" + std::to_string(position - start + 1) + ": ";
}

class OneThingWrong : public ::testing::TestWithParam<Broken> {};

TEST_P(OneThingWrong, HasOneMessage) {
  const Broken& broken = GetParam();
  const std::string text = replaced(kSmallScene, broken.what, broken.by);
  EXPECT_EQ(messagesOf(text), placeOf(text, broken.at) + std::string(broken.message) + "\n");
}

constexpr Broken kBroken[] = {
    {"UnknownKey", "friction", "frction", "frction", "unknown key 'frction': did you mean 'friction'?"},
    {"UnknownKeyFarFromAll", "friction", "colour", "colour",
     "unknown key 'colour': use one of: restitution, friction, rolling_resistance, twisting, stiffness, "
     "damping_time, surface_tension, contact_angle, bridge_volume, simple_bridges, pull_off, adhesion_energy, "
     "cohesion_in_friction"},
    {"WrongUnit", "13 mm", "13 kg", "13 kg", "diameter: 'kg' is not a unit of a length: use m, cm, mm, um, µm, km"},
    {"WrongType", "[0, 0, 0.1]", "up", "up", "'position' needs three values, found a value: write them as [x, y, z]"},
    {"ListTooShort", "[0, 0, 0.1]", "[0, 0]", "[0, 0]",
     "'position' needs three values, found 2 values: write them as [x, y, z]"},
    {"ListForNumber", "13 mm", "[1, 2]", "[1, 2]",
     "'diameter' needs a length, found a list: write a number with one of the units m, cm, mm, um, µm, "
     "km"},
    {"NotANumber", "3700 kg/m3", "heavy", "heavy",
     "density: 'heavy' is not a density: write a number and a unit such as 0.5 kg/m3"},
    {"NegativeDensity", "3700 kg/m3", "-3700 kg/m3", "-3700",
     "'-3700 kg/m3' is out of range for 'density': must be from 0.001 kg/m3 to 1000000 kg/m3"},
    {"NegativeDiameter", "13 mm", "-13 mm", "-13 mm",
     "'-13 mm' is out of range for 'diameter': must be from 1e-06 m to 1000 m"},
    {"NotFinite", "0.9", ".inf", ".inf", "friction: '.inf' is not a finite number: write a number such as 0.5"},
    {"NoValue", "13 mm", "", "diameter",
     "'diameter' needs a length, found nothing: write a number with one of the units m, cm, mm, um, µm, "
     "km"},
    {"DuplicateKey", "name: Small", "name: Small\nname: Large", "name: Large", "duplicate key 'name': give it once"},
    {"MissingKey", "name: Small\n", "", "scree", "'name' is missing: add 'name: ...' (Name of the scene.)"},
    {"MissingKeyDeepInside", "diameter: 13 mm, ", "", "{position",
     "'diameter' is missing: add 'diameter: ...' (Diameter.)"},
    {"UnknownMaterial", "0.1], material: ore", "0.1], material: core", "core",
     "there is no material 'core': did you mean 'ore'?"},
    {"UnknownKind", "sphere", "ball", "ball",
     "'ball' is no kind of 'particles': use one of: sphere, fill, stack, file"},
    {"TwoKinds", "{plane: {material: ore}}", "{plane: {material: ore}, box: {}}", "box",
     "'box' beside 'plane': 'shapes' needs a single kind: indent it further when it belongs to the kind, "
     "or "
     "begin another item with '-'"},
    {"SectionForList", "[{plane: {material: ore}}]", "{plane: {material: ore}}", "{plane",
     "'shapes' needs a list, found a section of keys: begin each item with '- '"},
    {"ValueForSection", "{friction: 0.9}", "0.9", "0.9",
     "'default_pair' needs a section of keys, found a value: write its keys one a line below it, "
     "indented, "
     "each as 'key: value'"},
    {"WrongVersion", "scree: 1", "scree: 2", "2", "'2' is out of range for 'scree': must be 1"},
    {"NoLaw", "default_pair: {friction: 0.9}\n", "", "ore",
     "no contact law between 'ore' and 'ore', which can touch: add '- between: [ore, ore]' to 'pairs', or "
     "a "
     "'default_pair'"},
    {"WrongWordForAQuantity", "friction: 0.9", "stiffness: herz", "herz",
     "'stiffness' is 'herz': write a quantity with its unit, or the word 'hertz'"},
    {"HertzWithoutModulus", "friction: 0.9", "stiffness: hertz", "{stiffness",
     "'stiffness: hertz' for 'ore' and 'ore', but 'ore' has no Young's modulus: give it 'youngs_modulus', "
     "or "
     "the pair a stiffness such as 3 kN/m"},
    {"InsideTheWall", "[0, 0, 0.1]", "[0, 0, 1 mm]", "sphere",
     "1 overlap is deeper than 20 % of a diameter, by 42.3 % (5.5 mm), of the particle at [0, 0, 0.001] and shape 0 "
     "(plane) of body 'floor': move the particles, or the wall"},
    {"UselessTimeStep", "name: Small", "name: Small\ntime_step: 60 ms", "60 ms",
     "in a time step of 0.06 s a particle of 13 mm falls by more than its diameter: use at most 0.0051 s; "
     "'ndem check' tells what is accurate"},
    {"UselessSpeed", "material: ore}}]\n", "material: ore, velocity: [0, 0, 100 m/s]}}]\n", "sphere",
     "at 100 m/s it moves 38.5 of its diameters in one time step: use a time_step of at most 0.0033 s; its impacts are "
     "resolved with 1.3e-05 s"},
    {"OutOfBounds", "name: Small", "name: Small\nbounds: {lower: [-1, -1, -1], upper: [1, 1, 10 mm]}", "sphere",
     "the particle at [0, 0, 0.1] is outside the bounds: move it, or enlarge 'bounds'"},
    {"EmptyBounds", "name: Small", "name: Small\nbounds: {lower: [-1, -1, 2], upper: [1, 1, 1]}", "{lower",
     "the bounds are empty: make 'lower' smaller than 'upper' along each axis"},
    {"BadChoice", "name: Small", "name: Small\nsolver: {warm_start: histroy}", "histroy",
     "'histroy' is not a value of 'warm_start': did you mean 'history'?"},
    {"BadFlag", "plane: {", "plane: {visible: yes, ", "yes",
     "'yes' is not a value of 'visible': use one of: false, true"},
    {"BadDirection", "plane: {", "plane: {normal: up, ", "up",
     "'normal' needs a direction, found 'up': write x, -x, y, -y, z, -z or three numbers such as [1, 0, "
     "0.5]"},
    {"ZeroDirection", "plane: {", "plane: {normal: [0, 0, 0], ", "[0, 0, 0], ",
     "'normal' is a zero vector: write x, -x, y, -y, z, -z or three numbers such as [1, 0, 0.5]"},
    {"FractionOfASweep", "name: Small", "name: Small\nsolver: {sweeps: 1.5}", "1.5",
     "'1.5' is out of range for 'sweeps': sweeps must be a whole number from 1 to 1000000"},
    {"Tag", "name: Small", "name: !include Small", "!include",
     "unknown tag '!include': leave it out: scene files use no tags"},
    {"SecondDocument", "scree: 1\n", "scree: 1\n--- \n", "name",
     "a second document: one scene a file: remove the line '---'"},
};

INSTANTIATE_TEST_SUITE_P(SceneErrors, OneThingWrong, ::testing::ValuesIn(kBroken),
                         [](const auto& broken) { return std::string(broken.param.name); });

TEST(SceneErrors, SyntaxIsReportedWithItsPlace) {
  EXPECT_TRUE(messagesOf("scree: [1, 2\nname: x\n").starts_with("f.yaml:2:5: not valid YAML, "))
      << messagesOf("scree: [1, 2\nname: x\n");
  EXPECT_TRUE(messagesOf("a: [b}\n").find("not valid YAML") != std::string::npos);
  const std::string_view open = "f.yaml:2:7: a quotation mark that is never closed: close it at the end of the text\n";
  EXPECT_EQ(messagesOf("scree: 1\nname: \"x\nseed: 1\n"), open);
  EXPECT_EQ(messagesOf("scree: 1\nname: 'it''s\nseed: 1\n"), open);
  EXPECT_EQ(messagesOf("name: \xff\n"),
            "f.yaml:1:7: byte 0xff does not belong in a text file: a scene is a YAML file in UTF-8\n");
  EXPECT_EQ(messagesOf(std::string_view("a: 1\nb: \0c\n", 11)),
            "f.yaml:2:4: byte 0x00 does not belong in a text file: a scene is a YAML file in UTF-8\n");
  EXPECT_EQ(messagesOf(""), "f.yaml: the file is empty: start from one of the scenes that come with the program\n");
  EXPECT_EQ(messagesOf("# only a comment\n"),
            "f.yaml: the file is empty: start from one of the scenes that come with the program\n");
}

TEST(SceneErrors, AllAtOnceInTheOrderOfTheFile) {
  const std::string text =
      "scree: 1\n"
      "nmae: Many\n"
      "solver: {sweeps: many}\n"
      "materials: {ore: {density: 3700}, steel: {density: -1}}\n"
      "default_pair: {friction: 0.5}\n"
      "bodies:\n"
      "  floor: {shapes: [{plane: {material: oer}}]}\n"
      "particles:\n"
      "  - sphere: {diameter: 13 mm, position: [0, 0, 0], material: ore}\n"
      "  - sphere: {diameter: 13 mm, position: [10 mm, 0, 0], material: ore}\n"
      "  - sphere: {diameter: 13 kg, position: [0, 0, 0], material: ore}\n";
  EXPECT_EQ(
      messagesOf(text),
      "f.yaml:1:1: 'name' is missing: add 'name: ...' (Name of the scene.)\n"
      "f.yaml:2:1: unknown key 'nmae': did you mean 'name'?\n"
      "f.yaml:3:18: sweeps: 'many' is not a plain number: write a number such as 0.5\n"
      "f.yaml:4:52: '-1' is out of range for 'density': must be from 0.001 kg/m3 to 1000000 kg/m3\n"
      "f.yaml:7:39: there is no material 'oer': did you mean 'ore'?\n"
      "f.yaml:9:5: 3 overlaps are deeper than 20 % of a diameter, 2 of them with walls, the worst 50 % (6.5 mm), of "
      "the particle at [0, 0, 0] and shape 0 (plane) of body 'floor': move the particles, or the wall\n"
      "f.yaml:11:24: diameter: 'kg' is not a unit of a length: use m, cm, mm, um, µm, km\n");
}

TEST(SceneErrors, OfKeysThatWereTellWhatStandsForThem) {
  const std::string text =
      "scree: 1\n"
      "name: Old\n"
      "reduction: {front_speed: 7.5 mm/s, audit_depth: 8, merge_breath: 5e-4}\n";
  const std::string messages = messagesOf(text);
  EXPECT_NE(messages.find("f.yaml:3:13: unknown key 'front_speed': use split_speed, in √(g d) of the mean grain"),
            std::string::npos)
      << messages;
  EXPECT_NE(messages.find("unknown key 'audit_depth': remove the key"), std::string::npos) << messages;
  EXPECT_NE(messages.find("unknown key 'merge_breath': remove the key"), std::string::npos) << messages;
}

TEST(SceneErrors, OfFillsStacksAndEmitters) {
  const std::string base = replaced(kSmallScene, "particles:", "view: {}\n#");
  EXPECT_EQ(messagesOf(base + "particles:\n  - fill: {region: {box: {lower: [0, 0, 0], upper: [1 m, 1 m, 0.05 m]}}, "
                              "count: 100, diameter: 100 mm, material: ore}\n"),
            "f.yaml:9:5: only 0 of 100 particles fit: enlarge the region, or lower 'count' or 'spacing'\n");
  EXPECT_EQ(messagesOf(base + "particles:\n  - fill: {region: {box: {lower: [0, 0, 0], upper: [1 m, 1 m, 1 m]}}, "
                              "count: 10, material: ore}\n"),
            "f.yaml:9:5: neither 'diameter' nor 'sizes': give one of them, such as 'diameter: 13 mm'\n");
  EXPECT_EQ(
      messagesOf(base + "particles:\n  - fill: {region: {box: {lower: [0, 0, 0], upper: [1 m, 1 m, 1 m]}}, count: "
                        "10, material: ore, sizes: {uniform: {smallest: 2 cm, largest: 1 cm}}}\n"),
      "f.yaml:9:5: 'sizes' cannot be used: needs 0 < smallest <= largest\n");
  EXPECT_EQ(
      messagesOf(base + "emitters: {source: {position: [0, 0, 1], size: [0.1, 0.1, 0], diameter: 1 cm, material: "
                        "ore}}\n"),
      "f.yaml:8:12: neither 'rate' nor 'mass_rate': give one of them, such as 'rate: 1000 1/s' or 'mass_rate: 14.4 "
      "t/h'\n");
  EXPECT_EQ(messagesOf(base + "emitters: {source: {position: [0, 0, 1], size: [0.1, 0.1, 0], diameter: 1 cm, material: "
                              "ore, rate: 5 1/s, start: 2 s, stop: 1 s}}\n"),
            "f.yaml:8:12: the emitter stops before it starts: make 'stop' later than 'start'\n");
}

TEST(SceneErrors, OfCollisionTimesThatAreAbsurd) {
  const auto with = [](std::string_view duration) {
    return messagesOf("scree: 1\nname: hits\nsolver:\n  method: smooth\n  collision_time: " + std::string(duration) +
                      "\nmaterials: {ore: {density: 2500 kg/m3}}\ndefault_pair: {restitution: 0.5, stiffness: 1 MN/m}\n"
                      "particles:\n  - sphere: {diameter: 1 cm, position: [0, 0, 1 m], material: ore}\n");
  };
  EXPECT_EQ(with("1 ms"), "");
  // √(g d) T/√(π² + ln² 2) is a tenth of the diameter at 10.3 ms.
  EXPECT_EQ(with("0.5 s"),
            "f.yaml:5:19: collisions of 0.5 s press the smallest grain by more than 0.1 of its diameter at a speed of "
            "√(g d): set collision_time to 0.01 s or less\n");
  EXPECT_EQ(with("10 ms"), "");
  EXPECT_NE(with("-1 ms").find("f.yaml:5:19: "), std::string::npos);
}

TEST(SceneErrors, OfMotionsAndOrientations) {
  const auto with = [](std::string_view body) {
    return messagesOf(replaced(kSmallScene, "{shapes: [{plane: {material: ore}}]}", body));
  };
  EXPECT_EQ(with("{shapes: [{plane: {material: ore}}], motion: [{belt: {shape: 3, direction: x, speed: 1}}]}"),
            "f.yaml:5:64: there is no shape 3 in body 'floor', which has 1: count the shapes from 0\n");
  EXPECT_EQ(
      with("{shapes: [{plane: {material: ore, surface_velocity: [1, 0, 0]}}], motion: [{belt: {direction: x, speed: "
           "1}}]}"),
      "f.yaml:5:93: shape 0 has a 'surface_velocity' already: give either that or the belt\n");
  EXPECT_EQ(
      with("{shapes: [{plane: {material: ore}}], motion: [{translate: {direction: z, speed: 1, start: 2, stop: 1}}]}"),
      "f.yaml:5:64: the motion stops before it starts: make 'stop' later than 'start'\n");
  EXPECT_EQ(with("{orientation: {axis: y}, shapes: [{plane: {material: ore}}]}"),
            "f.yaml:5:31: an orientation needs either 'axis' and 'angle' or 'euler': write {axis: y, angle: 30 deg} or "
            "{euler: [0, 30 deg, 0]}\n");
  EXPECT_EQ(with("{shapes: [{plane: {normal: z, orientation: {axis: y, angle: 0}, material: ore}}]}"),
            "f.yaml:5:28: both a direction and an 'orientation': give one of them\n");
  EXPECT_EQ(with("{shapes: [{plane: {material: ore}}], motion: [{rotate: {axis: z, speed: 3 m/s}}]}"),
            "f.yaml:5:89: speed: 'm/s' is not a unit of an angular speed: use rad/s, deg/s, rpm, 1/min\n");
}

TEST(SceneErrors, ThousandsOfOverlapsAreSummedUp) {
  std::string text = replaced(kSmallScene, "particles:", "view: {}\n#");
  text += "particles:\n";
  for (int i = 0; i < 2; ++i) {
    text +=
        "  - fill: {region: {box: {lower: [0, 0, 0], upper: [1 m, 1 m, 1 m]}}, count: 500, diameter: 10 mm, material: "
        "ore, jitter: 0}\n";
  }
  const std::string messages = messagesOf(text);
  EXPECT_EQ(messages,
            "f.yaml:10:5: 500 overlaps are deeper than 20 % of a diameter, the worst 100 % (10 mm), of the particle at "
            "[0.0053, 0.0053, 0.005] and the one at [0.0053, 0.0053, 0.005] of line 9: move the particles, or the "
            "wall\n");
  // A thousand particles in one place are half a million pairs: found as a crowd.
  std::string crowd = replaced(kSmallScene, "particles:", "view: {}\n#") + "particles:\n";
  for (int i = 0; i < 1000; ++i) {
    crowd += "  - sphere: {diameter: 10 mm, position: [0, 0, 1], material: ore}\n";
  }
  EXPECT_EQ(messagesOf(crowd), "f.yaml:1008:5: 1000 particles overlap around [0, 0, 1]: move them apart\n");
}

TEST(SceneErrors, BombsAndMazesAreRefused) {
  const std::string deep = "name: " + std::string(100000, '[') + "\n";
  EXPECT_NE(messagesOf(deep).find("nested"), std::string::npos) << messagesOf(deep).substr(0, 300);
  std::string bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c < 'k'; ++c) {
    const char before = static_cast<char>(c - 1);
    bomb += std::string(1, c) + ": &" + c + " [";
    for (int i = 0; i < 10; ++i) {
      bomb += std::string(i > 0 ? ", *" : "*") + before;
    }
    bomb += "]\n";
  }
  EXPECT_NE(messagesOf(bomb).find("more than 4000000 values"), std::string::npos);
  EXPECT_NE(messagesOf("a: &a [*a]\n").find("alias"), std::string::npos);
  std::string chain = "a0: &a0 1\n";
  for (int i = 1; i < 100; ++i) {
    chain += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
  }
  EXPECT_NE(messagesOf(chain).find("nested more than 64 deep"), std::string::npos);
  std::string noise;
  for (int i = 0; i < 100000; ++i) {
    noise += "k" + std::to_string(i) + ": 1\n";
  }
  EXPECT_NE(messagesOf(noise).find("99703 more errors"), std::string::npos) << messagesOf(noise).substr(0, 500);
}

TEST(SceneErrors, OfFiles) {
  const auto only = [](const std::filesystem::path& path) {
    const SceneResult result = loadScene(path);
    EXPECT_FALSE(result.scene);
    return result.errors.size() == 1 ? result.errors[0].text() : std::string("not one error");
  };
  EXPECT_EQ(only("/nowhere/x.yaml"), "/nowhere/x.yaml: there is no such file: check the path");
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "scree_scene_test";
  std::filesystem::create_directories(folder);
  EXPECT_EQ(only("/dev/null"), "/dev/null: this is a device, no file: name a scene file");
  EXPECT_EQ(only(folder), folder.string() + ": this is a folder: name a scene file in it, such as drum.yaml");
  const std::filesystem::path closed = folder / "closed.yaml";
  std::ofstream(closed) << kSmallScene;
  std::filesystem::permissions(closed, std::filesystem::perms::none);
  if (geteuid() != 0) {
    EXPECT_EQ(only(closed), closed.string() + ": cannot be opened (Permission denied): check its permissions");
  }
  std::filesystem::remove_all(folder);
}

TEST(SceneErrors, NearestWord) {
  EXPECT_EQ(nearestWord("frction", {"restitution", "friction"}), "friction");
  EXPECT_EQ(nearestWord("firction", {"restitution", "friction"}), "friction");
  EXPECT_EQ(nearestWord("ore", {"core", "ores", "or"}), "core");  // the first of equals
  EXPECT_EQ(nearestWord("zz", {"friction"}), "");
  EXPECT_EQ(nearestWord(std::string(100000, 'a'), {"friction"}), "");
}

}  // namespace
}  // namespace scree
