#include "app/window/message_log.h"

#include <QTime>

namespace scree {

namespace {

constexpr std::size_t kMostLines = 200;

}  // namespace

void MessageLog::add(const std::string& text) {
  lines_.push_back(QTime::currentTime().toString("HH:mm:ss ").toStdString() + text);
  if (lines_.size() > kMostLines) {
    lines_.pop_front();
  }
}

}  // namespace scree
