#pragma once

#include <functional>

#include "app/video/av_handles.h"

namespace scree {

/// Reduces frames to 256 colours, chosen for each frame by itself, so that none has to be kept.
class GifPalette {
 public:
  GifPalette(int width, int height, int framesPerSecond);
  /// The pixel format that frames must have.
  static AVPixelFormat input() { return AV_PIX_FMT_RGB32; }
  /// Takes a frame, or null at the end, and hands on what is ready.
  void filter(AVFrame* frame, const std::function<void(AVFrame&)>& ready);

 private:
  AvFilterGraph graph_;
  AVFilterContext* source_ = nullptr;  // both belong to the graph
  AVFilterContext* sink_ = nullptr;
  AvFrame filtered_;
};

}  // namespace scree
