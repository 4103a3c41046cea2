#include "tests/video/film_reader.h"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/pixdesc.h>
}

#include <memory>

namespace scree::testing {

namespace {

struct Deleter {
  void operator()(AVFormatContext* object) const { avformat_close_input(&object); }
  void operator()(AVCodecContext* object) const { avcodec_free_context(&object); }
  void operator()(AVFrame* object) const { av_frame_free(&object); }
  void operator()(AVPacket* object) const { av_packet_free(&object); }
};

/// ITU-R BT.709, limited range.
Colour fromYuv(double y, double u, double v) {
  const double light = 255.0 * (y - 16.0) / 219.0;
  const double blue = 255.0 * (u - 128.0) / 224.0;
  const double red = 255.0 * (v - 128.0) / 224.0;
  return {light + 1.5748 * red, light - 0.1873 * blue - 0.4681 * red, light + 1.8556 * blue};
}

Colour colourAt(const AVFrame& frame, int x, int y) {
  const auto byte = [&](int plane, int place, int row) {
    return static_cast<double>(frame.data[plane][row * frame.linesize[plane] + place]);
  };
  switch (frame.format) {
    case AV_PIX_FMT_YUV420P:
      return fromYuv(byte(0, x, y), byte(1, x / 2, y / 2), byte(2, x / 2, y / 2));
    case AV_PIX_FMT_RGB24:
      return {byte(0, 3 * x, y), byte(0, 3 * x + 1, y), byte(0, 3 * x + 2, y)};
    case AV_PIX_FMT_BGRA:  // what the decoder of GIF gives
      return {byte(0, 4 * x + 2, y), byte(0, 4 * x + 1, y), byte(0, 4 * x, y)};
    default:
      return {-1.0, -1.0, -1.0};
  }
}

ReadFrame copied(const AVFrame& frame) {
  ReadFrame copy{frame.width, frame.height, {}};
  for (int y = 0; y < frame.height; ++y) {
    for (int x = 0; x < frame.width; ++x) {
      copy.pixels.push_back(colourAt(frame, x, y));
    }
  }
  return copy;
}

void describe(const AVFormatContext& input, const AVCodecContext& codec, ReadFilm& film) {
  const auto text = [](const char* name) { return std::string(name == nullptr ? "" : name); };
  film.codec = avcodec_get_name(codec.codec_id);
  film.pixelFormat = text(av_get_pix_fmt_name(codec.pix_fmt));
  film.range = text(av_color_range_name(codec.color_range));
  film.colourSpace = text(av_color_space_name(codec.colorspace));
  film.rate = av_q2d(input.streams[0]->avg_frame_rate);
  film.seconds = static_cast<double>(input.duration) / AV_TIME_BASE;
}

}  // namespace

ReadFilm readFilm(const std::filesystem::path& file) {
  av_log_set_level(AV_LOG_FATAL);  // half a film is what some tests are about
  ReadFilm film;
  AVFormatContext* opened = nullptr;
  if (avformat_open_input(&opened, ("file:" + file.string()).c_str(), nullptr, nullptr) < 0) {
    return film;
  }
  const std::unique_ptr<AVFormatContext, Deleter> input(opened);
  if (avformat_find_stream_info(opened, nullptr) < 0 || opened->nb_streams != 1) {
    return film;
  }
  const AVCodecParameters& parameters = *opened->streams[0]->codecpar;
  const AVCodec* decoder = avcodec_find_decoder(parameters.codec_id);
  const std::unique_ptr<AVCodecContext, Deleter> codec(avcodec_alloc_context3(decoder));
  avcodec_parameters_to_context(codec.get(), &parameters);
  if (avcodec_open2(codec.get(), decoder, nullptr) < 0) {
    return film;
  }
  describe(*opened, *codec, film);
  const std::unique_ptr<AVPacket, Deleter> packet(av_packet_alloc());
  const std::unique_ptr<AVFrame, Deleter> frame(av_frame_alloc());
  for (bool more = true; more;) {
    more = av_read_frame(opened, packet.get()) >= 0;
    avcodec_send_packet(codec.get(), more ? packet.get() : nullptr);
    av_packet_unref(packet.get());
    while (avcodec_receive_frame(codec.get(), frame.get()) >= 0) {
      if (film.frames == 0) {
        film.first = copied(*frame);
        film.firstTime = static_cast<double>(frame->pts) * av_q2d(opened->streams[0]->time_base);
      }
      ++film.frames;
      film.last = copied(*frame);
    }
  }
  return film;
}

}  // namespace scree::testing
