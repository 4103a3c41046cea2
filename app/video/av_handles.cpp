#include "app/video/av_handles.h"

extern "C" {
#include <libavutil/error.h>
}

#include <array>

#include "app/video/film_writer.h"

namespace scree {

std::string avErrorText(int code) {
  std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
  av_strerror(code, text.data(), text.size());
  return text.data();
}

int avCheck(int code, const std::string& doing) {
  if (code < 0) {
    throw FilmError(doing + ": " + avErrorText(code));
  }
  return code;
}

std::string avUrl(const std::filesystem::path& file) { return "file:" + file.string(); }

}  // namespace scree
