#include "app/video/film_writer.h"

#include <fmt/format.h>

#include <optional>

#include "app/video/av_handles.h"
#include "app/video/encoder_choice.h"
#include "app/video/gif_fit.h"
#include "app/video/gif_palette.h"
#include "app/video/picture_converter.h"
#include "app/video/remux.h"
#include "engine/io/output_file.h"

namespace scree {

struct FilmWriter::Impl {
  FilmSettings settings;
  std::string name;  ///< name of the film, for messages
  AvCodec codec;
  AvPacket packet;
  std::optional<PictureConverter> converter;
  std::optional<GifPalette> palette;
  AvOutput output;  ///< file of the film; unused for pictures
  std::uint64_t frames = 0;
  std::uint64_t pictures = 0;          ///< number of picture files written
  std::unique_ptr<FilmWriter> kept;    ///< frames of a GIF with a limit
  std::optional<std::uint64_t> cutAt;  ///< number of frames at which the GIF has reached its limit
  std::uint64_t cutBytes = 0;          ///< size of the GIF there [bytes]

  void prepareFolder() const;
  void openFile();
  void add(AVFrame& frame);
  void encode(AVFrame* frame);
  void deliver();
  void finishStream();
  void keepFrames();
  void dropKept();
  std::uint64_t mostBytes() const { return static_cast<std::uint64_t>(settings.gifLimit * kBytesPerMegabyte); }
  std::string fit(const std::function<bool(double)>& goOn);
};

void FilmWriter::Impl::prepareFolder() const {
  const bool isFolder = settings.format == FilmFormat::pictures;
  const std::filesystem::path folder = isFolder ? settings.file : settings.file.parent_path();
  std::error_code trouble;
  if (!folder.empty()) {
    std::filesystem::create_directories(folder, trouble);
  }
  if (trouble) {
    throw FilmError(fmt::format("The folder {} can't be made: {}; choose another", folder.string(), trouble.message()));
  }
  if (isFolder && !std::filesystem::is_empty(folder, trouble)) {
    throw FilmError(fmt::format("The folder {} is not empty; pictures of a film need one of their own", name));
  }
}

void FilmWriter::Impl::keepFrames() {
  FilmSettings keeping = settings;
  keeping.format = FilmFormat::mp4;
  keeping.quality = FilmQuality::best;
  keeping.gifLimit = 0.0;
  keeping.encoder.clear();
  keeping.file += ".frames.mp4";
  kept = std::make_unique<FilmWriter>(keeping);
}

void FilmWriter::Impl::dropKept() {
  if (kept != nullptr) {
    const std::filesystem::path file = kept->impl_->settings.file;
    kept.reset();
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  }
}

std::string FilmWriter::Impl::fit(const std::function<bool(double)>& goOn) {
  kept->impl_->finishStream();
  GifSource source;
  source.film = kept->impl_->settings.file;
  source.gif = settings.file;
  source.size = settings.size;
  source.framesPerSecond = settings.framesPerSecond;
  source.frames = frames;
  source.mostBytes = mostBytes();
  source.estimate = static_cast<double>(cutBytes) * static_cast<double>(frames) / static_cast<double>(*cutAt);
  const GifShape shape = fitGif(source, goOn);
  dropKept();
  return shape.bytes > 0 ? gifText(shape, source) : "";
}

void FilmWriter::Impl::openFile() {
  const FormatInfo& format = infoOf(settings.format);
  avCheck(avformat_alloc_output_context2(&output.context, nullptr, format.muxer, avUrl(settings.file).c_str()), name);
  AVStream* stream = avMade(avformat_new_stream(output.context, nullptr));
  stream->time_base = codec->time_base;
  stream->avg_frame_rate = codec->framerate;
  avCheck(avcodec_parameters_from_context(stream->codecpar, codec.get()), name);
  output.context->flags |= AVFMT_FLAG_FLUSH_PACKETS;
  const int opened = avio_open(&output.context->pb, output.context->url, AVIO_FLAG_WRITE);
  if (opened < 0) {
    throw FilmError(fmt::format("{} can't be written: {}; choose another folder", name, avErrorText(opened)));
  }
  AVDictionary* options = nullptr;
  if (settings.format == FilmFormat::mp4) {
    av_dict_set(&options, "movflags", "frag_keyframe+empty_moov+default_base_moof", 0);
  } else if (settings.format == FilmFormat::webm) {
    av_dict_set(&options, "cluster_time_limit", "1000", 0);  // [ms]: longest part that is lost if the process is killed
  }
  const int begun = avformat_write_header(output.context, &options);
  av_dict_free(&options);
  avCheck(begun, name);
  avCheck(output.context->pb->error, name);
}

void FilmWriter::Impl::add(AVFrame& frame) {
  frame.pts = static_cast<std::int64_t>(frames++);
  frame.pict_type = AV_PICTURE_TYPE_NONE;
  if (cutAt) {
    return;  // the kept frames have it
  }
  if (palette) {
    palette->filter(&frame, [this](AVFrame& reduced) { encode(&reduced); });
  } else {
    encode(&frame);
  }
  if (kept != nullptr && static_cast<std::uint64_t>(avio_tell(output.context->pb)) > mostBytes()) {
    cutAt = frames;
    cutBytes = static_cast<std::uint64_t>(avio_tell(output.context->pb));
    finishStream();
  }
}

void FilmWriter::Impl::encode(AVFrame* frame) {
  avCheck(avcodec_send_frame(codec.get(), frame), name);
  for (;;) {
    const int got = avcodec_receive_packet(codec.get(), packet.get());
    if (got == AVERROR(EAGAIN) || got == AVERROR_EOF) {
      return;
    }
    avCheck(got, name);
    deliver();
  }
}

void FilmWriter::Impl::deliver() {
  if (output.context == nullptr) {
    const auto* bytes = reinterpret_cast<const std::byte*>(packet->data);
    try {
      writeFileAtomically(settings.file / pictureName(++pictures),
                          std::span(bytes, static_cast<std::size_t>(packet->size)));
    } catch (const OutputError& trouble) {
      throw FilmError(trouble.what());
    }
    av_packet_unref(packet.get());
    return;
  }
  packet->stream_index = 0;
  packet->duration = 1;
  av_packet_rescale_ts(packet.get(), codec->time_base, output.context->streams[0]->time_base);
  avCheck(av_interleaved_write_frame(output.context, packet.get()), name);
  avCheck(output.context->pb->error, name);
}

void FilmWriter::Impl::finishStream() {
  if (palette) {
    palette->filter(nullptr, [this](AVFrame& reduced) { encode(&reduced); });
  }
  encode(nullptr);
  if (output.context != nullptr) {
    avCheck(av_write_trailer(output.context), name);
    avCheck(output.context->pb->error, name);
    avCheck(avio_closep(&output.context->pb), name);
  }
}

FilmWriter::FilmWriter(const FilmSettings& settings) : impl_(std::make_unique<Impl>()) {
  if (const std::string problem = problemOf(settings); !problem.empty()) {
    throw FilmError(problem);
  }
  av_log_set_level(AV_LOG_FATAL);  // errors are returned as codes
  Impl& me = *impl_;
  me.settings = settings;
  me.name = settings.file.string();
  const FormatInfo& format = infoOf(settings.format);
  const AVOutputFormat* muxer = format.muxer == nullptr ? nullptr : av_guess_format(format.muxer, nullptr, nullptr);
  me.codec = openEncoder(settings, muxer != nullptr && (muxer->flags & AVFMT_GLOBALHEADER) != 0);
  me.packet.reset(avMade(av_packet_alloc()));
  const bool isGif = settings.format == FilmFormat::gif;
  me.converter.emplace(settings.size.width, settings.size.height, isGif ? GifPalette::input() : format.input);
  if (isGif) {
    me.palette.emplace(settings.size.width, settings.size.height, settings.framesPerSecond);
  }
  me.prepareFolder();
  if (muxer != nullptr) {
    me.openFile();
  }
  if (isGif && settings.gifLimit > 0.0) {
    me.keepFrames();
  }
}

FilmWriter::~FilmWriter() { impl_->dropKept(); }

void FilmWriter::write(const RgbaImage& picture, int times) {
  Impl& me = *impl_;
  if (picture.width != me.settings.size.width || picture.height != me.settings.size.height) {
    throw FilmError(fmt::format("{}: a picture of {} x {} pixels came into a film of {} x {}", me.name, picture.width,
                                picture.height, me.settings.size.width, me.settings.size.height));
  }
  if (me.kept != nullptr) {
    me.kept->write(picture, times);
  }
  AVFrame& frame = me.converter->convert(picture);
  for (int i = 0; i < times; ++i) {
    me.add(frame);
  }
}

std::string FilmWriter::finish(const std::function<bool(double)>& goOn) {
  Impl& me = *impl_;
  if (!me.cutAt) {
    me.finishStream();
    std::error_code unknown;
    const std::uint64_t bytes = me.kept == nullptr ? 0 : std::filesystem::file_size(me.settings.file, unknown);
    if (!unknown && bytes > me.mostBytes()) {
      me.cutAt = me.frames;  // the last frames made it too large
      me.cutBytes = bytes;
    }
  }
  if (me.cutAt) {
    return me.fit(goOn);
  }
  me.dropKept();
  if (impl_->settings.format == FilmFormat::mp4) {
    try {
      putIndexFirst(impl_->settings.file);
    } catch (const FilmError& trouble) {
      return fmt::format("the film stays in fragments, which some players can't seek in ({})", trouble.what());
    }
  }
  return {};
}

std::uint64_t FilmWriter::frames() const { return impl_->frames; }
std::string FilmWriter::encoderName() const { return impl_->codec->codec->name; }

}  // namespace scree
