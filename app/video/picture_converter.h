#pragma once

#include "app/video/av_handles.h"
#include "app/video/rgba_image.h"

namespace scree {

/// Converts pictures into frames of a pixel format; YUV frames have HD colours (BT.709) in limited range.
class PictureConverter {
 public:
  PictureConverter(int width, int height, AVPixelFormat format);
  /// Returns the picture as a frame that is valid until the next call. Throws FilmError.
  AVFrame& convert(const RgbaImage& picture);

 private:
  AvScaler scaler_;
  AvFrame frame_;
};

}  // namespace scree
