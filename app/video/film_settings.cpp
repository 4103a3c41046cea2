#include "app/video/film_settings.h"

#include <fmt/format.h>

#include <algorithm>

namespace scree {

namespace {

/// File name endings in the order of FilmFormat; a sequence of pictures is a folder.
constexpr std::array<std::string_view, 4> kEndings = {".mp4", ".webm", ".gif", ""};
constexpr int kMostRate = 240;    // largest rate of a film [frames per second]
constexpr int kMostGifRate = 50;  // largest rate of a GIF: players show faster ones at a tenth of their rate

std::string_view endingOf(FilmFormat format) { return kEndings[static_cast<std::size_t>(format)]; }

}  // namespace

std::string problemOf(const FilmSettings& settings) {
  const auto [width, height] = settings.size;
  if (std::min(width, height) < kShortestSide || std::max(width, height) > kLongestSide) {
    return fmt::format("A film of {} x {} pixels can't be made; choose sides from {} to {}", width, height,
                       kShortestSide, kLongestSide);
  }
  if (settings.size != sizeIn(settings.format, settings.size)) {
    return fmt::format("A film of {} x {} pixels can't be made; both sides must be even", width, height);
  }
  const int most = settings.format == FilmFormat::gif ? kMostGifRate : kMostRate;
  if (settings.framesPerSecond < 1 || settings.framesPerSecond > most) {
    return fmt::format("{} frames a second can't be made; a {} has 1 to {}", settings.framesPerSecond,
                       settings.format == FilmFormat::gif ? "GIF" : "film", most);
  }
  return settings.file.empty() ? "The film has no file name" : "";
}

PixelSize sizeIn(FilmFormat format, PixelSize asked) {
  const bool isEven = format == FilmFormat::mp4 || format == FilmFormat::webm;
  return isEven ? PixelSize{asked.width & ~1, asked.height & ~1} : asked;
}

void setSize(FilmSettings& settings, PixelSize asked) {
  settings.asked = asked;
  settings.size = sizeIn(settings.format, asked);
}

std::string sizeRemark(const FilmSettings& settings) {
  return settings.size == settings.asked
             ? std::string()
             : fmt::format("; {} x {} pixels, as {} has even sides only", settings.size.width, settings.size.height,
                           kFilmFormatNames[static_cast<std::size_t>(settings.format)]);
}

std::optional<FilmFormat> formatOf(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const auto found = std::find(kEndings.begin(), kEndings.end(), ending);
  return found == kEndings.end() ? std::nullopt : std::optional(static_cast<FilmFormat>(found - kEndings.begin()));
}

std::filesystem::path newFilmFile(const std::filesystem::path& folder, const std::string& stem, FilmFormat format) {
  for (int number = 1;; ++number) {
    const std::filesystem::path file = folder / fmt::format("{}-{:03}{}", stem, number, endingOf(format));
    std::error_code unreadable;
    if (!std::filesystem::exists(file, unreadable)) {
      return file;
    }
  }
}

std::string pictureName(std::uint64_t number) { return fmt::format("{:05}.png", number); }

}  // namespace scree
