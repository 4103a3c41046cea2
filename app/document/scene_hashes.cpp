#include "app/document/scene_hashes.h"

#include <QCryptographicHash>
#include <QFile>

namespace scree {

namespace {

std::string contentHash(const std::filesystem::path& file) {
  QFile content(QString::fromStdString(file.string()));
  QCryptographicHash hash(QCryptographicHash::Sha256);
  if (!content.open(QIODevice::ReadOnly) || !hash.addData(&content)) {
    return {};
  }
  return hash.result().toHex().toStdString();
}

}  // namespace

SceneHashes hashesOf(const std::filesystem::path& scene, std::span<const std::filesystem::path> files) {
  SceneHashes hashes{contentHash(scene), {}};
  const std::filesystem::path folder = std::filesystem::absolute(scene).parent_path();
  for (const std::filesystem::path& file : files) {
    const std::filesystem::path from = std::filesystem::absolute(file).lexically_normal().lexically_proximate(folder);
    hashes.files.insert_or_assign(from.generic_string(), contentHash(file));
  }
  return hashes;
}

std::vector<std::string> changedFiles(const SceneHashes& before, const SceneHashes& now,
                                      const std::filesystem::path& scene) {
  std::vector<std::string> changed;
  if (!before.scene.empty() && before.scene != now.scene) {
    changed.push_back(scene.filename().string());
  }
  for (const auto& [file, hash] : before.files) {
    const auto found = now.files.find(file);
    if (found == now.files.end() || found->second != hash) {
      changed.push_back(file);
    }
  }
  return changed;
}

}  // namespace scree
