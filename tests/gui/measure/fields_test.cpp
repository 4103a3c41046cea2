// Coarse-grained fields in the window: colours, slice with its legend, profile, means; plots of the force network.
#include <gtest/gtest.h>

#include <QImage>
#include <cmath>

#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

class FieldsTest : public GuiTest {
 protected:
  void SetUp() override {
    GuiTest::SetUp();
    open(writeScene("box.yaml", boxScene(6, 20)), true);
    ASSERT_TRUE(waitFor([this] { return snapshot().run.step > 120; }));
    simulation().post(Pause{});
    ASSERT_TRUE(waitFor([this] { return !snapshot().run.playing; }));
  }
  const FieldMap* map() { return snapshot().onRequest.fieldMap.get(); }
};

TEST_F(FieldsTest, ASliceHasItsLegendAndFollowsItsRows) {
  EXPECT_EQ(map(), nullptr) << "nothing is computed unless asked for";
  click("title.fields");
  settle();
  const QImage before = viewport().picture(false);
  click("fields.slice");
  ASSERT_TRUE(waitFor([this] { return map() != nullptr; }));
  settle();
  EXPECT_EQ(map()->scalar, FieldScalar::pressure);
  EXPECT_TRUE(probeOf("slice_legend").has_value());
  EXPECT_TRUE(probeOf("legend_plate").has_value()) << "the grains keep their legend";
  const QImage sliced = viewport().picture(false);
  EXPECT_GT(differingShare(before, sliced), 0.01);
  keepPicture("fields_slice");
  click("fields.normal.x");
  settle();
  EXPECT_EQ(viewport().options().layers.fields.azimuth, 0.0);
  EXPECT_GT(differingShare(sliced, viewport().picture(false)), 0.005);
  typeInto("fields.width", "2");
  ASSERT_TRUE(waitFor([this] { return std::abs(map()->grid.spacing - 0.026) < 0.001; }));
  click("fields.slice");
  ASSERT_TRUE(waitFor([this] { return map() == nullptr; }));
  settle();
  EXPECT_FALSE(probeOf("slice_legend").has_value());
}

TEST_F(FieldsTest, AProfileIsPlottedAndAMeanGathersStates) {
  click("title.fields");
  click("fields.profile");
  ASSERT_TRUE(waitFor([this] { return map() != nullptr; }));
  settle();
  EXPECT_TRUE(canReach("fields.profile_plot"));
  // The bed bears more the deeper: the pressure falls with the height.
  const std::vector<float>& up = map()->profiles[2];
  float deep = 0.0f;
  float high = 0.0f;
  for (std::size_t i = 0; i < up.size(); ++i) {
    if (std::isfinite(up[i])) {
      (i < up.size() / 2 ? deep : high) += up[i];
    }
  }
  EXPECT_GT(deep, high);
  click("fields.mean");
  ASSERT_TRUE(waitFor([this] { return map() != nullptr && snapshot().onRequest.request.fields.mean; }));
  EXPECT_EQ(map()->snapshots, 1.0);
  simulation().post(StepOnce{3});
  ASSERT_TRUE(waitFor([this] { return map()->snapshots > 1.0; }));
  settle();
  click("fields.anew");
  ASSERT_TRUE(waitFor([this] { return map()->snapshots == 1.0; }));
  keepPicture("fields_profile");
}

TEST_F(FieldsTest, GrainsHaveTheColoursOfAField) {
  click("colour_by");
  click("colour_by.Solid fraction");
  EXPECT_EQ(viewport().options().colourBy, ColourBy::solidFraction);
  ASSERT_TRUE(waitFor([this] { return snapshot().onRequest.fieldOfGrains.size() == snapshot().particles(); }));
  double sum = 0.0;
  for (const float fraction : snapshot().onRequest.fieldOfGrains) {
    sum += double{fraction};
  }
  EXPECT_GT(sum / static_cast<double>(snapshot().particles()), 0.2);
  settle();
  keepPicture("fields_colours");
}

TEST_F(FieldsTest, TheForceNetworkHasItsPlots) {
  EXPECT_EQ(snapshot().onRequest.network, nullptr);
  click("title.force_network");
  ASSERT_TRUE(waitFor([this] { return snapshot().onRequest.network != nullptr; }));
  settle();
  EXPECT_GT(snapshot().onRequest.network->contacts, 200U);
  EXPECT_TRUE(canReach("network.forces"));
  EXPECT_TRUE(canReach("network.coordination"));
  scrollTo("network.rose");
  EXPECT_TRUE(probeOf("network.rose").has_value());
  click("network.plane.x-y");
  settle();
  keepPicture("force_network");
}

}  // namespace
}  // namespace scree::testing
