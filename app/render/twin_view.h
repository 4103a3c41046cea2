#pragma once

#include <array>

#include "app/render/renderer.h"

namespace scree {

/// Part of the view that one of two runs has.
struct TwinSide {
  bool shown = true;
  ViewPart part;
  float scale = 1.0f;   ///< factor on the size of things in the picture, against the undivided view
  float middle = 0.0f;  ///< column of the line of sight [device px]
};

/// Division of a view between a run (side 0) and its twin (side 1).
struct TwinSplit {
  std::array<TwinSide, 2> sides;
  int border = 0;  ///< first column of side 1 [device px]; meaningless if only one side is shown

  bool isDivided() const { return sides[0].shown && sides[1].shown; }
  /// Side at a column [device px].
  std::size_t sideAt(int column) const { return !sides[0].shown || (sides[1].shown && column >= border) ? 1 : 0; }
};

/// Columns of the view that nothing covers [device px].
struct FreeColumns {
  float left = 0.0f;
  float right = 0.0f;
};

/// Divides a view of `width` x `height` device pixels between a run and its twin. `wipe` is the place of the border in
/// the free columns, 0 left, 1 right. Side by side, each half is scaled down so that a scene that fits into the free
/// columns of the undivided view fits into the half.
TwinSplit splitView(TwinMode mode, float wipe, const FreeColumns& free, int width, int height);
/// Division that gives all of the view to the run.
TwinSplit undivided(int width);

/// Camera of a side: it has the same eye and the scale of the side.
Camera cameraOf(const TwinSide& side, const Camera& camera);

/// Draws the sides that are shown, each with its renderer, into the bound framebuffer of `width` x `height` device
/// pixels.
void drawTwin(const std::array<Renderer*, 2>& renderers, const TwinSplit& split, const Camera& camera,
              const ViewOptions& options, int width, int height, float lineScale = 1.0f);

}  // namespace scree
