#include "app/video/remux.h"

extern "C" {
#include <libavutil/dict.h>
}

#include "app/video/av_handles.h"
#include "app/video/film_writer.h"

namespace scree {

namespace {

void copyPackets(AVFormatContext& from, AVFormatContext& to, const std::string& name) {
  const AvPacket packet(avMade(av_packet_alloc()));
  for (;;) {
    const int got = av_read_frame(&from, packet.get());
    if (got == AVERROR_EOF) {
      return;
    }
    avCheck(got, name);
    av_packet_rescale_ts(packet.get(), from.streams[0]->time_base, to.streams[0]->time_base);
    packet->pos = -1;
    avCheck(av_interleaved_write_frame(&to, packet.get()), name);
    avCheck(to.pb->error, name);
  }
}

void rewrite(const std::filesystem::path& film, const std::filesystem::path& whole) {
  const std::string name = film.string();
  AvInput input;
  avCheck(avformat_open_input(&input.context, avUrl(film).c_str(), nullptr, nullptr), name);
  avCheck(avformat_find_stream_info(input.context, nullptr), name);
  AvOutput output;
  avCheck(avformat_alloc_output_context2(&output.context, nullptr, "mp4", avUrl(whole).c_str()), name);
  AVStream* stream = avMade(avformat_new_stream(output.context, nullptr));
  avCheck(avcodec_parameters_copy(stream->codecpar, input.context->streams[0]->codecpar), name);
  stream->codecpar->codec_tag = 0;
  stream->time_base = input.context->streams[0]->time_base;
  stream->avg_frame_rate = input.context->streams[0]->avg_frame_rate;
  avCheck(avio_open(&output.context->pb, output.context->url, AVIO_FLAG_WRITE), name);
  AVDictionary* options = nullptr;
  av_dict_set(&options, "movflags", "faststart", 0);
  const int begun = avformat_write_header(output.context, &options);
  av_dict_free(&options);
  avCheck(begun, name);
  copyPackets(*input.context, *output.context, name);
  avCheck(av_write_trailer(output.context), name);
  avCheck(output.context->pb->error, name);
  avCheck(avio_closep(&output.context->pb), name);
}

}  // namespace

void putIndexFirst(const std::filesystem::path& film) {
  const std::filesystem::path whole = film.string() + ".part";
  try {
    rewrite(film, whole);
    std::filesystem::rename(whole, film);
  } catch (const std::exception& trouble) {
    std::error_code ignored;
    std::filesystem::remove(whole, ignored);
    throw FilmError(trouble.what());
  }
}

}  // namespace scree
