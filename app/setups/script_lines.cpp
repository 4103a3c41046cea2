#include "app/setups/script_lines.h"

#include <algorithm>

#include "app/setups/script_values.h"
#include "engine/formats/text/text_number.h"

namespace scree {

namespace {

/// Line without its remark, which begins with # outside quotation marks.
std::string_view beforeRemark(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote == 0 && line[i] == '#') {
      return line.substr(0, i);
    }
    if (line[i] == '"' || line[i] == '\'') {
      quote = quote == 0 ? line[i] : quote == line[i] ? char{0} : quote;
    }
  }
  return line;
}

/// Words between blanks; text in quotation marks is one word.
std::vector<std::string> scriptWords(std::string_view line) {
  std::vector<std::string> words;
  for (line = trimmedText(line); !line.empty(); line = trimmedText(line)) {
    const char quote = line[0] == '"' || line[0] == '\'' ? line[0] : '\0';
    const std::size_t close = quote != 0 ? line.find(quote, 1) : std::string_view::npos;
    const bool isQuoted = close != std::string_view::npos;
    const std::size_t end = std::min(isQuoted ? close : line.find_first_of(" \t"), line.size());
    words.emplace_back(line.substr(isQuoted ? 1 : 0, end - (isQuoted ? 1 : 0)));
    line.remove_prefix(std::min(end + (isQuoted ? 1 : 0), line.size()));
  }
  return words;
}

class ScriptReader {
 public:
  ScriptLines read(std::string_view text) {
    int number = 0;
    int first = 1;
    std::string whole;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = trimmedText(beforeRemark(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
      ++number;
      first = whole.empty() ? number : first;
      const bool goesOn = line.ends_with('&');
      whole += std::string(goesOn ? line.substr(0, line.size() - 1) : line) + " ";
      if (!goesOn) {
        take(trimmedText(whole), first);
        whole.clear();
      }
    }
    take(trimmedText(whole), first);
    return std::move(result_);
  }

 private:
  void take(std::string_view line, int number) {
    if (line.empty()) {
      return;
    }
    const std::optional<std::string> text = substituted(line, variables_);
    if (!text) {
      result_.doubts.push_back({number, std::string(line), "it uses a variable whose value is not known here"});
      return;
    }
    std::vector<std::string> words = scriptWords(*text);
    if (!words.empty() && words[0] == "variable") {
      takeVariable(words, line, number);
    } else if (!words.empty()) {
      result_.lines.push_back({std::move(words), number});
    }
  }

  void takeVariable(const std::vector<std::string>& words, std::string_view line, int number) {
    const std::string style = words.size() > 3 ? words[2] : "";
    std::string value;
    for (std::size_t i = 3; i < words.size(); ++i) {
      value += words[i];
    }
    const bool isFormula = style == "equal";
    if (isFormula && valueOfExpression(value, variables_)) {
      variables_[words[1]] = value;
    } else if (style == "string" || style == "index") {
      variables_.try_emplace(words[1], words[3]);
    } else {
      result_.doubts.push_back({number, std::string(line),
                                isFormula ? "the formula uses what only the running program knows"
                                          : "variables of this style are not read"});
    }
  }

  ScriptVariables variables_;
  ScriptLines result_;
};

}  // namespace

ScriptLines scriptLinesOf(std::string_view text) { return ScriptReader().read(text); }

}  // namespace scree
