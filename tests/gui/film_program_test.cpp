#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <algorithm>

#include "app/film/option_pages.h"
#include "app/film/options.h"
#include "engine/io/output_file.h"
#include "tests/cli/command_lines.h"
#include "tests/cli/vocabulary.h"
#include "tests/video/film_reader.h"

namespace scree::testing {
namespace {

/// Runs the program as a script would.
class FilmProgram : public ::testing::Test {
 protected:
  QString path(const QString& name) { return folder_.path() + "/" + name; }
  void start(const QStringList& arguments) {
    QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    own.insert("XDG_CONFIG_HOME", folder_.path());
    // What is freed is overwritten at once: two threads that draw must not look into what the other has freed.
    own.insert("MALLOC_PERTURB_", "165");
    process_.setProcessEnvironment(own);
    process_.setProcessChannelMode(QProcess::MergedChannels);
    process_.start(SCREE_PROGRAM, arguments);
  }
  int run(const QStringList& arguments) {
    start(arguments);
    EXPECT_TRUE(process_.waitForFinished(120000));
    text_ = process_.readAll();
    return process_.exitStatus() == QProcess::NormalExit ? process_.exitCode() : -1;
  }

  QTemporaryDir folder_;
  QProcess process_;
  QByteArray text_;
};

TEST_F(FilmProgram, FilmsASceneFromItsStartAndQuits) {
  EXPECT_EQ(run({"column", "--film", path("film.webm"), "--seconds", "1 s", "--size", "320x200"}), 0)
      << text_.toStdString();
  const ReadFilm film = readFilm(path("film.webm").toStdString());
  EXPECT_EQ(film.frames, 30U);
  EXPECT_NEAR(film.seconds, 1.0, 2e-3);
  EXPECT_EQ(film.first.width, 320);
  EXPECT_EQ(film.first.height, 200);
}

TEST_F(FilmProgram, SaysWhatWentWrong) {
  EXPECT_EQ(run({"column", "--film", path("film.avi")}), 1);
  EXPECT_TRUE(text_.contains(".mp4")) << text_.toStdString();
  EXPECT_EQ(run({"column", "--film", "/dev/null/film.mp4", "--size", "320x200"}), 4);
  EXPECT_TRUE(text_.contains("/dev/null")) << text_.toStdString();
}

TEST_F(FilmProgram, KilledWhileRecordingLeavesAFilmThatPlays) {
  const QString file = path("film.mp4");
  start({"column", "--film", file, "--seconds", "1000", "--size", "320x200"});
  QElapsedTimer clock;
  clock.start();
  // The first fragment, a second long, is out when the file has more than its header.
  while (QFileInfo(file).size() < 20000 && clock.elapsed() < 60000 && process_.state() != QProcess::NotRunning) {
    process_.waitForFinished(20);
  }
  ASSERT_EQ(process_.state(), QProcess::Running)
      << "It ended by itself after " << clock.elapsed() << " ms, with " << QFileInfo(file).size()
      << " bytes of film, by " << (process_.exitStatus() == QProcess::CrashExit ? "signal " : "exit code ")
      << process_.exitCode() << ": " << process_.readAll().toStdString();
  process_.kill();
  ASSERT_TRUE(process_.waitForFinished(10000));
  EXPECT_EQ(process_.exitStatus(), QProcess::CrashExit) << process_.readAll().toStdString();
  EXPECT_GE(readFilm(file.toStdString()).frames, 30U);
}

TEST(FilmOptions, AreUnderstood) {
  const Options options =
      parseOptions({"pile", "--film=film.GIF", "--seconds", "2500 ms", "--speed=0.5", "--fps=25", "--size",
                    "square-1080", "--show", "window", "--clock", "screen", "--quality", "best", "--set", "seed=2"},
                   false);
  EXPECT_EQ(options.problem.toStdString(), "");
  EXPECT_EQ(options.film.format, FilmFormat::gif);
  EXPECT_EQ(options.film.stopAfter, 2.5);
  EXPECT_EQ(options.film.speed, 0.5);
  EXPECT_EQ(options.film.framesPerSecond, 25);
  EXPECT_EQ(kSizePresets[static_cast<std::size_t>(options.film.sizePreset)].name, "square 1080");
  EXPECT_EQ(options.film.content, FilmContent::window);
  EXPECT_EQ(options.film.clock, FilmClock::screen);
  EXPECT_EQ(options.film.quality, FilmQuality::best);
  ASSERT_EQ(options.settings.size(), 1U);
  EXPECT_EQ(options.settings[0].key, "seed");
  EXPECT_EQ(parseOptions({"--film", "a.mp4", "--size", "1280x720"}, false).film.ownSize, (PixelSize{1280, 720}));
  // Without a film, size and speed are of the window.
  const Options window = parseOptions({"--size", "1280x800", "--speed", "0"}, false);
  EXPECT_EQ(window.size, QSize(1280, 800));
  EXPECT_EQ(window.speed, 0.0);
  for (const QStringList& wrong : {QStringList{"--film", "film.avi"},
                                   {"--seconds", "0"},
                                   {"--speed", "-1"},
                                   {"--speed", "nan"},
                                   {"--fps", "x"},
                                   {"--size", "huge"},
                                   {"--show", "all"},
                                   {"--clock", "sundial"},
                                   {"--clock", "replay"},
                                   {"--render", "film.avi"},
                                   {"--from", "-1"},
                                   {"--from", "2 kg"},
                                   {"--set", "nonsense"},
                                   {"--after"},
                                   {"--quality", "4"}}) {
    EXPECT_TRUE(parseOptions(wrong, false).problem.contains(wrong.front())) << wrong.front().toStdString();
  }
}

TEST(FilmOptions, MistypedOnesAreCorrected) {
  const auto problem = [](const QStringList& arguments) {
    return parseOptions(arguments, false).problem.toStdString();
  };
  EXPECT_EQ(problem({"--screnshot", "a.png"}), "there is no option '--screnshot': did you mean '--screenshot'?");
  EXPECT_EQ(problem({"--record", "a.mp4"}), "there is no option '--record': use --film");
  EXPECT_EQ(problem({"--film=a.mp4", "--limit=3"}),
            "--limit: only a GIF has a largest size: leave it out, or give a file that ends with .gif");
  EXPECT_EQ(problem({"--limit=3", "--film=a.gif"}), "");
  EXPECT_EQ(problem({"--record-size", "720p"}), "there is no option '--record-size': use --size");
  EXPECT_EQ(problem({"--colour", "sped"}).rfind("--colour: there is no 'sped': did you mean 'speed'?", 0), 0U);
  EXPECT_EQ(problem({"drum", "pile"}), "one scene at a time: 'pile' is one word too many");
}

TEST(FilmOptions, AreWordsOfTheVocabulary) {
  const std::string help = helpText().toStdString();
  for (const std::string& word : optionWords()) {
    EXPECT_TRUE(kVocabulary.contains(word)) << word;
    EXPECT_NE(help.find("  " + word), std::string::npos) << word;
  }
}

TEST(FilmOptions, CommandLinesOfDocumentsAreUnderstood) {
  const std::vector<std::string> known = optionWords();
  std::size_t lines = 0;
  for (const std::filesystem::path& file : documents()) {
    for (const std::vector<std::string>& words : commandLinesOf(readFile(file), "(?:xvfb-run -a .*)?scree")) {
      ++lines;
      for (const std::string& word : words) {
        const std::string name = word.substr(0, word.find('='));
        EXPECT_TRUE(!word.starts_with("--") || std::ranges::find(known, name) != known.end())
            << file.filename() << ": scree has no option " << name;
      }
    }
  }
  EXPECT_GT(lines, 0U);
}

}  // namespace
}  // namespace scree::testing
