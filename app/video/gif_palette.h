#pragma once

#include <functional>

#include "app/video/av_handles.h"

namespace scree {

/// Reduces frames to 256 colours or fewer. Each frame has a palette of its own, so that no frames have to be kept.
class GifPalette {
 public:
  GifPalette(int width, int height, int framesPerSecond, int colours = 256);
  /// Pixel format that frames must have.
  static AVPixelFormat input() { return AV_PIX_FMT_RGB32; }
  /// Takes a frame, or null at the end of the film, and calls `ready` with each reduced frame. Throws FilmError.
  void filter(AVFrame* frame, const std::function<void(AVFrame&)>& ready);

 private:
  AvFilterGraph graph_;
  AVFilterContext* source_ = nullptr;  // source and sink belong to the graph
  AVFilterContext* sink_ = nullptr;
  AvFrame filtered_;
};

}  // namespace scree
