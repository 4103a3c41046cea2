#include "app/window/start_marker.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <utility>

namespace scree {

StartMarker::StartMarker(std::filesystem::path file) : file_(std::move(file)) {}

bool StartMarker::lastStartFailed() const {
  std::ifstream stream(file_);
  pid_t process = 0;
  if (!(stream >> process) || process <= 0) {
    return false;
  }
  return kill(process, 0) != 0 && errno == ESRCH;  // a live process is still starting
}

void StartMarker::begin() {
  std::error_code ignored;  // a start must not fail because of the marker
  std::filesystem::create_directories(file_.parent_path(), ignored);
  std::ofstream(file_) << getpid() << '\n';
}

void StartMarker::end() {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

}  // namespace scree
