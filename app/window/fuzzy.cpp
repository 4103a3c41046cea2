#include "app/window/fuzzy.h"

#include <QStringList>
#include <algorithm>
#include <vector>

namespace scree {

namespace {

constexpr int kLetter = 1;
constexpr int kSideBySide = 8;
constexpr int kWordStart = 6;

bool startsWord(const QString& text, qsizetype i) { return i == 0 || !text[i - 1].isLetterOrNumber(); }

/// Best score of a word over all ways to find its letters in order.
std::optional<int> wordScore(const QString& word, const QString& text) {
  constexpr int kNone = -1;
  // best[i] is the best score of the letters so far with the last of them at i.
  std::vector<int> best(static_cast<std::size_t>(text.size()), kNone);
  for (qsizetype letter = 0; letter < word.size(); ++letter) {
    std::vector<int> next(best.size(), kNone);
    int before = letter == 0 ? 0 : kNone;  // best score with the last letter before i
    for (qsizetype i = 0; i < text.size(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (text[i] == word[letter]) {
        const int own = kLetter + (startsWord(text, i) ? kWordStart : 0);
        const int neighbour = letter > 0 && i > 0 && best[at - 1] != kNone ? best[at - 1] + kSideBySide : kNone;
        const int from = std::max(before, neighbour);
        next[at] = from == kNone ? kNone : from + own;
      }
      before = letter == 0 ? 0 : std::max(before, best[at]);
    }
    best = std::move(next);
  }
  const auto found = std::max_element(best.begin(), best.end());
  return found == best.end() || *found == kNone ? std::nullopt : std::optional(*found);
}

}  // namespace

std::optional<int> fuzzyScore(const QString& typed, const QString& text) {
  const QString plain = text.toLower();
  int sum = 0;
  for (const QString& word : typed.toLower().split(' ', Qt::SkipEmptyParts)) {
    const auto score = wordScore(word, plain);
    if (!score) {
      return std::nullopt;
    }
    sum += *score;
  }
  return sum;
}

}  // namespace scree
