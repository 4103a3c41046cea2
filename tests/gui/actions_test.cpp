#include "app/window/actions.h"

#include <gtest/gtest.h>

#include <QKeySequence>
#include <QList>
#include <map>
#include <set>
#include <string>

namespace scree {
namespace {

TEST(Actions, NoShortcutIsGivenTwice) {
  std::map<std::string, std::string> owners;
  for (const ActionSpec& action : actionTable()) {
    for (const QKeySequence& key : shortcutsOf(action)) {
      const std::string name = key.toString(QKeySequence::PortableText).toStdString();
      const auto [owner, isNew] = owners.emplace(name, action.id);
      EXPECT_TRUE(isNew) << name << " belongs to " << owner->second << " and " << action.id;
    }
  }
}

TEST(Actions, EveryoneHasTextsAndUsableShortcuts) {
  std::set<std::string_view> ids;
  for (const ActionSpec& action : actionTable()) {
    EXPECT_TRUE(ids.insert(action.id).second) << action.id << " is there twice";
    EXPECT_FALSE(action.text.empty()) << action.id;
    EXPECT_FALSE(action.menu.empty()) << action.id;
    EXPECT_GT(action.tooltip.size(), 10U) << action.id;
    EXPECT_EQ(action.tooltip.back(), '.') << action.id;
    EXPECT_NE(action.run, nullptr) << action.id;
    for (const QKeySequence& key : shortcutsOf(action)) {
      EXPECT_FALSE(key.isEmpty()) << action.id << " names a key that Qt does not know";
    }
  }
}

TEST(Actions, CheatSheetHasThemAll) {
  const std::vector<ActionText> texts = actionTexts();
  ASSERT_EQ(texts.size(), actionTable().size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(texts[i].id, actionTable()[i].id);
    EXPECT_EQ(texts[i].shortcut.empty(), actionTable()[i].shortcuts.empty());
  }
}

}  // namespace
}  // namespace scree
