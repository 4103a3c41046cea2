#include "app/video/encoder_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <thread>

#include "app/video/film_writer.h"

namespace scree {

namespace {

constexpr std::array<const char*, 4> kForMp4 = {"libx264", "libvpx-vp9", "libsvtav1", "mpeg4"};
constexpr std::array<const char*, 2> kForWebm = {"libvpx-vp9", "libsvtav1"};
constexpr std::array<const char*, 1> kForGif = {"gif"};
constexpr std::array<const char*, 1> kForPictures = {"png"};

const std::array<FormatInfo, 4> kFormats = {{{"mp4", AV_PIX_FMT_YUV420P, kForMp4},
                                             {"webm", AV_PIX_FMT_YUV420P, kForWebm},
                                             {"gif", AV_PIX_FMT_PAL8, kForGif},
                                             {nullptr, AV_PIX_FMT_RGB24, kForPictures}}};

/// An option of an encoder with its values for the qualities small, good and best. Grains are the worst case for
/// compression, so "good" is better than the defaults of the encoders.
struct EncoderOption {
  std::string_view encoder;
  const char* name;
  std::array<const char*, 3> values;
};
constexpr std::array<EncoderOption, 11> kOptions = {{
    {"libx264", "preset", {"veryfast", "veryfast", "veryfast"}},
    {"libx264", "crf", {"24", "18", "13"}},
    {"libvpx-vp9", "deadline", {"realtime", "realtime", "realtime"}},
    {"libvpx-vp9", "cpu-used", {"6", "6", "5"}},
    {"libvpx-vp9", "row-mt", {"1", "1", "1"}},
    {"libvpx-vp9", "crf", {"36", "26", "16"}},
    {"libvpx-vp9", "b", {"0", "0", "0"}},
    {"libsvtav1", "preset", {"11", "10", "9"}},
    {"libsvtav1", "crf", {"40", "30", "20"}},
    {"mpeg4", "qmin", {"4", "2", "1"}},
    {"mpeg4", "qmax", {"8", "4", "2"}},
}};

int encoderThreads() {
  // The encoder gets half of the cores; the simulation and the renderer use the others.
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / 2);
}

AVDictionary* optionsFor(std::string_view encoder, FilmQuality quality) {
  AVDictionary* options = nullptr;
  for (const EncoderOption& option : kOptions) {
    if (option.encoder == encoder) {
      av_dict_set(&options, option.name, option.values[static_cast<std::size_t>(quality)], 0);
    }
  }
  return options;
}

const AVCodec* encoderFor(const FilmSettings& settings) {
  const std::string name = settings.encoder.empty() ? firstEncoder(infoOf(settings.format).encoders) : settings.encoder;
  const AVCodec* found = avcodec_find_encoder_by_name(name.c_str());
  if (found == nullptr) {
    throw FilmError(fmt::format(
        "This system's libavcodec has no encoder{} for {}; install the package libavcodec59, or choose another format",
        settings.encoder.empty() ? "" : " \"" + settings.encoder + "\"",
        kFilmFormatNames[static_cast<std::size_t>(settings.format)]));
  }
  return found;
}

void tagColours(AVCodecContext& codec) {
  if (codec.pix_fmt == AV_PIX_FMT_YUV420P) {
    codec.color_range = AVCOL_RANGE_MPEG;
    codec.colorspace = AVCOL_SPC_BT709;
    codec.color_primaries = AVCOL_PRI_BT709;
    codec.color_trc = AVCOL_TRC_BT709;
  }
}

}  // namespace

const FormatInfo& infoOf(FilmFormat format) { return kFormats[static_cast<std::size_t>(format)]; }

std::string firstEncoder(std::span<const char* const> names) {
  const auto found = std::find_if(names.begin(), names.end(),
                                  [](const char* name) { return avcodec_find_encoder_by_name(name) != nullptr; });
  return found == names.end() ? "" : *found;
}

AvCodec openEncoder(const FilmSettings& settings, bool globalHeader) {
  const AVCodec* encoder = encoderFor(settings);
  AvCodec codec(avMade(avcodec_alloc_context3(encoder)));
  codec->width = settings.size.width;
  codec->height = settings.size.height;
  codec->pix_fmt = infoOf(settings.format).input;
  codec->time_base = {1, settings.framesPerSecond};
  codec->framerate = {settings.framesPerSecond, 1};
  codec->sample_aspect_ratio = {1, 1};
  codec->thread_count = encoderThreads();
  // One key frame a second begins a fragment of an MP4: at most a second is lost if the process is killed.
  codec->gop_size = settings.framesPerSecond;
  // Without B-frames, times begin at zero in fragments too, and few frames wait in the encoder.
  codec->max_b_frames = 0;
  tagColours(*codec);
  if (settings.format == FilmFormat::pictures) {
    codec->compression_level = 3;
  }
  if (globalHeader) {
    codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  }
  AVDictionary* options = optionsFor(encoder->name, settings.quality);
  const int opened = avcodec_open2(codec.get(), encoder, &options);
  av_dict_free(&options);
  avCheck(opened, fmt::format("The encoder {} can't make a film of {} x {} pixels", encoder->name, settings.size.width,
                              settings.size.height));
  return codec;
}

}  // namespace scree
