#pragma once

#include "app/video/av_handles.h"
#include "app/video/rgba_image.h"

namespace scree {

/// Turns pictures into frames of a pixel format: HD colours (BT.709) in limited range where it is not RGB.
class PictureConverter {
 public:
  PictureConverter(int width, int height, AVPixelFormat format);
  /// The picture as a frame that stays valid until the next call.
  AVFrame& convert(const RgbaImage& picture);

 private:
  AvScaler scaler_;
  AvFrame frame_;
};

}  // namespace scree
