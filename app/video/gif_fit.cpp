#include "app/video/gif_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/video/encoder_choice.h"
#include "app/video/film_frames.h"
#include "app/video/film_writer.h"
#include "app/video/gif_palette.h"

namespace scree {

namespace {

constexpr int kMostTries = 10;
constexpr double kAim = 0.88;         // size aimed at, as a part of the limit
constexpr double kWasteful = 0.6;     // a smaller part of the limit is worth another try
constexpr double kSmoothRate = 12.0;  // lowest rate before the size is reduced [frames per second]
constexpr double kLowestRate = 4.0;   // lowest rate of all [frames per second]
constexpr int kFewColours = 64;       // colours of a GIF that is reduced much
constexpr int kSmallestWidth = 96;    // smallest width of a GIF [px]

/// Removes a file in its destructor.
class FileGuard {
 public:
  explicit FileGuard(std::filesystem::path file) : file_(std::move(file)) {}
  ~FileGuard() {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
  }
  FileGuard(const FileGuard&) = delete;
  FileGuard& operator=(const FileGuard&) = delete;
  const std::filesystem::path& path() const { return file_; }

 private:
  std::filesystem::path file_;
};

/// GIF file under way.
class GifFile {
 public:
  GifFile(const std::filesystem::path& file, const GifShape& shape, int framesPerSecond)
      : name_(file.string()),
        palette_(shape.size.width, shape.size.height, framesPerSecond, shape.colours),
        packet_(avMade(av_packet_alloc())) {
    FilmSettings settings;
    settings.format = FilmFormat::gif;
    settings.size = shape.size;
    settings.framesPerSecond = framesPerSecond;
    codec_ = openEncoder(settings, false);
    avCheck(avformat_alloc_output_context2(&output_.context, nullptr, "gif", avUrl(file).c_str()), name_);
    AVStream* stream = avMade(avformat_new_stream(output_.context, nullptr));
    stream->time_base = codec_->time_base;
    avCheck(avcodec_parameters_from_context(stream->codecpar, codec_.get()), name_);
    avCheck(avio_open(&output_.context->pb, output_.context->url, AVIO_FLAG_WRITE), name_);
    avCheck(avformat_write_header(output_.context, nullptr), name_);
  }

  /// Adds a frame shown for `duration` frames of the film.
  void add(AVFrame& frame, int duration) {
    duration_ = duration;
    palette_.filter(&frame, [this](AVFrame& reduced) { encode(&reduced); });
  }
  std::uint64_t bytes() const { return static_cast<std::uint64_t>(avio_tell(output_.context->pb)); }
  void finish() {
    palette_.filter(nullptr, [this](AVFrame& reduced) { encode(&reduced); });
    encode(nullptr);
    avCheck(av_write_trailer(output_.context), name_);
    avCheck(output_.context->pb->error, name_);
    avio_flush(output_.context->pb);
  }

 private:
  void encode(AVFrame* frame) {
    avCheck(avcodec_send_frame(codec_.get(), frame), name_);
    for (;;) {
      const int got = avcodec_receive_packet(codec_.get(), packet_.get());
      if (got == AVERROR(EAGAIN) || got == AVERROR_EOF) {
        return;
      }
      avCheck(got, name_);
      packet_->stream_index = 0;
      packet_->duration = duration_;
      av_packet_rescale_ts(packet_.get(), codec_->time_base, output_.context->streams[0]->time_base);
      avCheck(av_write_frame(output_.context, packet_.get()), name_);
      avCheck(output_.context->pb->error, name_);
      av_packet_unref(packet_.get());
    }
  }

  std::string name_;
  GifPalette palette_;
  AvPacket packet_;
  AvCodec codec_;
  AvOutput output_;
  int duration_ = 1;
};

/// Scales decoded pictures to the size of a GIF.
class GifScaler {
 public:
  explicit GifScaler(PixelSize size) : size_(size), frame_(avMade(av_frame_alloc())) {
    frame_->width = size.width;
    frame_->height = size.height;
    frame_->format = GifPalette::input();
  }
  AVFrame& scale(const AVFrame& picture, std::int64_t time) {
    if (scaler_ == nullptr) {
      scaler_.reset(avMade(sws_getContext(
          picture.width, picture.height, static_cast<AVPixelFormat>(picture.format), size_.width, size_.height,
          GifPalette::input(), SWS_AREA | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, nullptr, nullptr, nullptr)));
      constexpr int kPlain = 1 << 16;  // unchanged contrast and saturation, 16.16 fixed point
      const int* hd = sws_getCoefficients(SWS_CS_ITU709);
      sws_setColorspaceDetails(scaler_.get(), hd, 0, hd, 1, 0, kPlain, kPlain);
    }
    av_frame_unref(frame_.get());
    frame_->width = size_.width;
    frame_->height = size_.height;
    frame_->format = GifPalette::input();
    avCheck(av_frame_get_buffer(frame_.get(), 0), "a frame");
    sws_scale(scaler_.get(), picture.data, picture.linesize, 0, picture.height, frame_->data, frame_->linesize);
    frame_->pts = time;
    return *frame_;
  }

