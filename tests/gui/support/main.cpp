#include <gtest/gtest.h>

#include <QApplication>
#include <algorithm>
#include <clocale>
#include <cstdio>
#include <string_view>

#include "app/window/start.h"
#include "engine/scene/scene.h"
#include "engine/state/state.h"

namespace {

/// Prints the decimal point that the locale asks for and the hash of a scene as the window would load it.
int printSceneHash(const char* file, char localePoint) {
  const scree::SceneResult result = scree::loadScene(file);
  if (!result.scene) {
    std::puts(result.errors.empty() ? "no scene" : result.errors.front().text().c_str());
    return 1;
  }
  std::printf("%c %016llx\n", localePoint, static_cast<unsigned long long>(scree::stateHash(result.scene->world)));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (testing::GTEST_FLAG(list_tests)) {
    return RUN_ALL_TESTS();  // needs no display
  }
  QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  scree::prepareApplication();
  QApplication application(argc, argv);
  const char localePoint = *std::localeconv()->decimal_point;
  scree::finishApplication(application);
  if (argc == 3 && std::string_view(argv[1]) == "--scene-hash") {
    return printSceneHash(argv[2], localePoint);
  }
  return RUN_ALL_TESTS();
}
