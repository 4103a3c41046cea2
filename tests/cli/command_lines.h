#pragma once

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "engine/io/output_file.h"

// Command lines that documents show.
namespace scree {

/// Words of the command lines of `program` in the code of a Markdown text: of lines of code blocks, with or without a
/// path before the program, and of code within lines. Each ends where the shell goes on with something else.
inline std::vector<std::vector<std::string>> commandLinesOf(const std::string& markdown, const std::string& program) {
  std::vector<std::string> codes;
  std::string prose;
  std::istringstream lines(markdown);
  bool isFenced = false;
  for (std::string line; std::getline(lines, line);) {
    const bool isFence = line.starts_with("```");
    isFenced = isFence ? !isFenced : isFenced;
    const bool isCode = isFenced || line.starts_with("    ");
    (isCode ? codes.emplace_back() : prose) += isFence ? "" : line + " ";
  }
  static const std::regex kInline("`([^`]+)`");
  for (std::sregex_iterator it(prose.begin(), prose.end(), kInline), end; it != end; ++it) {
    codes.push_back((*it)[1]);
  }
  const std::regex command("^\\s*(?:\\$ )?(?:\\S*/)?" + program + "((?: .*)?)$");
  std::vector<std::vector<std::string>> found;
  for (const std::string& code : codes) {
    std::smatch match;
    if (std::regex_match(code, match, command)) {
      std::istringstream words(match[1]);
      std::vector<std::string>& line = found.emplace_back();
      for (std::string word; words >> word && word.find_first_of("#|>&;") != 0;) {
        line.push_back(word);
      }
    }
  }
  return found;
}

/// README and the pages of the manual.
inline std::vector<std::filesystem::path> documents() {
  const std::filesystem::path root = SCREE_SOURCE_DIR;
  std::vector<std::filesystem::path> files = {root / "README.md"};
  const std::filesystem::path manual = root / "resources/manual";
  if (std::filesystem::exists(manual)) {
    for (const auto& entry : std::filesystem::directory_iterator(manual)) {
      if (entry.path().extension() == ".md") {
        files.push_back(entry.path());
      }
    }
  }
  return files;
}

}  // namespace scree
