#include "app/console/status_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "app/console/print.h"

namespace scree {

namespace {

bool stderrIsTerminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

}  // namespace

StatusLine::StatusLine() : terminal_(stderrIsTerminal()) {}

std::size_t StatusLine::width() {
  winsize size = {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return (known ? size.ws_col : 80) - 1;
}

void StatusLine::show(const std::string& line) {
  if (!terminal_) {
    return;
  }
  print(stderr, "\r\x1b[K{}", line);
  std::fflush(stderr);
  shown_ = true;
}

void StatusLine::clear() {
  if (shown_) {
    print(stderr, "\r\x1b[K");
    std::fflush(stderr);
    shown_ = false;
  }
}

}  // namespace scree