 private:
  PixelSize size_;
  AvScaler scaler_;
  AvFrame frame_;
};

/// Result of a try: size of the GIF, or of a whole one like the part that was encoded [bytes].
struct Tried {
  bool fits = false;
  double bytes = 0.0;
};

/// Encodes the frames of the film, until the file is larger than allowed. Empty result if `goOn` returned false.
std::optional<Tried> encodeGif(const GifSource& source, const GifShape& shape, const std::filesystem::path& file,
                               const std::function<bool(double)>& goOn) {
  FilmFrames film(source.film);
  GifScaler scaler(shape.size);
  GifFile gif(file, shape, source.framesPerSecond);
  const auto every = static_cast<std::uint64_t>(shape.every);
  std::uint64_t number = 0;
  for (const AVFrame* picture = film.next(); picture != nullptr; picture = film.next(), ++number) {
    if (number % every != 0) {
      continue;
    }
    const double share = static_cast<double>(number) / static_cast<double>(std::max<std::uint64_t>(source.frames, 1));
    if (!goOn(share)) {
      return std::nullopt;
    }
    const std::uint64_t left = source.frames > number ? source.frames - number : 1;
    gif.add(scaler.scale(*picture, static_cast<std::int64_t>(number)), static_cast<int>(std::min(every, left)));
    if (gif.bytes() > source.mostBytes) {
      // The first frames tell little of the whole; the next try is no larger than they allow.
      return Tried{false, static_cast<double>(gif.bytes()) / std::clamp(share, 0.02, 1.0)};
    }
  }
  gif.finish();
  return Tried{gif.bytes() <= source.mostBytes, static_cast<double>(gif.bytes())};
}

PixelSize scaledSize(PixelSize full, double scale) {
  const auto side = [scale](int pixels) { return std::max(kShortestSide, static_cast<int>(pixels * scale) & ~1); };
  return {side(full.width), side(full.height)};
}

double rateOf(const GifSource& source, int every) { return static_cast<double>(source.framesPerSecond) / every; }

/// Reduces a GIF of `bytes` to the size aimed at: few frames a second first, then size and colours.
void reduce(const GifSource& source, double bytes, GifShape& shape, double& scale) {
  double part = std::min(kAim * static_cast<double>(source.mostBytes) / bytes, 0.95);
  while (part < 0.8 && rateOf(source, shape.every + 1) >= kSmoothRate) {
    part *= static_cast<double>(shape.every + 1) / shape.every;
    ++shape.every;
  }
  constexpr double kMuch = 0.2;  // part below which fewer colours look better than fewer pixels
  if (part < kMuch && shape.colours > kFewColours) {
    shape.colours = kFewColours;
    part *= 1.3;
  }
  scale *= std::sqrt(std::min(part, 0.97));
  const double least = static_cast<double>(kSmallestWidth) / source.size.width;
  if (scale < least) {
    while (rateOf(source, shape.every + 1) >= kLowestRate && scale < least) {
      scale *= std::sqrt(static_cast<double>(shape.every + 1) / shape.every);
      ++shape.every;
    }
    if (scale < 0.7 * least) {
      throw FilmError(fmt::format("No GIF of {} frames stays under {:g} MB; allow more, or film less", source.frames,
                                  static_cast<double>(source.mostBytes) / kBytesPerMegabyte));
    }
  }
  shape.size = scaledSize(source.size, scale);
}

}  // namespace

GifShape fitGif(const GifSource& source, const std::function<bool(double)>& goOn) {
  const FileGuard part(source.gif.string() + ".part");
  GifShape shape{.size = source.size};
  std::optional<GifShape> best;
  double scale = 1.0;
  reduce(source, source.estimate, shape, scale);
  for (int number = 0; number < kMostTries; ++number) {
    // Mostly two or three tries are enough: each is told as half of what is left.
    const double before = 1.0 - std::pow(0.5, number);
    const std::optional<Tried> tried = encodeGif(
        source, shape, part.path(), [&](double share) { return goOn(before + 0.5 * (1.0 - before) * share); });
    if (!tried) {
      return {};
    }
    if (tried->fits) {
      best = shape;
      best->bytes = static_cast<std::uint64_t>(tried->bytes);
      std::filesystem::rename(part.path(), source.gif);
      const double used = tried->bytes / static_cast<double>(source.mostBytes);
      if (used > kWasteful || scale >= 1.0 || number > 3) {
        return *best;
      }
      scale = std::min(1.0, scale * std::sqrt(kAim / used));
      shape.size = scaledSize(source.size, scale);
    } else if (best) {
      return *best;  // the larger try was too large
    } else {
      reduce(source, tried->bytes, shape, scale);
    }
  }
  if (!best) {
    throw FilmError("No GIF became small enough; allow more, or film less");
  }
  return *best;
}

std::string gifText(const GifShape& shape, const GifSource& source) {
  return fmt::format(
      "made smaller to stay under {:g} MB: {:.1f} MB, {} x {} pixels, {:.3g} frames a second, {} colours",
      static_cast<double>(source.mostBytes) / kBytesPerMegabyte, static_cast<double>(shape.bytes) / kBytesPerMegabyte,
      shape.size.width, shape.size.height, rateOf(source, shape.every), shape.colours);
}

}  // namespace scree
