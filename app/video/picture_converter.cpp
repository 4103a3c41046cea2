#include "app/video/picture_converter.h"

#include "app/video/film_writer.h"

namespace scree {

PictureConverter::PictureConverter(int width, int height, AVPixelFormat format)
    : scaler_(avMade(sws_getContext(width, height, AV_PIX_FMT_RGB0, width, height, format,
                                    SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP, nullptr, nullptr, nullptr))),
      frame_(avMade(av_frame_alloc())) {
  constexpr int kFullRange = 1;
  constexpr int kLimitedRange = 0;
  constexpr int kPlain = 1 << 16;  // unchanged contrast and saturation, 16.16 fixed point
  if (format == AV_PIX_FMT_YUV420P) {
    const int* hd = sws_getCoefficients(SWS_CS_ITU709);
    sws_setColorspaceDetails(scaler_.get(), hd, kFullRange, hd, kLimitedRange, 0, kPlain, kPlain);
    frame_->color_range = AVCOL_RANGE_MPEG;
    frame_->colorspace = AVCOL_SPC_BT709;
    frame_->color_primaries = AVCOL_PRI_BT709;
    frame_->color_trc = AVCOL_TRC_BT709;
  }
  frame_->width = width;
  frame_->height = height;
  frame_->format = format;
  avCheck(av_frame_get_buffer(frame_.get(), 0), "a frame");
}

AVFrame& PictureConverter::convert(const RgbaImage& picture) {
  // The encoder may still hold the last frame.
  avCheck(av_frame_make_writable(frame_.get()), "a frame");
  const int stride = static_cast<int>(picture.rowBytes());
  const std::uint8_t* rows[4] = {picture.row(0), nullptr, nullptr, nullptr};
  const int strides[4] = {picture.bottomUp ? -stride : stride, 0, 0, 0};
  sws_scale(scaler_.get(), rows, strides, 0, picture.height, frame_->data, frame_->linesize);
  return *frame_;
}

}  // namespace scree
