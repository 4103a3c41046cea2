#include "app/video/film_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "tests/io/test_folder.h"
#include "tests/video/film_reader.h"
#include "tests/video/pictures.h"

namespace scree::testing {
namespace {

FilmSettings settingsOf(FilmFormat format, const std::filesystem::path& file) {
  FilmSettings settings;
  settings.file = file;
  settings.format = format;
  settings.size = {320, 180};
  settings.framesPerSecond = 25;
  return settings;
}

void expectNear(const Colour& seen, const Colour& wanted, double tolerance, const char* where) {
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(seen[i], wanted[i], tolerance) << where << ", channel " << i;
  }
}

/// Every quarter of the picture has its own colour: the film stands upright, is not mirrored, and keeps its colours.
void expectQuarters(const ReadFrame& frame, double tolerance) {
  ASSERT_EQ(frame.width, 320);
  ASSERT_EQ(frame.height, 180);
  expectNear(frame.at(10, 10), {255, 0, 0}, tolerance, "top left");
  expectNear(frame.at(309, 10), {0, 255, 0}, tolerance, "top right");
  expectNear(frame.at(10, 169), {0, 0, 255}, tolerance, "bottom left");
  expectNear(frame.at(309, 169), {200, 180, 60}, tolerance, "bottom right");
}

void writeQuarters(const FilmSettings& settings, int pictures, int times) {
  FilmWriter film(settings);
  RgbaImage picture;
  picture.resize(settings.size.width, settings.size.height);
  for (int i = 0; i < pictures; ++i) {
    picture.bottomUp = i % 2 == 0;  // as OpenGL gives it, and as Qt does
    paintQuarters(picture);
    film.write(picture, times);
  }
  EXPECT_EQ(film.frames(), static_cast<std::uint64_t>(pictures * times));
  EXPECT_EQ(film.finish(), "");
}

TEST(FilmWriter, Mp4IsH264AsPlayersWantIt) {
  const TestFolder folder;
  const FilmSettings settings = settingsOf(FilmFormat::mp4, folder.path() / "film.mp4");
  writeQuarters(settings, 30, 1);
  const ReadFilm film = readFilm(settings.file);
  EXPECT_EQ(film.codec, "h264");
  EXPECT_EQ(film.pixelFormat, "yuv420p");
  EXPECT_EQ(film.range, "tv");
  EXPECT_EQ(film.colourSpace, "bt709");
  EXPECT_EQ(film.frames, 30U);
  EXPECT_DOUBLE_EQ(film.rate, 25.0);
  EXPECT_NEAR(film.seconds, 1.2, 1e-3);
  EXPECT_NEAR(film.firstTime, 0.0, 1e-9);
  expectQuarters(film.first, 6.0);
  expectQuarters(film.last, 6.0);
}

TEST(FilmWriter, TheIndexOfAnMp4ComesFirst) {
  const TestFolder folder;
  const FilmSettings settings = settingsOf(FilmFormat::mp4, folder.path() / "film.mp4");
  writeQuarters(settings, 60, 1);
  std::ifstream file(settings.file, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_NE(bytes.find("moov"), std::string::npos);
  EXPECT_LT(bytes.find("moov"), bytes.find("mdat"));
  EXPECT_EQ(bytes.find("moof"), std::string::npos) << "no fragments are left";
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1) << "nothing else is left";
}

TEST(FilmWriter, WebmIsVp9) {
  const TestFolder folder;
  const FilmSettings settings = settingsOf(FilmFormat::webm, folder.path() / "film.webm");
  writeQuarters(settings, 30, 1);
  const ReadFilm film = readFilm(settings.file);
  EXPECT_EQ(film.codec, "vp9");
  EXPECT_EQ(film.pixelFormat, "yuv420p");
  EXPECT_EQ(film.frames, 30U);
  EXPECT_NEAR(film.seconds, 1.2, 2e-3);
  expectQuarters(film.first, 6.0);
}

TEST(FilmWriter, GifHasItsOwnPalette) {
  const TestFolder folder;
  const FilmSettings settings = settingsOf(FilmFormat::gif, folder.path() / "film.gif");
  writeQuarters(settings, 10, 2);
  const ReadFilm film = readFilm(settings.file);
  EXPECT_EQ(film.codec, "gif");
  EXPECT_EQ(film.frames, 20U);
  EXPECT_NEAR(film.seconds, 0.8, 0.011);
  expectQuarters(film.first, 10.0);
  expectQuarters(film.last, 10.0);
}

TEST(FilmWriter, PicturesLieNumberedInAFolder) {
  const TestFolder folder;
  const FilmSettings settings = settingsOf(FilmFormat::pictures, folder.path() / "with 100 % sand" / "film");
  writeQuarters(settings, 3, 2);
  for (int i = 1; i <= 6; ++i) {
    const ReadFilm picture = readFilm(settings.file / pictureName(static_cast<std::uint64_t>(i)));
    EXPECT_EQ(picture.codec, "png");
    ASSERT_EQ(picture.frames, 1U) << i;
    expectQuarters(picture.first, 0.0);
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(settings.file), {}), 6);
  // The pictures of another film would be taken for these.
  EXPECT_THROW(FilmWriter again(settings), FilmError);
}

TEST(FilmWriter, APictureCanBeShownForManyFrames) {
  const TestFolder folder;
  const FilmSettings settings = settingsOf(FilmFormat::mp4, folder.path() / "film.mp4");
  writeQuarters(settings, 2, 50);
  const ReadFilm film = readFilm(settings.file);
  EXPECT_EQ(film.frames, 100U);
  EXPECT_NEAR(film.seconds, 4.0, 1e-3);
}

