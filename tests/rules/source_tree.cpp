#include "tests/rules/source_tree.h"

#include <fstream>
#include <regex>
#include <sstream>

namespace scree {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& file) {
  std::ifstream stream(file);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<fs::path> sourcesUnder(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
    const std::string extension = entry.path().extension().string();
    if (entry.is_regular_file() && (extension == ".h" || extension == ".cpp")) {
      files.push_back(entry.path());
    }
  }
  return files;
}

std::vector<std::string> includesOf(const fs::path& file) {
  static const std::regex kInclude(R"re(^\s*#\s*include\s*[<"]([^>"]+)[>"])re");
  std::vector<std::string> includes;
  std::istringstream lines(contentOf(file));
  std::string line;
  while (std::getline(lines, line)) {
    std::smatch match;
    if (std::regex_search(line, match, kInclude)) {
      includes.push_back(match[1]);
    }
  }
  return includes;
}

std::string pathInTree(const fs::path& file) { return fs::relative(file, kRoot).generic_string(); }

std::string folderOf(const std::string& path) { return fs::path(path).parent_path().generic_string(); }

std::set<std::string> reachedFrom(const std::string& start) {
  std::set<std::string> reached;
  std::vector<std::string> open = {start};
  while (!open.empty()) {
    const std::string file = open.back();
    open.pop_back();
    for (const std::string& include : includesOf(kRoot / file)) {
      if (fs::exists(kRoot / include) && reached.insert(include).second) {
        open.push_back(include);
      }
    }
  }
  return reached;
}

}  // namespace scree
