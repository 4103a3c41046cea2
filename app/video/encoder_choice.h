#pragma once

extern "C" {
#include <libavutil/dict.h>
#include <libavutil/pixfmt.h>
}

#include <span>

#include "app/video/av_handles.h"
#include "app/video/film_settings.h"

namespace scree {

/// How libav makes a format.
struct FormatInfo {
  const char* muxer;    ///< null: every picture is a file of its own
  AVPixelFormat input;  ///< what pictures are converted to
  std::span<const char* const> encoders;
};
const FormatInfo& infoOf(FilmFormat format);

/// The encoder that the settings ask for, opened and ready for frames. Throws FilmError when there is none.
AvCodec openEncoder(const FilmSettings& settings, bool globalHeader);

}  // namespace scree