/// What a film weighs follows its quality.
TEST(FilmWriter, QualityCostsSpace) {
  const TestFolder folder;
  for (const FilmFormat format : {FilmFormat::mp4, FilmFormat::webm}) {
    std::vector<std::uintmax_t> sizes;
    for (const FilmQuality quality : {FilmQuality::small, FilmQuality::good, FilmQuality::best}) {
      FilmSettings settings = settingsOf(format, folder.path() / "film");
      settings.quality = quality;
      FilmWriter film(settings);
      RgbaImage picture;
      picture.resize(settings.size.width, settings.size.height);
      for (unsigned i = 0; i < 10; ++i) {
        paintNoise(picture, i);
        film.write(picture);
      }
      film.finish();
      sizes.push_back(std::filesystem::file_size(settings.file));
    }
    EXPECT_LT(sizes[0], sizes[1]);
    EXPECT_LT(sizes[1], sizes[2]);
  }
}

/// Without H.264 a film is made with what there is.
TEST(FilmWriter, OtherEncodersStandIn) {
  const char* const names[] = {"no_such_encoder", "mpeg4"};
  EXPECT_EQ(firstEncoder(names), "mpeg4");
  EXPECT_EQ(firstEncoder(std::span(names).first(1)), "");
  const TestFolder folder;
  FilmSettings settings = settingsOf(FilmFormat::mp4, folder.path() / "film.mp4");
  for (const char* name : {"mpeg4", "libvpx-vp9"}) {
    settings.encoder = name;
    writeQuarters(settings, 10, 1);
    EXPECT_EQ(readFilm(settings.file).frames, 10U) << name;
  }
}

std::string troubleOf(const FilmSettings& settings) {
  try {
    FilmWriter film(settings);
  } catch (const FilmError& trouble) {
    return trouble.what();
  }
  return {};
}

TEST(FilmWriter, SaysWhatIsWrong) {
  const TestFolder folder;
  FilmSettings settings = settingsOf(FilmFormat::mp4, folder.path() / "film.mp4");
  settings.encoder = "no_such_encoder";
  EXPECT_NE(troubleOf(settings).find("no_such_encoder"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(settings.file));
  settings.encoder.clear();
  settings.size = {321, 180};
  EXPECT_NE(troubleOf(settings).find("even"), std::string::npos);
  settings.size = {320, 8};
  EXPECT_NE(troubleOf(settings).find("320 x 8"), std::string::npos);
  settings = settingsOf(FilmFormat::gif, folder.path() / "film.gif");
  settings.framesPerSecond = 60;
  EXPECT_NE(troubleOf(settings).find("GIF"), std::string::npos);
  std::ofstream(folder.path() / "file") << "no folder";
  settings = settingsOf(FilmFormat::mp4, folder.path() / "file" / "film.mp4");
  EXPECT_NE(troubleOf(settings).find((folder.path() / "file").string()), std::string::npos);
  settings = settingsOf(FilmFormat::mp4, folder.path());
  EXPECT_NE(troubleOf(settings).find(folder.path().string()), std::string::npos) << "a folder is no film";
  FilmWriter film(settingsOf(FilmFormat::mp4, folder.path() / "film.mp4"));
  RgbaImage other;
  other.resize(100, 100);
  EXPECT_THROW(film.write(other), FilmError);
}

TEST(FilmSettings, NamesAreNeverTakenTwice) {
  const TestFolder folder;
  EXPECT_EQ(newFilmFile(folder.path(), "drum", FilmFormat::mp4).filename(), "drum-001.mp4");
  std::ofstream(folder.path() / "drum-001.mp4") << "x";
  std::ofstream(folder.path() / "drum-002.mp4") << "x";
  EXPECT_EQ(newFilmFile(folder.path(), "drum", FilmFormat::mp4).filename(), "drum-003.mp4");
  EXPECT_EQ(newFilmFile(folder.path(), "drum", FilmFormat::gif).filename(), "drum-001.gif");
  EXPECT_EQ(newFilmFile(folder.path(), "drum", FilmFormat::pictures).filename(), "drum-001");
}

TEST(FilmSettings, EndingsTellTheFormat) {
  EXPECT_EQ(formatOf("a/film.mp4"), FilmFormat::mp4);
  EXPECT_EQ(formatOf("film.WebM"), FilmFormat::webm);
  EXPECT_EQ(formatOf("film.gif"), FilmFormat::gif);
  EXPECT_EQ(formatOf("pictures"), FilmFormat::pictures);
  EXPECT_EQ(formatOf("film.avi"), std::nullopt);
}

TEST(FilmSettings, OddSizesStayWhereTheFormatHasThem) {
  for (const FilmFormat format : {FilmFormat::gif, FilmFormat::pictures}) {
    FilmSettings settings;
    settings.format = format;
    settings.file = "film";
    setSize(settings, {1281, 721});
    EXPECT_EQ(settings.size, (PixelSize{1281, 721}));
    EXPECT_EQ(sizeRemark(settings), "");
    EXPECT_EQ(problemOf(settings), "");
  }
  FilmSettings film;
  setSize(film, {1281, 721});
  EXPECT_EQ(film.size, (PixelSize{1280, 720}));
  EXPECT_EQ(sizeRemark(film), "; 1280 x 720 pixels, as MP4 has even sides only");
}

}  // namespace
}  // namespace scree::testing
