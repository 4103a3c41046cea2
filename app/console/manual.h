#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace scree {

/// Page of the manual: a Markdown file that begins with "# Title".
struct ManualPage {
  std::string topic;  ///< the file's name without .md, as typed after `ndem help`
  std::string title;
  std::filesystem::path file;
};

/// Pages of the manual in reading order: index.md first, then those that its links name, in their order. Empty when
/// no manual was found (see findShipped). A link to a page that is not there is left out.
std::vector<ManualPage> findManual(const std::filesystem::path& executable, const std::filesystem::path& sourceTree);

/// Pages of this program's manual.
std::vector<ManualPage> shippedManual();

/// Text of a page; empty when it cannot be read.
std::string textOf(const ManualPage& page);

}  // namespace scree
