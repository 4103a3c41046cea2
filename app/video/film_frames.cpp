#include "app/video/film_frames.h"

#include "app/video/film_writer.h"

namespace scree {

FilmFrames::FilmFrames(const std::filesystem::path& film)
    : name_(film.string()), packet_(avMade(av_packet_alloc())), frame_(avMade(av_frame_alloc())) {
  avCheck(avformat_open_input(&input_.context, avUrl(film).c_str(), nullptr, nullptr), name_);
  avCheck(avformat_find_stream_info(input_.context, nullptr), name_);
  const AVCodec* decoder = nullptr;
  stream_ = avCheck(av_find_best_stream(input_.context, AVMEDIA_TYPE_VIDEO, -1, -1, &decoder, 0), name_);
  codec_.reset(avMade(avcodec_alloc_context3(decoder)));
  avCheck(avcodec_parameters_to_context(codec_.get(), input_.context->streams[stream_]->codecpar), name_);
  avCheck(avcodec_open2(codec_.get(), decoder, nullptr), name_);
}

AVFrame* FilmFrames::next() {
  for (;;) {
    const int got = avcodec_receive_frame(codec_.get(), frame_.get());
    if (got == AVERROR_EOF) {
      return nullptr;
    }
    if (got != AVERROR(EAGAIN)) {
      avCheck(got, name_);
      return frame_.get();
    }
    if (ended_) {
      return nullptr;
    }
    const int read = av_read_frame(input_.context, packet_.get());
    ended_ = read < 0;
    if (ended_ || packet_->stream_index == stream_) {
      avCheck(avcodec_send_packet(codec_.get(), ended_ ? nullptr : packet_.get()), name_);
    }
    av_packet_unref(packet_.get());
  }
}

}  // namespace scree
