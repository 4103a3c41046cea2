#include "app/render/twin_view.h"

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

/// Side of the view whose line of sight is in the middle of the columns from `left` to `right`.
TwinSide half(float left, float right, float scale, int width) {
  TwinSide side;
  const float w = static_cast<float>(width);
  side.middle = 0.5f * (left + right);
  side.part.middle = 2.0f * side.middle / w - 1.0f;
  side.scale = scale;
  return side;
}

}  // namespace

TwinSplit undivided(int width) {
  TwinSplit split;
  const float middle = 0.5f * static_cast<float>(width);
  split.sides[0].middle = split.sides[1].middle = middle;
  split.sides[1].shown = false;
  split.border = width;
  return split;
}

TwinSplit splitView(TwinMode mode, float wipe, const FreeColumns& free, int width, int height) {
  TwinSplit split = undivided(width);
  if (mode == TwinMode::first || mode == TwinMode::second) {
    split.sides[0].shown = mode == TwinMode::first;
    split.sides[1].shown = mode == TwinMode::second;
    return split;
  }
  const float room = std::max(free.right - free.left, 1.0f);
  if (mode == TwinMode::sideBySide) {
    const float middle = 0.5f * (free.left + free.right);
    // A scene that fits into the free columns, in width and height, must fit into half of them.
    const float scale = std::min(1.0f, 0.5f * room / std::min(room, static_cast<float>(height)));
    split.sides = {half(free.left, middle, scale, width), half(middle, free.right, scale, width)};
    wipe = 0.5f;
  }
  split.sides[1].shown = true;
  split.border = std::clamp(static_cast<int>(std::lround(free.left + wipe * room)), 0, width);
  split.sides[0].part.right = split.border;
  split.sides[1].part.left = split.border;
  return split;
}

Camera cameraOf(const TwinSide& side, const Camera& camera) {
  if (side.scale == 1.0f) {
    return camera;
  }
  Camera own = camera;
  own.fieldOfView = 2.0f * std::atan(std::tan(0.5f * camera.fieldOfView) / side.scale);
  return own;
}

void drawTwin(const std::array<Renderer*, 2>& renderers, const TwinSplit& split, const Camera& camera,
              const ViewOptions& options, int width, int height, float lineScale) {
  renderers[1]->useSceneOf(*renderers[0]);
  for (std::size_t i = 0; i < renderers.size(); ++i) {
    const TwinSide& side = split.sides[i];
    if (side.shown) {
      renderers[i]->draw(cameraOf(side, camera), options, width, height, side.part, lineScale);
    }
  }
}

}  // namespace scree
