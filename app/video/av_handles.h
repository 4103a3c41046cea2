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

// Owning pointers to objects of libav, and errors of libav as exceptions.
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

/// File that libav writes; the destructor closes it.
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

/// File that libav reads; the destructor closes it.
struct AvInput {
  AVFormatContext* context = nullptr;
  AvInput() = default;
  ~AvInput() { avformat_close_input(&context); }
  AvInput(const AvInput&) = delete;
  AvInput& operator=(const AvInput&) = delete;
};

/// Text of libav for an error code.
std::string avErrorText(int code);
/// Throws FilmError("<doing>: <text of the error>") if `code` is an error; otherwise returns `code`.
int avCheck(int code, const std::string& doing);
/// Returns `object`; throws std::bad_alloc if it is null.
template <typename Object>
Object* avMade(Object* object) {
  if (object == nullptr) {
    throw std::bad_alloc();
  }
  return object;
}
/// URL of a path for libav, "file:...". Without a scheme libav would read "a:" in "a:b.mp4" as one.
std::string avUrl(const std::filesystem::path& file);

}  // namespace scree
