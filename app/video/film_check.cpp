#include "app/video/film_check.h"

#include "app/video/av_handles.h"

namespace scree {

std::uint64_t countFrames(const std::filesystem::path& film) {
  AvInput input;
  if (avformat_open_input(&input.context, avUrl(film).c_str(), nullptr, nullptr) < 0) {
    return 0;
  }
  const AvPacket packet(avMade(av_packet_alloc()));
  std::uint64_t frames = 0;
  while (av_read_frame(input.context, packet.get()) >= 0) {
    frames += (packet->flags & AV_PKT_FLAG_CORRUPT) == 0 ? 1 : 0;
    av_packet_unref(packet.get());
  }
  return frames;
}

}  // namespace scree
