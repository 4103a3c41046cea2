#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
}

#include <filesystem>
#include <memory>
#include <string>

// Owners of libav's objects and its errors as exceptions.
namespace scree {

struct AvDeleter {
  void operator()(AVCodecContext* object) const { avcodec_free_context(&object); }
  void operator()(AVFrame* object) const { av_frame_free(&object); }
  void operator()(AVPacket* object) const { av_packet_free(&object); }
  void operator()(AVFilterGraph* object) const { avfilter_graph_free(&object); }
  void operator()(SwsContext* object) const { sws_freeContext(object); }
};
using AvCodec = std::unique_ptr<AVCodecContext, AvDeleter>;
using AvFrame = std::unique_ptr<AVFrame, AvDeleter>;
using AvPacket = std::unique_ptr<AVPacket, AvDeleter>;
using AvFilterGraph = std::unique_ptr<AVFilterGraph, AvDeleter>;
using AvScaler = std::unique_ptr<SwsContext, AvDeleter>;

/// A file being written in libav's way, closed whatever happens.
struct AvOutput {
  AVFormatContext* context = nullptr;
  AvOutput() = default;
  ~AvOutput() {
    if (context != nullptr) {
      avio_closep(&context->pb);
      avformat_free_context(context);
    }
  }
  AvOutput(const AvOutput&) = delete;
  AvOutput& operator=(const AvOutput&) = delete;
};

/// A file being read in libav's way.
struct AvInput {
  AVFormatContext* context = nullptr;
  AvInput() = default;
  ~AvInput() { avformat_close_input(&context); }
  AvInput(const AvInput&) = delete;
  AvInput& operator=(const AvInput&) = delete;
};

/// What libav says of an error code.
std::string avErrorText(int code);
/// Throws FilmError "doing failed: reason" when `code` is an error; returns it otherwise.
int avCheck(int code, const std::string& doing);
/// `object` unless it is null: then memory has run out.
template <typename Object>
Object* avMade(Object* object) {
  if (object == nullptr) {
    throw std::bad_alloc();
  }
  return object;
}
/// A path as libav takes it: without a scheme, "a:b.mp4" would be read as one.
std::string avUrl(const std::filesystem::path& file);

}  // namespace scree
