#pragma once

#include <cstdint>
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
/// Names that come again in the next frame keep their memory.
class Probes {
 public:
  /// Begins a frame: nothing is found until it is recorded again.
  void clear() {
    std::erase_if(rects_, [this](const auto& one) { return one.second.frame != frame_; });
    std::erase_if(texts_, [this](const auto& one) { return one.second.frame != frame_; });
    ++frame_;
  }
  void record(std::string_view name, const ProbeRect& rect) { entryOf(rects_, name) = {frame_, rect}; }
  std::optional<ProbeRect> find(std::string_view name) const { return valueOf(rects_, name); }
  /// Records the text of a widget, if the text differs from the name.
  void recordText(std::string_view name, std::string_view text) {
    Entry<std::string>& entry = entryOf(texts_, name);
    entry.frame = frame_;
    entry.value = text;
  }
  std::optional<std::string> textOf(std::string_view name) const { return valueOf(texts_, name); }
  /// Places of all widgets, by name.
  std::map<std::string, ProbeRect, std::less<>> all() const {
    std::map<std::string, ProbeRect, std::less<>> places;
    for (const auto& [name, entry] : rects_) {
      if (entry.frame == frame_) {
        places.emplace(name, entry.value);
      }
    }
    return places;
  }

 private:
  template <typename T>
  struct Entry {
    std::uint64_t frame = 0;  ///< number of the frame that it was recorded in
    T value = {};
  };
  template <typename T>
  using Entries = std::map<std::string, Entry<T>, std::less<>>;

  template <typename T>
  static Entry<T>& entryOf(Entries<T>& entries, std::string_view name) {
    const auto found = entries.find(name);
    return found != entries.end() ? found->second : entries.emplace(std::string(name), Entry<T>{}).first->second;
  }
  template <typename T>
  std::optional<T> valueOf(const Entries<T>& entries, std::string_view name) const {
    const auto found = entries.find(name);
    return found == entries.end() || found->second.frame != frame_ ? std::nullopt : std::optional(found->second.value);
  }

  std::uint64_t frame_ = 1;
  Entries<ProbeRect> rects_;
  Entries<std::string> texts_;
};

}  // namespace scree
