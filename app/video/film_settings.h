#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

// Choices for films: plain data for panels, settings and command lines.
namespace scree {

enum class FilmFormat : unsigned char { mp4, webm, gif, pictures };
constexpr std::array<std::string_view, 4> kFilmFormatNames = {"MP4", "WebM", "GIF", "PNG pictures"};

/// Clock of the frames of a film.
enum class FilmClock : unsigned char {
  simulation,  ///< simulated time; the simulation waits for the film
  screen,      ///< real time; frames are repeated when drawing is too slow
  replay       ///< simulated time; the run so far is stepped again in the background
};
constexpr std::array<std::string_view, 3> kFilmClockNames = {"simulation", "screen", "replay"};

enum class FilmContent : unsigned char { scene, sceneAndLegend, window };
constexpr std::array<std::string_view, 3> kFilmContentNames = {"scene", "scene and legend", "window"};

enum class FilmQuality : unsigned char { small, good, best };
constexpr std::array<std::string_view, 3> kFilmQualityNames = {"small", "good", "best"};

constexpr std::array<int, 5> kFilmRates = {24, 25, 30, 50, 60};  ///< offered rates [frames per second]
constexpr std::array<std::string_view, 5> kFilmRateNames = {"24", "25", "30", "50", "60"};

struct PixelSize {
  int width = 0;
  int height = 0;
  bool operator==(const PixelSize&) const = default;
};

/// A named size in pixels. The first preset (size of the view) and the last (typed by the user) have no size here.
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
constexpr double kSlowestFilm = 1e-4;  // smallest and largest speed, simulated seconds per second of film
constexpr double kFastestFilm = 1e4;
constexpr double kLongestFilm = 36000.0;  // longest film [s]
constexpr int kShortestSide = 16;         // smallest side of a picture [px]
constexpr int kLeastFilmWidth = 320;      // least sides of a size that is typed [px]
constexpr int kLeastFilmHeight = 200;
constexpr int kLongestSide = 16384;  // largest side of a picture [px]: no driver draws more at once

/// Mark over the scene in a film or picture.
enum class PictureMark : unsigned char {
  title,    ///< the title, if there is one
  legend,   ///< legends of the colours
  time,     ///< the scene's name or caption, and the simulated time
  level,    ///< reduction level h, with merging
  scaleBar  ///< bar of a round length
};
constexpr std::array<std::string_view, 5> kPictureMarkNames = {"title", "legend", "time", "level", "scale bar"};

/// Marks that are switched on.
struct PictureMarks {
  std::array<bool, kPictureMarkNames.size()> on = {true, true, true, true, false};

  bool has(PictureMark mark) const { return on[static_cast<std::size_t>(mark)]; }
  bool& operator[](PictureMark mark) { return on[static_cast<std::size_t>(mark)]; }
  bool operator==(const PictureMarks&) const = default;
};

/// Twin of the run in a film.
enum class FilmTwin : unsigned char {
  asView,     ///< as the view shows the twin that runs
  sideBySide  ///< run and twin beside each other; a replay steps the twin, too
};
constexpr std::array<std::string_view, 2> kFilmTwinNames = {"as the view", "side by side"};

constexpr double kSmallestGifLimit = 0.1;  // limits of the size of a GIF [MB]
constexpr double kLargestGifLimit = 1000.0;
constexpr double kBytesPerMegabyte = 1e6;

/// File and encoding of one film.
struct FilmSettings {
  std::filesystem::path file;  ///< file of the film, or folder of the pictures
  FilmFormat format = FilmFormat::mp4;
  PixelSize size;   ///< size of the film: setSize()
  PixelSize asked;  ///< size that was asked for, which the format may not have
  int framesPerSecond = 30;
  FilmQuality quality = FilmQuality::good;
  std::string encoder;    ///< name of the encoder in libav; empty: the first available one of the format
  double gifLimit = 0.0;  ///< largest size of a GIF [MB], which may become smaller and slower for it; 0: none
};

/// Choices of the user for later films and pictures; settings and session files store them.
struct RecordChoices {
  FilmFormat format = FilmFormat::mp4;
  FilmClock clock = FilmClock::simulation;
  FilmContent content = FilmContent::sceneAndLegend;
  FilmQuality quality = FilmQuality::good;
  int framesPerSecond = 30;
  int sizePreset = 2;  ///< size of films, index into kSizePresets
  PixelSize ownSize = {1600, 900};
  double speed = 1.0;        ///< simulated seconds per second of film; not used on the clock of the screen
  double replayFrom = 0.0;   ///< simulated time at which films of a replay begin [s]
  double replayUntil = 0.0;  ///< simulated time at which films of a replay end [s]; 0: the end of the run
  std::string caption;       ///< text in the line with the time; empty: the scene's name
  std::string title;         ///< text in large letters at the top of films and pictures; empty: none
  PictureMarks marks;        ///< marks in films of scene and legend
  PictureMarks pictureMarks = {{true, true, false, false, false}};  ///< marks in pictures of the scene
  FilmTwin twin = FilmTwin::asView;
  double gifLimit = 5.0;   ///< largest size of a GIF [MB]; 0: none
  double stopAfter = 0.0;  ///< length of a film [s]; 0: until the user ends it
  std::string folder;      ///< folder of films; empty: the user's folder of videos
  int pictureSize = 0;     ///< size of pictures of the scene, index into kSizePresets
  PixelSize ownPictureSize = {3000, 2000};
  int smoothing = 1;  ///< drawn pixels per pixel of a picture of the scene in each direction: 1, 2 or 4
};

/// Message on an error in the settings and its remedy; empty: none.
std::string problemOf(const FilmSettings& settings);
/// Size in which a format can have a film: MP4 and WebM have even sides only, so that odd ones are a pixel less.
PixelSize sizeIn(FilmFormat format, PixelSize asked);
/// Sets the size of a film, as near to the one asked for as its format allows.
void setSize(FilmSettings& settings, PixelSize asked);
/// Words on a size that is not the one asked for, for a message: "; 1280 x 720 pixels, as MP4 has even sides only".
/// Empty: it is the one asked for.
std::string sizeRemark(const FilmSettings& settings);
/// Format of a file name by its ending; pictures if it has none. Empty optional for an unknown ending.
std::optional<FilmFormat> formatOf(const std::filesystem::path& file);
/// Unused path in `folder`: a file "drum-001.mp4", or a folder "drum-001" for pictures.
std::filesystem::path newFilmFile(const std::filesystem::path& folder, const std::string& stem, FilmFormat format);
/// File name of a picture in a sequence, counted from 1: "00001.png".
std::string pictureName(std::uint64_t number);

}  // namespace scree
