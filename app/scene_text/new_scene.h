#pragma once

#include <array>
#include <string>
#include <string_view>

// Texts of new scenes, from a few numbers.
namespace scree {

enum class NewSceneKind : unsigned char { box, drum, hopper, belt, heap };
constexpr std::array<std::string_view, 5> kNewSceneKinds = {"box", "drum", "hopper", "belt", "heap"};
constexpr std::array<std::string_view, 5> kNewSceneMeanings = {
    "Grains fall into an open box.", "A drum turns half full of grains.", "A bin empties through a round outlet.",
    "A source feeds a belt, and a sink takes what falls off its end.", "A source drops grains onto a plane."};

/// Numbers and kind of a new scene.
struct NewScene {
  NewSceneKind kind = NewSceneKind::box;
  std::string name = "New scene";
  double diameter = 0.01;   ///< diameter of the grains [m]
  int grains = 2000;        ///< number of grains; of a belt: grains a second
  double size = 0.2;        ///< width of the box, diameter of drum or bin, length of the belt [m]
  double density = 2500.0;  ///< density of the grains [kg/m³]
  double friction = 0.5;    ///< friction coefficient of all contacts
  double rolling = 0.1;     ///< rolling resistance between grains
};

/// Problem with the numbers of a new scene, in a sentence; empty if there is none.
std::string problemOf(const NewScene& scene);
/// Text of a scene file. Valid for scenes without a problem.
std::string textOf(const NewScene& scene);

}  // namespace scree
