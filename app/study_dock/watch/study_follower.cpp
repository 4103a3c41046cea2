#include "app/study_dock/watch/study_follower.h"

#include <chrono>

namespace scree {

namespace {

template <typename T>
bool isReady(const std::future<T>& future) {
  return future.valid() && future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

void StudyFollower::open(const std::filesystem::path& file) {
  if (!isOpening()) {
    file_ = file;
    opening_ = std::async(std::launch::async, [file] { return openStudy(file); });
  }
}

std::optional<OpenedStudyResult> StudyFollower::takeOpened() {
  if (!isReady(opening_)) {
    return std::nullopt;
  }
  try {
    return opening_.get();
  } catch (const std::exception& error) {
    return OpenedStudyResult{nullptr,
                             {{.file = file_.string(),
                               .what = error.what(),
                               .remedy = "check the file, and that there is memory for its points"}},
                             {}};
  }
}

void StudyFollower::watch(const std::shared_ptr<const OpenedStudy>& study, const std::filesystem::path& folder) {
  broken_.clear();
  watch_ = std::make_shared<StudyWatch>(study, folder);
  lookSoon();
}

void StudyFollower::waitFor(FileTimes files) {
  broken_ = std::move(files);
  watch_.reset();
  sinceLook_.start();
}

std::optional<FolderNews> StudyFollower::poll(int pause) {
  std::optional<FolderNews> news;
  if (isReady(forgetting_)) {
    forgetting_.get();
    lookSoon();
  }
  if (isReady(looking_)) {
    news = looking_.get();
    if (watched_ != watch_) {
      news.reset();  // of another study or folder
    }
  }
  const bool isDue = !sinceLook_.isValid() || sinceLook_.elapsed() >= pause;
  if (!looking_.valid() && !isOpening() && isDue && (watch_ != nullptr || !broken_.empty())) {
    watched_ = watch_;
    looking_ = std::async(std::launch::async, [watch = watch_, broken = broken_] {
      FolderNews found;
      if (watch == nullptr) {
        found.isStudyChanged = haveChanged(broken);
        return found;
      }
      return watch->look();
    });
    sinceLook_.start();
  }
  return news;
}

void StudyFollower::forget(const std::shared_ptr<const OpenedStudy>& study, const std::filesystem::path& folder) {
  forgetting_ = std::async(std::launch::async, [study, folder] { forgetBegun(*study, SweepFolder{folder}); });
}

}  // namespace scree
