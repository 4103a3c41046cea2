#include "app/console/manual.h"

#include <fstream>
#include <regex>
#include <sstream>

#include "engine/io/shipped_files.h"

namespace scree {

namespace fs = std::filesystem;

namespace {

std::string contentOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string titleOf(const std::string& text, const std::string& topic) {
  const std::string firstLine = text.substr(0, text.find('\n'));
  return firstLine.starts_with("# ") ? firstLine.substr(2) : topic;
}

}  // namespace

std::vector<ManualPage> findManual(const fs::path& executable, const fs::path& sourceTree) {
  const fs::path folder = findShipped(executable, sourceTree, "manual", ".md").folder;
  const std::string index = folder.empty() ? std::string() : contentOf(folder / "index.md");
  if (index.empty()) {
    return {};
  }
  std::vector<ManualPage> pages = {{"index", titleOf(index, "index"), folder / "index.md"}};
  static const std::regex kLink(R"(\]\(([a-z-]+)\.md\))");
  for (std::sregex_iterator link(index.begin(), index.end(), kLink), end; link != end; ++link) {
    const std::string topic = (*link)[1];
    const fs::path file = folder / (topic + ".md");
    if (const std::string text = contentOf(file); !text.empty()) {
      pages.push_back({topic, titleOf(text, topic), file});
    }
  }
  return pages;
}

std::vector<ManualPage> shippedManual() { return findManual(executablePath(), {}); }

std::string textOf(const ManualPage& page) { return contentOf(page.file); }

}  // namespace scree
