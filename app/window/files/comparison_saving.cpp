#include "app/window/files/comparison_saving.h"

#include "app/document/simulation.h"
#include "app/viewport/handles/qt_values.h"
#include "engine/io/comparison_csv.h"
#include "engine/io/output_file.h"

namespace scree {

void ComparisonSaving::save() {
  if (host_.simulation.snapshot()->solver.comparison == nullptr) {
    saveTo({});
    return;
  }
  const QString name = pathText(files_.scene().stem()) + "-methods.csv";
  const QString file = files_.askedFile("Save comparison of methods", name, "Tables (*.csv)");
  if (!file.isEmpty()) {
    saveTo(file.endsWith(".csv") ? file : file + ".csv");
  }
}

bool ComparisonSaving::saveTo(const QString& file) {
  const std::shared_ptr<const MethodComparison> comparison = host_.simulation.snapshot()->solver.comparison;
  if (comparison == nullptr) {
    host_.notify("There is no comparison of methods: measure one in the Residual panel");
    return false;
  }
  try {
    writeFileAtomically(file.toStdString(), std::string_view(comparisonCsv(*comparison)));
  } catch (const OutputError& error) {
    host_.notify(error.what());
    return false;
  }
  host_.notify("Comparison saved as " + file.toStdString());
  return true;
}

}  // namespace scree
