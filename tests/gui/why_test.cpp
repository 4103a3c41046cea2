#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "app/render/geometry/scene_fit.h"
#include "app/ui_state/sensor_edits.h"
#include "app/viewport/handles/screen_points.h"
#include "app/widgets/event_text.h"
#include "tests/gui/support/gui_fixture.h"

// Seeing why: explanations, events of the strip, layers, clip, what a sensor would split.
namespace scree::testing {
namespace {

class WhyTest : public GuiTest {
 protected:
  /// A small bed that has merged, paused.
  void openMerged(const std::string& scene = boxScene(5, 20)) {
    window().resize(1280, 900);
    ASSERT_TRUE(waitFor([&] { return window().height() == 900; }));
    open(writeScene("box.yaml", scene), false);
    for (const char* other : {"residual", "timing", "solver", "scene"}) {
      viewport().layout().setFolded(other, true);
    }
    simulation().post(SetPreset{Preset::fast});
    simulation().post(SetChoice{ChoiceKey::merging, 1});
    simulation().setTargetRate(0.0);
    simulation().setPlaying(true);
    ASSERT_TRUE(waitFor([&] { return snapshot().reduction.level.level() > 0.8; }, 60000))
        << snapshot().reduction.level.level();
    simulation().setPlaying(false);
    ASSERT_TRUE(waitFor([&] { return simulation().runState() == RunState::paused && !simulation().isBusy(); }));
    viewport().requestFrame();
    settle();
  }
  void splitAll() {
    viewport().layout().reveal("reduction");
    viewport().requestFrame();
    settle();
    click("split_all");
    key(Qt::Key_Period);
    // Who was free and quiet for long enough may merge in the very same step.
    const auto splits = [&] {
      return snapshot().reduction.counts.splits[static_cast<std::size_t>(SplitCause::command)];
    };
    ASSERT_TRUE(waitFor([&] { return splits() > 0; }));
    settle();
  }
  std::string said(std::string_view name) { return textOf(name).value_or(""); }
  bool isShown(std::string_view name) { return probeOf(name).has_value(); }
  QPoint pixelOfPlace(const Vec3& place) {
    const auto at = pixelOf(viewport().camera().now(), place, viewport().width(), viewport().height());
    return at ? at->toPoint() : freePoint();
  }
  /// Clicks grains until one is picked that is merged: others may hide the one that is aimed at.
  void pickMember() {
    const auto isPicked = [&] {
      const auto& selected = viewport().options().selected;
      return selected && snapshot().reduction.role[slotOf(*selected)] != GrainRole::free;
    };
    for (std::size_t i = snapshot().particles(); i-- > 0 && !isPicked();) {
      if (snapshot().reduction.role[i] != GrainRole::free) {
        clickView(pixelOfPlace(snapshot().grains.positionRadius[i].head<3>().cast<double>()));
      }
    }
    ASSERT_TRUE(isPicked());
  }
  std::size_t slotOf(ParticleId id) {
    const auto at = std::lower_bound(snapshot().grains.id.begin(), snapshot().grains.id.end(), id);
    return static_cast<std::size_t>(at - snapshot().grains.id.begin());
  }
  void move(QPoint to, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QMouseEvent event(QEvent::MouseMove, to, viewport().mapToGlobal(to), Qt::NoButton, Qt::LeftButton, modifiers);
    QApplication::sendEvent(&viewport(), &event);
  }
};

TEST_F(WhyTest, APickedGrainTellsWhyItMergedAndWhyItSplit) {
  openMerged();
  pickMember();
  EXPECT_EQ(said("explain").rfind("Merged at ", 0), 0U) << said("explain");
  EXPECT_NE(said("explain").find("on what is at rest"), std::string::npos) << said("explain");
  keepPicture("explain_merged");
  splitAll();
  viewport().layout().reveal("inspector");
  viewport().requestFrame();
  ASSERT_TRUE(waitFor([&] { return snapshot().onRequest.whyFree.has_value(); }));
  viewport().requestFrame();
  settle();
  EXPECT_EQ(said("explain").rfind("Split off at ", 0), 0U) << said("explain");
  EXPECT_NE(said("explain").find("because you split all"), std::string::npos) << said("explain");
  EXPECT_NE(said("why_free").find("It is free because"), std::string::npos) << said("why_free");
  keepPicture("explain_split");
  // An earlier event of the list tells its own story.
  click("explain.event.1");
  EXPECT_EQ(said("explain").rfind("Merged at ", 0), 0U) << said("explain");
}

TEST_F(WhyTest, ASplitByATouchShowsItsValueAndItsPartnerIsAClickAway) {
  std::string scene = boxScene(5, 20);
  scene.insert(scene.find("bounds:"),
               "  - fill:\n"
               "      region: {box: {lower: [-55 mm, -55 mm, 900 mm], upper: [55 mm, 55 mm, 980 mm]}}\n"
               "      count: 10\n"
               "      diameter: 13 mm\n"
               "      material: ore\n");
  openMerged(scene);
  const EventHistory& history = *snapshot().run.events;
  std::uint64_t number = history.end();
  const auto isTouch = [&](std::uint64_t n) {
    const SplitCause cause = history.at(n).event.cause;
    return cause == SplitCause::passing || cause == SplitCause::impact;
  };
  while (number > history.first() && !isTouch(number - 1)) {
    --number;
  }
  ASSERT_GT(number, history.first()) << "grains fell on merged ones";
  const ReductionEvent event = history.at(number - 1).event;
  viewport().options().selected = event.particle;
  viewport().layout().reveal("inspector");
  viewport().requestFrame();
  settle();
  viewport().memory().explained.chosen = number - 1;
  viewport().requestFrame();
  settle();
  EXPECT_NE(said("explain").find("because grain " + std::to_string(event.partner)), std::string::npos)
      << said("explain");
  EXPECT_NE(said("explain").find(": limit "), std::string::npos) << said("explain");
  EXPECT_TRUE(isShown("explain.bar"));
  keepPicture("explain_touch");
  click("explain.partner");
  EXPECT_EQ(viewport().options().selected, event.partner);
}

TEST(EventText, AFrontIsExplainedWithValueLimitAndPartner) {
  const auto history = std::make_shared<EventHistory>();
  Snapshot now;
  now.scene.bodies.resize(1);
  now.scene.bodies[0].name = "drum";
  now.reduction.aggregates.push_back({.id = 2, .carrier = Carrier::body});
  LoggedEvent event;
  event.time = 3.215;
  event.event = {.particle = 7,
                 .before = 2,
                 .cause = SplitCause::passing,
                 .what = Measured::speed,
                 .measured = 0.031,
                 .limit = 0.01,
                 .partner = 1045};
  const Story story = storyOf(event, *history, now);
  EXPECT_EQ(story.sentence,
            "Split off at 3.215 s from aggregate 2 (drum) because grain 1045 moving at 31 mm/s against it touched it: "
            "limit 10 mm/s.");
  EXPECT_EQ(story.partner, 1045U);
  ASSERT_TRUE(story.value.has_value());
  EXPECT_NEAR(story.value->measured / story.value->limit, 3.1, 1e-9);
  for (std::size_t cause = 1; cause < kSplitCauseCount; ++cause) {
    event.event.cause = static_cast<SplitCause>(cause);
    EXPECT_NE(storyOf(event, *history, now).sentence.find("because"), std::string::npos) << kSplitCauses[cause].name;
  }
}

TEST(EventText, ListsAndHelpShowTheIdeaAndTheSubCause) {
  LoggedEvent event;
  event.time = 3.215;
  event.event = {.cause = SplitCause::passing, .what = Measured::speed, .measured = 0.031, .limit = 0.01};
  using Lines = std::vector<std::string>;
  EXPECT_EQ(linesOf(event),
            (Lines{"3.215 s  motion: passing  31 mm/s", "3.215 s  motion: passing", "3.215 s  passing"}));
  event.event = {.cause = SplitCause::cut};
  EXPECT_EQ(linesOf(event), (Lines{"3.215 s  connection: cut off", "3.215 s  cut off"}));
  event.event = {.cause = SplitCause::command};
  EXPECT_EQ(linesOf(event).front(), "3.215 s  command");
  ReductionCounts counts;
  EXPECT_EQ(linesOfSplits(counts), "");
  const auto set = [&](SplitCause cause, std::uint64_t count) {
    counts.splits[static_cast<std::size_t>(cause)] = count;
  };
  set(SplitCause::passing, 10);
  set(SplitCause::impact, 2);
  set(SplitCause::audit, 5);
  set(SplitCause::command, 1);
  EXPECT_EQ(linesOfSplits(counts), "\nmotion 12: passing 10, impact 2\ntime 5: audit 5\ncommand 1");
  for (std::size_t i = 1; i < kSplitCauseCount; ++i) {
    const auto cause = static_cast<SplitCause>(i);
    set(cause, 1);
    const std::string help = splitsHelp(counts, ideaOf(cause));
    EXPECT_EQ(help.rfind("Split off by " + std::string(nameOf(ideaOf(cause))), 0), 0U) << help;
    EXPECT_NE(help.find(infoOf(cause).words), std::string::npos) << help;
  }
}

TEST_F(WhyTest, ABarOfTheStripListsItsEventsAndAClickFliesThere) {
  openMerged();
  splitAll();  // a bed at rest is left alone: by now the strip may have nothing to show
  viewport().requestFrame();
  settle();
  const auto& bins = viewport().memory().reductionHistory.bins();
  ASSERT_FALSE(bins.empty());
  // The newest bin that has events, at its place in the strip, whose right edge is the end of the newest bin.
  const auto bin = std::find_if(bins.rbegin(), bins.rend(), [](const auto& b) { return b.endEvent > b.firstEvent; });
  ASSERT_NE(bin, bins.rend());
  const auto plot = probeOf("reduction_plot");
  const double newest = bins.back().start() + ReductionHistory::kBin;
  const double part = 1.0 + (bin->start() + 0.5 * ReductionHistory::kBin - newest) / ReductionHistory::kSpan;
  const auto label = probeOf("reduction_plot.strip");
  ASSERT_TRUE(plot && label);
  const int x = static_cast<int>(label->x0 + static_cast<float>(part) * (label->x1 - label->x0));
  clickView({x, static_cast<int>(0.5f * (plot->y0 + plot->y1))});
  ASSERT_TRUE(viewport().memory().listedEvents.has_value());
  EXPECT_EQ(viewport().memory().listedEvents->end - viewport().memory().listedEvents->first,
            bin->events.merges + bin->splits());
  ASSERT_TRUE(isShown("bin_events.0"));
  keepPicture("bin_events");
  const ListedEvents listed = *viewport().memory().listedEvents;
  const ParticleId first = listed.history->at(listed.first).event.particle;
  click("bin_events.0");
  EXPECT_EQ(viewport().options().selected, first);
  const Vec3 place = snapshot().placeOf(slotOf(first));
  EXPECT_TRUE(waitFor([&] { return (viewport().camera().now().target - place).norm() < 1e-4; }))
      << "the camera goes there";
  settle();
  EXPECT_FALSE(said("explain").empty());
  click("bin_events.close");
  EXPECT_FALSE(viewport().memory().listedEvents.has_value());
}

TEST_F(WhyTest, JumpsToTheLargestOverlap) {
  openMerged();
  key(Qt::Key_J);
  const auto worst = std::max_element(snapshot().grains.overlap.begin(), snapshot().grains.overlap.end());
  const auto slot = static_cast<std::size_t>(worst - snapshot().grains.overlap.begin());
  EXPECT_EQ(viewport().options().selected, snapshot().grains.id[slot]);
  const Vec3 place = snapshot().placeOf(slot);
  EXPECT_TRUE(waitFor([&] { return (viewport().camera().now().target - place).norm() < 1e-4; }));
}

TEST_F(WhyTest, LayersAreFilledOnlyWhileSomebodyLooks) {
  openMerged();
  EXPECT_TRUE(snapshot().onRequest.forceContacts.empty());
  viewport().layout().reveal("layers");
  viewport().requestFrame();
  settle();
  click("layers.chains");
  ASSERT_TRUE(waitFor([&] { return !snapshot().onRequest.forceContacts.empty(); })) << "though it is paused";
  viewport().requestFrame();
  settle();
  EXPECT_TRUE(isShown("chain_legend"));
  EXPECT_TRUE(isShown("layers.statistics"));
  keepPicture("layers_chains");
  key(Qt::Key_F, Qt::ShiftModifier);
  EXPECT_FALSE(viewport().options().layers.chains);
  EXPECT_TRUE(waitFor([&] { return snapshot().onRequest.forceContacts.empty(); }));
  click("layers.contacts");
  EXPECT_TRUE(waitFor([&] { return snapshot().onRequest.request.contacts; }));
  click("layers.contacts");
  click("layers.velocities");
  click("layers.reactions");
  EXPECT_TRUE(viewport().options().layers.velocities && viewport().options().layers.reactions);
  EXPECT_TRUE(waitFor([&] { return !snapshot().onRequest.request.contacts; })) << "arrows need none";
  for (const ColourBy by : {ColourBy::carriedSpeed, ColourBy::contactForce, ColourBy::splitDistance}) {
    click("colour_by");
    click("colour_by." + std::string(infoOf(by).name));
    EXPECT_TRUE(waitFor([&] { return snapshot().onRequest.request == requestFor(by, viewport().options().layers); }));
    viewport().requestFrame();
    settle();
    EXPECT_TRUE(isShown("legend_plate"));
    keepPicture(QString("colour_%1").arg(static_cast<int>(by)));
  }
}

TEST_F(WhyTest, KClipsAndTheHandleMovesIt) {
  openMerged();
  key(Qt::Key_K);
  const ClipOptions& clip = viewport().options().clip;
  ASSERT_TRUE(clip.on);
  EXPECT_LT((clip.position - boundingSphere(snapshot()).centre.cast<double>()).norm(), 1e-6);
  const Vec3 toEye = viewport().camera().now().eye().cast<double>() - clip.position;
  EXPECT_TRUE(isCut(clip, clip.position + 0.5 * toEye)) << "what is next to the eye goes";
  keepPicture("clip");
  const Camera camera = viewport().camera().now();
  const ClipOptions before = clip;
  const QPoint handle = at("clip_handle");
  dragView(handle, handle + QPoint(0, 40));
  const Vec3 way = clip.position - before.position;
  const Vec3 normal = clipPose(before).orientation * Vec3::UnitZ();
  EXPECT_GT(way.norm(), 1e-3);
  EXPECT_NEAR(std::abs(way.dot(normal)), way.norm(), 1e-9) << "along its normal";
  EXPECT_EQ(viewport().camera().now().azimuth, camera.azimuth) << "the camera stays";
  // Escape puts it back while it is dragged.
  const Vec3 moved = clip.position;
  const QPoint now = at("clip_handle");
  mousePress(Qt::LeftButton, Qt::NoModifier, now);
  move(now + QPoint(5, -60));
  EXPECT_GT((clip.position - moved).norm(), 1e-3);
  key(Qt::Key_Escape);
  EXPECT_EQ(clip.position, moved);
  mouseRelease(Qt::LeftButton, Qt::NoModifier, now);
  settle();
  viewport().layout().reveal("clip");
  viewport().requestFrame();
  settle();
  click("clip.shape.slab");
  EXPECT_EQ(clip.shape, ClipShape::slab);
  click("clip.normal.z");
  EXPECT_NEAR((clipPose(clip).orientation * Vec3::UnitZ() - Vec3::UnitZ()).norm(), 0.0, 1e-9);
  click("clip.inverted");
  EXPECT_TRUE(clip.inverted);
  click("clip_facing");
  EXPECT_TRUE(waitFor([&] {
    const Vec3 facing = clipPose(clip).orientation * Vec3::UnitZ();
    return (facing - viewport().camera().now().axes().row(2).transpose()).norm() < 1e-5;
  }));
  settle();
  click("clip.shape.box");
  keepPicture("clip_box");
  const Vec3 place = clip.position;
  const QPoint box = at("clip_handle");
  dragView(box, box + QPoint(30, -20));
  EXPECT_GT((clip.position - place).norm(), 1e-3);
  key(Qt::Key_K);
  EXPECT_FALSE(clip.on);
  EXPECT_FALSE(isShown("clip_handle"));
}

TEST_F(WhyTest, WhatASensorWouldSplitIsWhatItSplits) {
  openMerged();
  viewport().layout().reveal("sensors");
  viewport().requestFrame();
  settle();
  click("sensor.add.Sphere");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == 1; }));
  settle();
  // Down into the bed, held there for a moment: paused, so that nothing is split yet.
  const QPoint arrow = at("gizmo.move.z");
  Vec3 bed = snapshot().scene.sensors[0].pose.position;
  bed.z() = 0.02;
  const QPoint way = pixelOfPlace(bed) - at("sensor_handle.0");
  mousePress(Qt::LeftButton, Qt::NoModifier, arrow);
  for (int i = 1; i <= 5; ++i) {
    move(arrow + way * i / 5);
  }
  settle();
  EXPECT_NE(said("sensor_handle.0").find("would split"), std::string::npos) << said("sensor_handle.0");
  keepPicture("would_split");
  mouseRelease(Qt::LeftButton, Qt::NoModifier, arrow + way);
  ASSERT_TRUE(waitFor([&] { return viewport().options().askedSensors.empty() && !simulation().isBusy(); }));
  viewport().requestFrame();
  settle();
  const std::size_t preview = viewport().memory().sensors.inside.value_or(0);
  EXPECT_EQ(said("sensor.would_split"), std::to_string(preview));
  ASSERT_GT(preview, 3U);
  const ReductionCounts before = snapshot().reduction.counts;
  key(Qt::Key_Period);
  ASSERT_TRUE(waitFor([&] { return snapshot().reduction.counts.splits != before.splits; }));
  const auto sensor = static_cast<std::size_t>(SplitCause::sensor);
  EXPECT_EQ(snapshot().reduction.counts.splits[sensor] - before.splits[sensor], preview);
  settle();
  EXPECT_EQ(viewport().memory().sensors.inside, 0U) << "now they are free";
  // What it split says so.
  const EventHistory& events = *snapshot().run.events;
  const LoggedEvent& last = events.at(events.end() - preview);
  EXPECT_NE(storyOf(last, events, snapshot()).sentence.find("split sensor"), std::string::npos);
}

}  // namespace
}  // namespace scree::testing
