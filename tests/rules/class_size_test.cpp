#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/rules/source_tree.h"

// Sizes of classes: public functions and fields, counted by their declarations in headers.
namespace scree {
namespace {

constexpr std::size_t kMostFunctions = 25;
constexpr std::size_t kMostFields = 15;

struct ClassSize {
  std::string name;
  bool isStruct = false;
  bool isExcused = false;     ///< its first line is a comment "// Wide: reason"
  std::size_t functions = 0;  ///< public ones but constructors, destructors and deleted ones
  std::size_t fields = 0;
};

/// The text without what `<` and `>` enclose, and without initial values and bodies.
std::string declarationOf(const std::string& statement) {
  static const std::regex kOperator(R"(operator\s*[^\s\w(]+)");
  std::string plain;
  int depth = 0;
  for (const char c : std::regex_replace(statement, kOperator, "operator_")) {
    if (c == '<') {
      ++depth;
    } else if (c == '>') {
      depth = std::max(0, depth - 1);
    } else if (depth == 0) {
      plain += c;
    }
  }
  return plain.substr(0, plain.find_first_of("={"));
}

/// Whether a statement is the head of a function, so that a body ends it.
bool isFunctionHead(const std::string& statement) {
  const auto opened = std::ranges::count(statement, '(');
  return opened == std::ranges::count(statement, ')') && declarationOf(statement).find('(') != std::string::npos;
}

/// Counts one statement of a class body, which begins where it does and ends before its `;` or body.
void countStatement(const std::string& statement, bool isPublic, ClassSize& size) {
  static const std::regex kOther(
      R"(^\s*(,|(using|typedef|friend|static_assert|enum|class|struct|union|template\s*<[^>]*>\s*(class|struct|using))\b))");
  static const std::regex kConstant(R"(^\s*static\s+(const|constexpr)\b)");
  static const std::regex kDeleted(R"(=\s*delete\s*$)");
  const std::string declaration = declarationOf(statement);
  if (declaration.find_first_not_of(" \n") == std::string::npos || std::regex_search(statement, kOther)) {
    return;
  }
  static const std::regex kName(R"((~?\w+)\s*\()");
  std::smatch name;
  if (!std::regex_search(declaration, name, kName)) {
    size.fields += std::regex_search(statement, kConstant) ? 0 : 1;
  } else if (isPublic && name[1] != size.name && name[1] != "~" + size.name &&
             !std::regex_search(statement, kDeleted)) {
    ++size.functions;
  }
}

/// The size of the class whose body begins at `begin`, behind its brace; `text` has no comments.
void countBody(const std::string& text, std::size_t begin, ClassSize& size) {
  static const std::regex kLabel(R"(^\s*(public|protected|private|Q_SIGNALS|(public|protected|private) Q_SLOTS)\s*:)");
  bool isPublic = size.isStruct;
  std::string statement;
  int depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '}' && depth-- == 0) {
      return;
    }
    depth += c == '{' ? 1 : 0;
    const bool isBodyEnd = c == '}' && depth == 0 && isFunctionHead(statement);
    if (depth == 0 && (c == ';' || isBodyEnd)) {
      std::smatch label;
      while (std::regex_search(statement, label, kLabel)) {
        isPublic = label[1] == "public";
        statement = label.suffix();
      }
      countStatement(statement, isPublic, size);
      statement.clear();
    } else if (depth == 0 || (depth == 1 && c == '{')) {
      statement += c;
    }
  }
}

std::vector<ClassSize> classesIn(const std::string& text) {
  static const std::regex kClass(R"((?:^|\n)(class|struct) (\w+)(?: final)?(?: :[^\n;{]*)? \{(\s*// Wide: [^\n]+)?)");
  static const std::regex kCommentOrMacro(R"(//[^\n]*|\bQ_OBJECT\b)");
  std::vector<ClassSize> sizes;
  for (std::sregex_iterator it(text.begin(), text.end(), kClass), end; it != end; ++it) {
    ClassSize& size = sizes.emplace_back();
    size.name = (*it)[2];
    size.isStruct = (*it)[1] == "struct";
    size.isExcused = (*it)[3].matched;
    const std::string rest = text.substr(static_cast<std::size_t>(it->position() + it->length()));
    countBody(std::regex_replace(rest.substr(0, rest.find("\n};")) + "\n};", kCommentOrMacro, ""), 0, size);
  }
  return sizes;
}

TEST(Rules, FunctionsAndFieldsOfAClassAreCounted) {
  const std::string text = R"(
/// A class.
class Wheel : public Part {
  // Wide: it is an example.
  Q_OBJECT

 public:
  explicit Wheel(int spokes) : spokes_{spokes}, told_{} {}
  ~Wheel() override;
  Wheel(const Wheel&) = delete;
  Wheel& operator=(const Wheel&) = delete;
  bool operator==(const Wheel&) const = default;
  int spokes() const { return spokes_ + f(1); }
  std::map<int, int> turns(const std::function<void(int)>& told = {}) const;
  using Told = std::function<void(int)>;

 Q_SIGNALS:
  void turned();

 private:
  struct Spoke {
    int a = 0;
  };
  void turn();

  static constexpr int kMost = 40;
  int spokes_ = 0;  ///< f(x);
  std::function<void(int)> told_;
  Spoke first_{spokes_, 1};
};
)";
  const std::vector<ClassSize> sizes = classesIn(text);
  ASSERT_EQ(sizes.size(), 1U);
  EXPECT_EQ(sizes[0].name, "Wheel");
  EXPECT_TRUE(sizes[0].isExcused);
  EXPECT_EQ(sizes[0].functions, 3U);
  EXPECT_EQ(sizes[0].fields, 3U);
}

/// A class that is wider says why in its first line.
TEST(Rules, ClassesAreNarrowOrSayWhyNot) {
  std::size_t count = 0;
  for (const char* top : {"engine", "app"}) {
    for (const std::filesystem::path& file : sourcesUnder(top)) {
      if (file.extension() != ".h") {
        continue;
      }
      for (const ClassSize& size : classesIn(contentOf(file))) {
        ++count;
        const bool isWide = size.functions > kMostFunctions || (!size.isStruct && size.fields > kMostFields);
        EXPECT_TRUE(!isWide || size.isExcused) << size.name << " in " << pathInTree(file) << " has " << size.functions
                                               << " public functions and " << size.fields << " fields";
        EXPECT_TRUE(isWide || !size.isExcused) << size.name << " in " << pathInTree(file) << " is not wide";
      }
    }
  }
  EXPECT_GT(count, 300U);
}

}  // namespace
}  // namespace scree
