#include <gtest/gtest.h>
#include <imgui.h>

#include "app/viewport/imgui_input.h"

namespace scree {
namespace {

/// The rules by which events are spread over frames (platform.md 2.3), without a window.
class InputQueueTest : public ::testing::Test {
 protected:
  void SetUp() override { context_ = ImGui::CreateContext(); }
  void TearDown() override { ImGui::DestroyContext(context_); }
  ImGuiIO& frame() {
    ImGuiIO& io = ImGui::GetIO();
    queue_.applyFrame(io);
    return io;
  }
  InputQueue queue_;
  ImGuiContext* context_ = nullptr;
};

TEST_F(InputQueueTest, PressAndReleaseTakeTwoFrames) {
  queue_.push(PointerMove{10.0f, 20.0f});
  queue_.push(PointerButton{0, true});
  queue_.push(PointerMove{10.0f, 20.0f});
  queue_.push(PointerButton{0, false});
  EXPECT_TRUE(frame().MouseDown[0]);
  EXPECT_FALSE(queue_.empty());
  EXPECT_FALSE(frame().MouseDown[0]);
  EXPECT_TRUE(queue_.empty());
}

TEST_F(InputQueueTest, FastDragKeepsItsLastPosition) {
  queue_.push(PointerButton{0, true});
  queue_.push(PointerMove{50.0f, 0.0f});
  queue_.push(PointerMove{90.0f, 0.0f});
  queue_.push(PointerButton{0, false});
  EXPECT_TRUE(frame().MouseDown[0]);
  const ImGuiIO& moved = frame();
  EXPECT_TRUE(moved.MouseDown[0]) << "the last position must be seen with the button down";
  EXPECT_EQ(moved.MousePos.x, 90.0f);
  EXPECT_FALSE(frame().MouseDown[0]);
}

TEST_F(InputQueueTest, ManyMovesTakeOneFrame) {
  for (int i = 0; i < 100; ++i) {
    queue_.push(PointerMove{static_cast<float>(i), 0.0f});
  }
  EXPECT_EQ(frame().MousePos.x, 99.0f);
  EXPECT_TRUE(queue_.empty());
}

TEST_F(InputQueueTest, WheelWaitsForTheFrameAfterItsMove) {
  queue_.push(PointerMove{30.0f, 0.0f});
  queue_.push(WheelTurn{0.0f, 1.0f});
  EXPECT_EQ(frame().MouseWheel, 0.0f);
  EXPECT_EQ(frame().MouseWheel, 1.0f);
}

TEST_F(InputQueueTest, TextBatchesButKeysDoNot) {
  queue_.push(TextTyped{"ab"});
  queue_.push(TextTyped{"c"});
  queue_.push(KeyChange{ImGuiKey_Enter, true});
  queue_.push(KeyChange{ImGuiKey_Enter, false});
  queue_.push(TextTyped{"d"});
  const ImGuiIO& first = frame();
  EXPECT_EQ(first.InputQueueCharacters.Size, 3);
  EXPECT_TRUE(first.KeysDown[ImGuiKey_Enter]);
  EXPECT_FALSE(frame().KeysDown[ImGuiKey_Enter]);
  EXPECT_EQ(frame().InputQueueCharacters.Size, 4) << "text typed after a key comes after it";
}

TEST_F(InputQueueTest, LosingTheFocusReleasesEverything) {
  queue_.push(PointerButton{1, true});
  queue_.push(KeyChange{ImGuiKey_Delete, true});
  frame();
  queue_.push(ReleaseAll{});
  const ImGuiIO& io = frame();
  EXPECT_FALSE(io.MouseDown[1]);
  EXPECT_FALSE(io.KeysDown[ImGuiKey_Delete]);
}

}  // namespace
}  // namespace scree
