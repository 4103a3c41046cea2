#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace scree {

/// A rectangle in logical pixels of the viewport, y down.
struct ProbeRect {
  float x0 = 0.0f;
  float y0 = 0.0f;
  float x1 = 0.0f;
  float y1 = 0.0f;
};

/// Places of the widgets of the last frame, by name. Tests need it: an immediate-mode window keeps no widgets to ask.
class Probes {
 public:
  void clear() {
    rects_.clear();
    texts_.clear();
  }
  void record(std::string_view name, const ProbeRect& rect) { rects_.insert_or_assign(std::string(name), rect); }
  std::optional<ProbeRect> find(std::string_view name) const {
    const auto found = rects_.find(name);
    return found == rects_.end() ? std::nullopt : std::optional(found->second);
  }
  /// Records the text of a widget, if the text differs from the name.
  void recordText(std::string_view name, std::string_view text) {
    texts_.insert_or_assign(std::string(name), std::string(text));
  }
  std::optional<std::string> textOf(std::string_view name) const {
    const auto found = texts_.find(name);
    return found == texts_.end() ? std::nullopt : std::optional(found->second);
  }
  const std::map<std::string, ProbeRect, std::less<>>& all() const { return rects_; }

 private:
  std::map<std::string, ProbeRect, std::less<>> rects_;
  std::map<std::string, std::string, std::less<>> texts_;
};

}  // namespace scree
