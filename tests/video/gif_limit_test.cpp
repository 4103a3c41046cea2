#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "app/video/film_writer.h"
#include "app/video/recorder.h"
#include "tests/io/test_folder.h"
#include "tests/video/film_reader.h"
#include "tests/video/pictures.h"

namespace scree::testing {
namespace {

constexpr double kLimit = 0.12;  // MB

FilmSettings limitedGif(const std::filesystem::path& file) {
  FilmSettings settings;
  settings.file = file;
  settings.format = FilmFormat::gif;
  settings.size = {192, 108};
  settings.framesPerSecond = 25;
  settings.gifLimit = kLimit;
  return settings;
}

/// Bright balls that fall over a dark ground, so that each frame differs from the one before.
void paintBalls(RgbaImage& picture, int frame) {
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const int row = (y + 7 * frame + 13 * (x / 16)) % 20 - 10;
      const int column = x % 16 - 8;
      const int square = row * row + column * column;
      std::uint8_t* pixel =
          picture.pixels.data() + picture.rowBytes() * static_cast<std::size_t>(y) + 4 * static_cast<std::size_t>(x);
      pixel[0] = static_cast<std::uint8_t>(square < 49 ? 250 - 4 * square : 30);
      pixel[1] = static_cast<std::uint8_t>(square < 49 ? 200 - 2 * square - x / 4 : 32);
      pixel[2] = static_cast<std::uint8_t>(square < 49 ? 40 + y / 2 : 36);
    }
  }
}

std::size_t filesIn(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

std::string writeFilm(const FilmSettings& settings, int frames) {
  FilmWriter film(settings);
  RgbaImage picture;
  picture.resize(settings.size.width, settings.size.height);
  for (int i = 0; i < frames; ++i) {
    paintBalls(picture, i);
    film.write(picture);
  }
  return film.finish();
}

TEST(GifLimit, ALargeGifIsMadeAgainUntilItFits) {
  const TestFolder folder;
  FilmSettings settings = limitedGif(folder.path() / "free.gif");
  settings.gifLimit = 0.0;
  EXPECT_EQ(writeFilm(settings, 75), "");
  ASSERT_GT(std::filesystem::file_size(settings.file), 1.2e6 * kLimit) << "the film was to be too large";
  settings.gifLimit = kLimit;
  settings.file = folder.path() / "limited.gif";
  const std::string remark = writeFilm(settings, 75);
  const auto bytes = static_cast<double>(std::filesystem::file_size(settings.file));
  EXPECT_LE(bytes, 1e6 * kLimit);
  EXPECT_GE(bytes, 0.4e6 * kLimit) << "it was made smaller than it had to be: " << remark;
  const ReadFilm film = readFilm(settings.file);
  EXPECT_EQ(film.codec, "gif");
  EXPECT_NEAR(film.seconds, 3.0, 0.05);
  EXPECT_NEAR(static_cast<double>(film.first.width) / film.first.height, 16.0 / 9.0, 0.06);
  EXPECT_NE(remark.find("under 0.12 MB"), std::string::npos) << remark;
  EXPECT_NE(remark.find(std::to_string(film.first.width) + " x " + std::to_string(film.first.height)),
            std::string::npos)
      << remark;
  // Each n-th frame is there.
  const auto every = static_cast<std::size_t>(std::lround(75.0 / static_cast<double>(film.frames)));
  EXPECT_EQ(film.frames, (75 + every - 1) / every);
  EXPECT_EQ(filesIn(folder.path()), 2U) << "the kept frames are gone";
}

TEST(GifLimit, AGifThatFitsStaysAsItIs) {
  const TestFolder folder;
  FilmSettings settings = limitedGif(folder.path() / "free.gif");
  settings.gifLimit = 0.0;
  EXPECT_EQ(writeFilm(settings, 3), "");
  settings.file = folder.path() / "limited.gif";
  settings.gifLimit = 5.0;
  EXPECT_EQ(writeFilm(settings, 3), "");
  EXPECT_EQ(std::filesystem::file_size(folder.path() / "free.gif"), std::filesystem::file_size(settings.file));
  EXPECT_EQ(filesIn(folder.path()), 2U);
}

TEST(GifLimit, WhatNeverFitsIsRefusedWithARemedy) {
  const TestFolder folder;
  FilmSettings settings = limitedGif(folder.path() / "film.gif");
  settings.gifLimit = 0.002;
  FilmWriter film(settings);
  RgbaImage picture;
  picture.resize(settings.size.width, settings.size.height);
  for (int i = 0; i < 50; ++i) {
    paintNoise(picture, static_cast<unsigned>(i));
    film.write(picture);
  }
  try {
    film.finish();
    FAIL() << "a GIF of 2 kB has room for no film";
  } catch (const FilmError& error) {
    EXPECT_NE(std::string(error.what()).find("allow more"), std::string::npos) << error.what();
  }
}

/// A film that was given up leaves nothing, at any point of its making.
TEST(GifLimit, ACancelledFilmLeavesNothing) {
  for (const FilmFormat format : {FilmFormat::mp4, FilmFormat::gif, FilmFormat::pictures}) {
    for (const bool whileFinishing : {false, true}) {
      const TestFolder folder;
      FilmSettings settings = limitedGif(folder.path() / "film");
      settings.format = format;
      Recorder recorder(settings);
      for (int i = 0; i < 40; ++i) {
        while (!recorder.offer([i](RgbaImage& picture) { paintBalls(picture, i); }, 1)) {
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
      }
      if (whileFinishing) {
        recorder.finish();
        while (format == FilmFormat::gif && !recorder.isDone() && recorder.progress().finished == 0.0) {
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
      }
      recorder.cancel();
      while (!recorder.isDone()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      const bool wasDone = recorder.progress().state == RecorderProgress::State::finished;
      EXPECT_TRUE(whileFinishing || !wasDone);
      EXPECT_TRUE(wasDone || filesIn(folder.path()) == 0U) << static_cast<int>(format) << ", " << whileFinishing;
      EXPECT_FALSE(wasDone && format == FilmFormat::gif) << "making it smaller takes longer than that";
    }
  }
}

}  // namespace
}  // namespace scree::testing
