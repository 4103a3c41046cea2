#include "app/video/recorder.h"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "app/video/film_check.h"
#include "app/video/film_writer.h"

namespace scree {

namespace {

// Largest number of frames in the queue. Each may hold a whole snapshot, so they are few; two are enough for drawing
// and the simulation to overlap.
constexpr std::size_t kMostWaiting = 2;

}  // namespace

Recorder::Recorder(FilmSettings settings, std::function<void()> atEnd)
    : settings_(std::move(settings)), atEnd_(std::move(atEnd)), thread_([this] { work(); }) {}

Recorder::~Recorder() { finish(); }

bool Recorder::hasRoom() const {
  const std::lock_guard lock(mutex_);
  return progress_.state == RecorderProgress::State::recording && waiting_.size() < kMostWaiting;
}

bool Recorder::offer(Painter painter, int times, bool isLast) {
  {
    const std::lock_guard lock(mutex_);
    if (progress_.state != RecorderProgress::State::recording || (waiting_.size() >= kMostWaiting && !isLast)) {
      return false;
    }
    waiting_.push_back({std::move(painter), times});
  }
  changed_.notify_one();
  return true;
}

void Recorder::finish() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    if (progress_.state == RecorderProgress::State::recording) {
      progress_.state = RecorderProgress::State::finishing;
    }
  }
  changed_.notify_one();
}

void Recorder::cancel() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    waiting_.clear();
  }
  finish();
}

bool Recorder::isCancelled() const {
  const std::lock_guard lock(mutex_);
  return cancelled_;
}

void Recorder::removeFilm() const {
  std::error_code ignored;
  if (settings_.format != FilmFormat::pictures) {
    if (std::filesystem::is_regular_file(settings_.file, ignored)) {
      std::filesystem::remove(settings_.file, ignored);
    }
    return;
  }
  // The folder was empty before; files of others in it stay.
  for (std::uint64_t number = 1; std::filesystem::remove(settings_.file / pictureName(number), ignored); ++number) {
  }
  std::filesystem::remove(settings_.file, ignored);
}

RecorderProgress Recorder::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

bool Recorder::isDone() const {
  const std::lock_guard lock(mutex_);
  using State = RecorderProgress::State;
  return progress_.state == State::finished || progress_.state == State::failed || progress_.state == State::cancelled;
}

std::optional<Recorder::Frame> Recorder::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
  if (waiting_.empty() || cancelled_) {
    return std::nullopt;
  }
  Frame frame = std::move(waiting_.front());
  waiting_.pop_front();
  return frame;
}

void Recorder::record() {
  FilmWriter film(settings_);
  {
    const std::lock_guard lock(mutex_);
    progress_.encoder = film.encoderName();
    begun_ = true;
  }
  RgbaImage picture;
  picture.resize(settings_.size.width, settings_.size.height);
  std::string trouble;  // error of a painter: the frames before it still make a complete film
  while (const std::optional<Frame> frame = next()) {
    try {
      frame->painter(picture);
    } catch (const std::exception& problem) {
      trouble = problem.what();
      break;
    }
    film.write(picture, frame->times);
    const std::lock_guard lock(mutex_);
    progress_.frames = film.frames();
  }
  if (isCancelled()) {
    return;
  }
  if (trouble.empty() && film.frames() == 0) {
    trouble = "It was stopped before its first frame";
  }
  const auto goOn = [this](double share) {
    const std::lock_guard lock(mutex_);
    progress_.finished = share;
    return !cancelled_;
  };
  const std::string remark = film.frames() > 0 ? film.finish(goOn) : "";
  if (!trouble.empty()) {
    throw std::runtime_error(trouble);
  }
  const std::lock_guard lock(mutex_);
  progress_.message = remark;
}

void Recorder::work() {
  std::string trouble;
  try {
    record();
  } catch (const FilmError& problem) {
    trouble = problem.what();
    trouble += begun_ ? ". Free some space or choose another folder" : "";
  } catch (const std::exception& problem) {
    trouble = problem.what();
  }
  {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
  }
  if (atEnd_) {
    atEnd_();
  }
  if (isCancelled()) {
    if (begun_) {
      removeFilm();
    }
    const std::lock_guard lock(mutex_);
    progress_.state = RecorderProgress::State::cancelled;
    return;
  }
  if (!trouble.empty()) {
    fail(trouble);
    return;
  }
  const std::lock_guard lock(mutex_);
  progress_.state = RecorderProgress::State::finished;
}

void Recorder::fail(const std::string& reason) {
  // Frames in the encoder or in an unfinished fragment are lost, so the frames in the file are counted.
  const bool isFile = begun_ && settings_.format != FilmFormat::pictures;
  const std::uint64_t left = isFile ? countFrames(settings_.file) : progress().frames;
  const std::lock_guard lock(mutex_);
  progress_.state = RecorderProgress::State::failed;
  progress_.frames = left;
  if (left == 0) {
    progress_.message = fmt::format("Nothing was recorded. {}", reason);
    std::error_code ignored;
    if (begun_ && std::filesystem::is_regular_file(settings_.file, ignored)) {
      std::filesystem::remove(settings_.file, ignored);  // a film without frames is useless
    }
    return;
  }
  const double seconds = static_cast<double>(progress_.frames) / settings_.framesPerSecond;
  progress_.message = fmt::format("Recording stopped; {:.1f} s of film can be played. {}", seconds, reason);
}

}  // namespace scree
