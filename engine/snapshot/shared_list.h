#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <vector>

namespace scree {

/// Immutable list that snapshots share for as long as its elements stay the same. A copy shares the elements.
template <class T>
class SharedList {
 public:
  SharedList() = default;
  explicit SharedList(std::vector<T> list) : list_(std::make_shared<const std::vector<T>>(std::move(list))) {}
  SharedList(std::initializer_list<T> list) : SharedList(std::vector<T>(list)) {}

  /// Makes a new list when an element of `now`, converted to T, differs from the list's, or the lengths do. Returns
  /// true if it did.
  template <class U>
  bool follow(const std::vector<U>& now) {
    const auto converted = [](const U& value) { return static_cast<T>(value); };
    if (std::ranges::equal(now, *list_, {}, converted)) {
      return false;
    }
    auto fresh = std::make_shared<std::vector<T>>(now.size());
    std::ranges::transform(now, fresh->begin(), converted);
    list_ = std::move(fresh);
    return true;
  }

  /// True when both share the same elements in memory.
  bool sharesWith(const SharedList& other) const { return list_ == other.list_; }

  std::size_t size() const { return list_->size(); }
  bool empty() const { return list_->empty(); }
  auto begin() const { return list_->begin(); }
  auto end() const { return list_->end(); }
  /// The first element; there is one unless the list is empty.
  const T& front() const { return list_->front(); }
  const T* data() const { return list_->data(); }
  const T& operator[](std::size_t i) const { return (*list_)[i]; }

 private:
  std::shared_ptr<const std::vector<T>> list_ = std::make_shared<const std::vector<T>>();  ///< never null
};

}  // namespace scree
