#include "app/video/recorder.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <future>
#include <stdexcept>
#include <thread>

#include "app/video/film_writer.h"
#include "tests/io/test_folder.h"
#include "tests/video/film_reader.h"
#include "tests/video/pictures.h"

namespace scree::testing {
namespace {

FilmSettings recorderSettings(const std::filesystem::path& file, FilmFormat format = FilmFormat::mp4) {
  FilmSettings settings;
  settings.file = file;
  settings.format = format;
  settings.size = {160, 90};
  return settings;
}

bool waitFor(const std::function<bool()>& done) {
  const auto start = std::chrono::steady_clock::now();
  while (!done()) {
    if (std::chrono::steady_clock::now() - start > std::chrono::seconds(60)) {
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/// Offers `count` pictures of noise, as fast as they are taken; fewer when the recorder stops.
void offerNoise(Recorder& recorder, unsigned count) {
  for (unsigned i = 0; i < count && !recorder.isDone();) {
    if (recorder.offer([i](RgbaImage& picture) { paintNoise(picture, i); }, 1)) {
      ++i;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

TEST(Recorder, MakesAFilmInTheBackground) {
  const TestFolder folder;
  std::atomic<bool> ended = false;
  Recorder recorder(recorderSettings(folder.path() / "film.mp4"), [&ended] { ended = true; });
  offerNoise(recorder, 20);
  recorder.offer([](RgbaImage& picture) { paintQuarters(picture); }, 10);
  recorder.finish();
  EXPECT_FALSE(recorder.offer([](RgbaImage&) {}, 1)) << "no frame comes after the end";
  ASSERT_TRUE(waitFor([&] { return recorder.isDone(); }));
  EXPECT_TRUE(ended);
  const RecorderProgress progress = recorder.progress();
  EXPECT_EQ(progress.state, RecorderProgress::State::finished) << progress.message;
  EXPECT_EQ(progress.message, "");
  EXPECT_EQ(progress.encoder, "libx264");
  const ReadFilm film = readFilm(folder.path() / "film.mp4");
  EXPECT_EQ(film.frames, progress.frames);
  EXPECT_GE(film.frames, 20U);
}

TEST(Recorder, AFullQueueRefusesAtOnce) {
  const TestFolder folder;
  Recorder recorder(recorderSettings(folder.path() / "film.mp4"));
  std::promise<void> gate;
  const std::shared_future<void> open = gate.get_future().share();
  std::atomic<int> painted = 0;
  const Recorder::Painter slow = [&](RgbaImage& picture) {
    open.wait();
    paintQuarters(picture);
    ++painted;
  };
  int taken = 0;
  for (int i = 0; i < 100; ++i) {
    taken += recorder.offer(slow, 1) ? 1 : 0;
  }
  EXPECT_GE(taken, 2);
  EXPECT_LE(taken, 3) << "two wait while one is drawn";
  EXPECT_FALSE(recorder.offer(slow, 1));
  gate.set_value();
  ASSERT_TRUE(waitFor([&] { return recorder.hasRoom(); }));
  recorder.finish();
  ASSERT_TRUE(waitFor([&] { return recorder.isDone(); }));
  EXPECT_EQ(painted, taken) << "what was taken is in the film";
  EXPECT_EQ(readFilm(folder.path() / "film.mp4").frames, static_cast<std::size_t>(taken));
}

TEST(Recorder, TroubleWithDrawingEndsTheFilm) {
  const TestFolder folder;
  Recorder recorder(recorderSettings(folder.path() / "film.mp4"));
  offerNoise(recorder, 5);
  ASSERT_TRUE(waitFor([&] { return recorder.progress().frames == 5; }));
  recorder.offer([](RgbaImage&) { throw std::runtime_error("the graphics memory is full"); }, 1);
  ASSERT_TRUE(waitFor([&] { return recorder.isDone(); }));
  EXPECT_EQ(recorder.progress().state, RecorderProgress::State::failed);
  EXPECT_NE(recorder.progress().message.find("the graphics memory is full"), std::string::npos);
  EXPECT_NE(recorder.progress().message.find("Recording stopped; 0.2 s of film"), std::string::npos);
}

TEST(Recorder, AFilmWithoutFramesIsNotLeftBehind) {
  const TestFolder folder;
  {
    Recorder recorder(recorderSettings(folder.path() / "film.mp4"));
    recorder.offer([](RgbaImage&) { throw std::runtime_error("no OpenGL"); }, 1);
    ASSERT_TRUE(waitFor([&] { return recorder.isDone(); }));
    EXPECT_EQ(recorder.progress().message, "Nothing was recorded. no OpenGL");
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "film.mp4"));
}

/// Lets files of this process grow to so many bytes while it lives: a disk that becomes full, without rights for one.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  void (*signal_)(int);
  rlimit before_{};
};

TEST(Recorder, AFullDiskEndsTheFilmAndWhatWasWrittenPlays) {
  for (const FilmFormat format : {FilmFormat::mp4, FilmFormat::webm, FilmFormat::gif}) {
    const TestFolder folder;
    const FilmSettings settings = recorderSettings(folder.path() / "film", format);
    std::string message;
    std::size_t left = 0;
    {
      const SmallDisk disk(1'000'000);
      Recorder recorder(settings);
      offerNoise(recorder, 2000);
      ASSERT_TRUE(waitFor([&] { return recorder.isDone(); }));
      EXPECT_EQ(recorder.progress().state, RecorderProgress::State::failed);
      message = recorder.progress().message;
      left = recorder.progress().frames;
    }
    EXPECT_NE(message.find("File too large"), std::string::npos) << message;
    EXPECT_NE(message.find(settings.file.string()), std::string::npos) << message;
    EXPECT_NE(message.find("Free some space"), std::string::npos) << message;
    EXPECT_EQ(readFilm(settings.file).frames, left) << kFilmFormatNames[static_cast<std::size_t>(format)];
    EXPECT_GT(left, 5U) << kFilmFormatNames[static_cast<std::size_t>(format)];
  }
}

TEST(Recorder, AFullDiskEndsASequenceOfPictures) {
  const TestFolder folder;
  const FilmSettings settings = recorderSettings(folder.path() / "pictures", FilmFormat::pictures);
  {
    Recorder recorder(settings);
    offerNoise(recorder, 3);
    ASSERT_TRUE(waitFor([&] { return recorder.progress().frames == 3; }));
    const SmallDisk disk(10'000);
    offerNoise(recorder, 10);
    ASSERT_TRUE(waitFor([&] { return recorder.isDone(); }));
    EXPECT_NE(recorder.progress().message.find("Free some space"), std::string::npos) << recorder.progress().message;
  }
  EXPECT_EQ(readFilm(settings.file / pictureName(3)).frames, 1U);
  EXPECT_FALSE(std::filesystem::exists(settings.file / pictureName(10)));
}

TEST(Recorder, ADeviceThatIsFullIsLeftAlone) {
  if (!std::filesystem::exists("/dev/full")) {
    GTEST_SKIP() << "this system has no /dev/full";
  }
  Recorder recorder(recorderSettings("/dev/full", FilmFormat::webm));
  offerNoise(recorder, 100);
  ASSERT_TRUE(waitFor([&] { return recorder.isDone(); }));
  EXPECT_NE(recorder.progress().message.find("No space left on device"), std::string::npos)
      << recorder.progress().message;
  EXPECT_TRUE(std::filesystem::exists("/dev/full"));
}

/// The file stays as it was when it may not be written.
TEST(Recorder, AFilmThatCannotBeginTouchesNothing) {
  const TestFolder folder;
  std::filesystem::create_directory(folder.path() / "film.mp4");
  Recorder recorder(recorderSettings(folder.path() / "film.mp4"));
  ASSERT_TRUE(waitFor([&] { return recorder.isDone(); }));
  EXPECT_EQ(recorder.progress().message.find("Nothing was recorded"), 0U) << recorder.progress().message;
  EXPECT_NE(recorder.progress().message.find("choose another folder"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_directory(folder.path() / "film.mp4"));
}

/// Films on until it is killed; tells through the pipe when there are enough frames.
[[noreturn]] void filmUntilKilled(const FilmSettings& settings, int pipe) {
  Recorder recorder(settings);
  for (unsigned i = 0;; ++i) {
    offerNoise(recorder, 1);
    if (i == 100) {
      const char done = 1;
      if (write(pipe, &done, 1) != 1) {
        _exit(1);
      }
    }
  }
}

TEST(Recorder, KilledWhileRecordingLeavesAFilmThatPlays) {
  for (const FilmFormat format : {FilmFormat::mp4, FilmFormat::webm, FilmFormat::gif}) {
    const TestFolder folder;
    const FilmSettings settings = recorderSettings(folder.path() / "film", format);
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      filmUntilKilled(settings, ends[1]);
    }
    close(ends[1]);
    char done = 0;
    EXPECT_EQ(read(ends[0], &done, 1), 1);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    close(ends[0]);
    EXPECT_TRUE(WIFSIGNALED(status));
    // Of 100 frames or more at 30 a second, all but about the last second and a half.
    EXPECT_GT(readFilm(settings.file).frames, 50U) << kFilmFormatNames[static_cast<std::size_t>(format)];
  }
}

}  // namespace
}  // namespace scree::testing
