#pragma once

#include <deque>
#include <string>

namespace scree {

/// Last messages to the user, each with the time of day.
class MessageLog {
 public:
  void add(const std::string& text);
  const std::deque<std::string>& lines() const { return lines_; }

 private:
  std::deque<std::string> lines_;
};

}  // namespace scree
