#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

// What a film is to be like: plain data, which panels, settings and command lines may all see.
namespace scree {

enum class FilmFormat : unsigned char { mp4, webm, gif, pictures };
constexpr std::array<std::string_view, 4> kFilmFormatNames = {"MP4", "WebM", "GIF", "PNG pictures"};

/// What the frames of a film follow.
enum class FilmClock : unsigned char {
  simulation,  ///< simulated time; the simulation waits for the film
  screen,      ///< the clock on the wall; frames repeat or are dropped to keep up
  replay       ///< simulated time of the run so far, which is stepped again in the background
};
constexpr std::array<std::string_view, 3> kFilmClockNames = {"simulation", "screen", "replay"};

enum class FilmContent : unsigned char { scene, sceneAndLegend, window };
constexpr std::array<std::string_view, 3> kFilmContentNames = {"scene", "scene and legend", "window"};

enum class FilmQuality : unsigned char { small, good, best };
constexpr std::array<std::string_view, 3> kFilmQualityNames = {"small", "good", "best"};

constexpr std::array<int, 5> kFilmRates = {24, 25, 30, 50, 60};  ///< frames per second
constexpr std::array<std::string_view, 5> kFilmRateNames = {"24", "25", "30", "50", "60"};

struct PixelSize {
  int width = 0;
  int height = 0;
  bool operator==(const PixelSize&) const = default;
};

/// A size with a name; the first is that of the view and the last one is typed: they have none here.
struct SizePreset {
  std::string_view name;
  PixelSize size;
};
constexpr std::array<SizePreset, 7> kSizePresets = {{{"as the view", {}},
                                                     {"720p", {1280, 720}},
                                                     {"1080p", {1920, 1080}},
                                                     {"1440p", {2560, 1440}},
                                                     {"2160p", {3840, 2160}},
                                                     {"square 1080", {1080, 1080}},
                                                     {"own", {}}}};
constexpr int kOwnSize = static_cast<int>(kSizePresets.size()) - 1;
constexpr double kSlowestFilm = 1e-4;  // simulated seconds per second of film
constexpr double kFastestFilm = 1e4;
constexpr double kLongestFilm = 36000.0;  // s
constexpr int kShortestSide = 16;         // px
constexpr int kLongestSide = 16384;       // px: no driver draws more at once

/// One film.
struct FilmSettings {
  std::filesystem::path file;  ///< the film, or the folder of the pictures
  FilmFormat format = FilmFormat::mp4;
  PixelSize size;
  int framesPerSecond = 30;
  FilmQuality quality = FilmQuality::good;
  std::string encoder;  ///< libav's name of the one to use; empty: the first of the format's that is there
};

/// What the user chose for the films to come; remembered between starts.
struct RecordChoices {
  FilmFormat format = FilmFormat::mp4;
  FilmClock clock = FilmClock::simulation;
  FilmContent content = FilmContent::sceneAndLegend;
  FilmQuality quality = FilmQuality::good;
  int framesPerSecond = 30;
  int sizePreset = 2;  ///< index into kSizePresets
  PixelSize ownSize = {1600, 900};
  double speed = 1.0;        ///< simulated seconds per second of film, but on the clock of the screen
  double replayFrom = 0.0;   ///< s, simulated: where films of a replay begin ...
  double replayUntil = 0.0;  ///< ... and end; 0: with the run
  std::string caption;       ///< in the line that tells time; empty: the scene's name
  double stopAfter = 0.0;    ///< seconds of film; 0: when the user says so
  std::string folder;        ///< empty: the user's folder of videos
  int pictureSize = 0;       ///< of pictures of the scene: index into kSizePresets
  PixelSize ownPictureSize = {3000, 2000};
  int smoothing = 1;  ///< of those pictures: each pixel from so many in each direction: 1, 2 or 4
};

/// Empty, or what is wrong with the settings and what to do.
std::string problemOf(const FilmSettings& settings);
/// The size with both sides even, as films need it: never larger.
PixelSize evenSize(PixelSize size);
/// The format that a file name asks for by its ending; pictures when it has none. Nothing when it is not known.
std::optional<FilmFormat> formatOf(const std::filesystem::path& file);
/// A name not taken yet in `folder`: "drum-001.mp4", or a folder "drum-001" for pictures.
std::filesystem::path newFilmFile(const std::filesystem::path& folder, const std::string& stem, FilmFormat format);
/// The n-th picture of a sequence, counted from 1: "00001.png".
std::string pictureName(std::uint64_t number);

}  // namespace scree
