#include "engine/scene_file/errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace scree {
namespace {

constexpr std::size_t kMostErrors = 300;
constexpr std::size_t kLongestWord = 60;

/// Optimal string alignment distance of two words.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> beforeLast(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    last[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], beforeLast[j - 2] + 1);
      }
    }
    std::swap(beforeLast, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string SceneError::text() const {
  if (line == 0) {
    return fmt::format("{}: {}: {}", file, what, remedy);
  }
  return fmt::format("{}:{}:{}: {}: {}", file, line, column, what, remedy);
}

int ErrorList::addFile(std::string name) {
  sources_.push_back({std::move(name)});
  return static_cast<int>(sources_.size()) - 1;
}

int ErrorList::addSource(std::string name) {
  sources_.push_back({std::move(name), false});
  return static_cast<int>(sources_.size()) - 1;
}

bool ErrorList::full() const { return entries_.size() >= kMostErrors; }

void ErrorList::add(const Mark& mark, std::string what, std::string remedy) {
  ++count_;
  if (!full()) {
    entries_.push_back({mark, std::move(what), std::move(remedy)});
  }
}

SceneError ErrorList::errorOf(const Entry& e) const {
  // An override is one line that its user has just typed: the message needs no line and column.
  const Source& source = sources_[static_cast<std::size_t>(e.mark.source)];
  return {source.name, source.hasLines ? e.mark.line : 0, source.hasLines ? e.mark.column : 0, e.what, e.remedy};
}

void ErrorList::note(const Mark& mark, std::string what, std::string remedy) {
  notes_.push_back({mark, std::move(what), std::move(remedy)});
}

void ErrorList::noteFile(const std::filesystem::path& file) {
  std::filesystem::path normal = file.lexically_normal();
  if (std::find(files_.begin(), files_.end(), normal) == files_.end()) {
    files_.push_back(std::move(normal));
  }
}

std::vector<SceneError> ErrorList::notes() const {
  std::vector<SceneError> notes;
  for (const Entry& entry : notes_) {
    notes.push_back(errorOf(entry));
  }
  return notes;
}

std::vector<SceneError> ErrorList::sorted() const {
  std::vector<Entry> entries = entries_;
  const auto place = [](const Entry& e) { return std::tuple(e.mark.source, e.mark.line, e.mark.column); };
  std::stable_sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) { return place(a) < place(b); });
  std::vector<SceneError> errors;
  errors.reserve(entries.size() + 1);
  for (const Entry& e : entries) {
    errors.push_back(errorOf(e));
  }
  if (count_ > entries_.size()) {
    errors.push_back(
        {sources_[0].name, 0, 0, fmt::format("{} more errors", count_ - entries_.size()), "mend those above first"});
  }
  return errors;
}

std::string_view nearestWord(std::string_view word, const std::vector<std::string_view>& candidates) {
  if (word.size() > kLongestWord) {
    return {};
  }
  std::string_view best;
  std::size_t bestDistance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = editDistance(word, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates) {
  const std::string_view nearest = nearestWord(word, candidates);
  if (!nearest.empty()) {
    return fmt::format("did you mean '{}'?", nearest);
  }
  return fmt::format("use one of: {}", fmt::join(candidates, ", "));
}

}  // namespace scree
