#include "app/video/gif_palette.h"

extern "C" {
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
}

#include <fmt/format.h>

#include "app/video/film_writer.h"

namespace scree {

GifPalette::GifPalette(int width, int height, int framesPerSecond, int colours)
    : graph_(avMade(avfilter_graph_alloc())), filtered_(avMade(av_frame_alloc())) {
  const std::string chain = fmt::format(
      "buffer@in=video_size={}x{}:pix_fmt={}:time_base=1/{}:pixel_aspect=1/1,split[a][b];"
      "[a]palettegen=stats_mode=single:max_colors={}[p];[b][p]paletteuse=new=1:dither=bayer:bayer_scale=3,buffersink@"
      "out",
      width, height, static_cast<int>(input()), framesPerSecond, colours);
  AVFilterInOut* inputs = nullptr;
  AVFilterInOut* outputs = nullptr;
  graph_->nb_threads = 1;
  const int parsed = avfilter_graph_parse2(graph_.get(), chain.c_str(), &inputs, &outputs);
  avfilter_inout_free(&inputs);
  avfilter_inout_free(&outputs);
  avCheck(parsed, "The colours of a GIF can't be chosen");
  avCheck(avfilter_graph_config(graph_.get(), nullptr), "The colours of a GIF can't be chosen");
  source_ = avMade(avfilter_graph_get_filter(graph_.get(), "buffer@in"));
  sink_ = avMade(avfilter_graph_get_filter(graph_.get(), "buffersink@out"));
}

void GifPalette::filter(AVFrame* frame, const std::function<void(AVFrame&)>& ready) {
  avCheck(av_buffersrc_add_frame_flags(source_, frame, AV_BUFFERSRC_FLAG_KEEP_REF), "The colours of a GIF");
  for (;;) {
    const int got = av_buffersink_get_frame(sink_, filtered_.get());
    if (got == AVERROR(EAGAIN) || got == AVERROR_EOF) {
      return;
    }
    avCheck(got, "The colours of a GIF");
    ready(*filtered_);
    av_frame_unref(filtered_.get());
  }
}

}  // namespace scree
