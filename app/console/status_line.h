#pragma once

#include <cstddef>
#include <string>

namespace scree {

/// Line on stderr that is rewritten. Prints nothing if stderr is not a terminal.
class StatusLine {
 public:
  StatusLine();
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool isShown() const { return terminal_; }
  /// Number of characters of the longest line. One column of the terminal stays free: some wrap the line when the last
  /// is written.
  static std::size_t width();
  /// Shows a line of at most width() characters.
  void show(const std::string& line);
  /// Removes the line. Call it before other output.
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
};

}  // namespace scree
