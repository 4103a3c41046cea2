// Numbers of made meshes in the Scene panel: typed while the scene runs, they change the mesh.
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

class MadeMeshTest : public GuiTest {
 protected:
  void openDrum() {
    window().resize(1280, 900);
    open(writeScene("rough.yaml",
                    "scree: 1\nname: Rough drum\ntime_step: 2 ms\n"
                    "materials: {ore: {density: 2500 kg/m3}}\n"
                    "default_pair: {friction: 0.6, restitution: 0.1, stiffness: 3 kN/m, damping_time: 1 ms}\n"
                    "bodies:\n"
                    "  drum:\n"
                    "    shapes:\n"
                    "      - mesh:\n"
                    "          make: {drum: {diameter: 200 mm, length: 120 mm, sides: 48, bump_height: 2 mm, "
                    "bump_width: 20 mm, "
                    "bump_density: 900}}\n"
                    "          axis: y\n"
                    "          material: ore\n"
                    "    motion: [rotate: {axis: y, speed: 2 rad/s}]\n"
                    "particles:\n"
                    "  - fill:\n"
                    "      region: {cylinder: {position: [0, 0, 0], axis: y, diameter: 180 mm, length: 100 mm}}\n"
                    "      count: 400\n      diameter: 10 mm\n      material: ore\n"
                    "view: {target: [0, 0, 0], distance: 0.5 m, azimuth: -70 deg, elevation: 15 deg}\n"),
         false);
    viewport().layout().reveal("scene");
    viewport().requestFrame();
    settle();
    simulation().step(150);
    ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 150; }, 60000));
    click("made.drum.0");
    settle();
  }

  const MeshShape& mesh() { return std::get<MeshShape>((*snapshot().scene.bodies.at(0).shapes).at(0).shape); }
  double bumpHeight() { return std::get<DrumMesh>(*mesh().made).bumps.height; }
};

TEST_F(MadeMeshTest, ATypedNumberChangesTheMeshAndIsUndone) {
  openDrum();
  ASSERT_NEAR(bumpHeight(), 0.002, 1e-12);
  const std::shared_ptr<const Mesh> before = mesh().mesh;
  keepPicture("made_mesh_before");
  typeInto("made.drum.0.bump_height", "9");
  ASSERT_TRUE(waitFor([&] { return std::abs(bumpHeight() - 0.009) < 1e-12; }));
  EXPECT_NE(mesh().mesh, before);
  const auto innermost = [](const Mesh& one) {
    double least = 1.0;
    for (const Vec3& point : one.points) {
      const double distance = point.head<2>().norm();
      least = distance > 0.01 ? std::min(least, distance) : least;
    }
    return least;
  };
  EXPECT_LT(innermost(*mesh().mesh), innermost(*before) - 0.004) << "bumps stand farther in";
  EXPECT_NE(snapshot().run.message.find("moved out of it"), std::string::npos) << snapshot().run.message;
  settle();
  keepPicture("made_mesh_after");
  EXPECT_TRUE(viewport().undo().stack().undoText().startsWith("change of bump_height of drum (2 mm to 9 mm)"))
      << viewport().undo().stack().undoText().toStdString();
  key(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([&] { return std::abs(bumpHeight() - 0.002) < 1e-12; }));
  EXPECT_EQ(mesh().mesh->hash, before->hash);
  key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_TRUE(waitFor([&] { return std::abs(bumpHeight() - 0.009) < 1e-12; }));
  simulation().step(20);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step == 170; }));
  EXPECT_EQ(snapshot().run.faultCount, 0U);
}

TEST_F(MadeMeshTest, ANumberThatMakesNoMeshIsRefusedWithTheReason) {
  openDrum();
  typeInto("made.drum.0.bump_height", "60");
  ASSERT_TRUE(waitFor([&] { return snapshot().run.message.find("cannot be made") != std::string::npos; }))
      << snapshot().run.message;
  // The first digit alone would make a mesh, and is none that the user asked for.
  EXPECT_NEAR(bumpHeight(), 0.002, 1e-12);
}

}  // namespace
}  // namespace scree::testing
