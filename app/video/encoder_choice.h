#pragma once

extern "C" {
#include <libavutil/dict.h>
#include <libavutil/pixfmt.h>
}

#include <span>

#include "app/video/av_handles.h"
#include "app/video/film_settings.h"

namespace scree {

/// Muxer, pixel format and encoders of libav for a film format.
struct FormatInfo {
  const char* muxer;                      ///< name of the muxer; null: each picture is a file of its own
  AVPixelFormat input;                    ///< pixel format to which pictures are converted
  std::span<const char* const> encoders;  ///< names of suitable encoders, the best first
};
const FormatInfo& infoOf(FilmFormat format);

/// Opens the encoder of the settings, ready for frames. Throws FilmError if libav lacks it or refuses the settings.
AvCodec openEncoder(const FilmSettings& settings, bool globalHeader);

}  // namespace scree
