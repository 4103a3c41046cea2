#pragma once

#include <array>

#include "app/render/renderer.h"

namespace scree {

/// The part of the view that one of two runs has.
struct TwinSide {
  bool shown = true;
  ViewPart part;
  float scale = 1.0f;   ///< of what is seen against the undivided view
  float middle = 0.0f;  ///< column of the line of sight [device px]
};

/// How a view is divided between a run (0) and its twin (1).
struct TwinSplit {
  std::array<TwinSide, 2> sides;
  int border = 0;  ///< first column of the second side [device px]; meaningless when one has it all

  bool isDivided() const { return sides[0].shown && sides[1].shown; }
  /// The side at a column.
  std::size_t sideAt(int column) const { return !sides[0].shown || (sides[1].shown && column >= border) ? 1 : 0; }
};

/// Columns of the view that nothing covers [device px].
struct FreeColumns {
  float left = 0.0f;
  float right = 0.0f;
};

/// Divides a view of `width` x `height` device pixels. Side by side, each half shows what the free columns of the
/// undivided view show of a scene that fits into them, only smaller.
TwinSplit splitView(TwinMode mode, float wipe, const FreeColumns& free, int width, int height);
/// All of the view for the run itself.
TwinSplit undivided(int width);

/// The camera as a side has it: from the same eye, at another scale.
Camera cameraOf(const TwinSide& side, const Camera& camera);

/// Draws both sides, or the one that is shown.
void drawTwin(const std::array<Renderer*, 2>& renderers, const TwinSplit& split, const Camera& camera,
              const ViewOptions& options, int width, int height, float lineScale = 1.0f);

}  // namespace scree
