#include <fmt/format.h>

#include <algorithm>

#include "app/studies/gallery/gallery_report.h"
#include "app/studies/validation/validation_parts.h"

// Random scenes, merged against full.
namespace scree {

namespace {

ValidationRow galleryRow(const GallerySummary& summary, std::string quantity, const char* unit, double value) {
  ValidationRow row;
  row.part = "gallery";
  row.system = fmt::format("{}, {} scenes", summary.name, summary.scenes);
  row.way = "default, local";
  row.quantity = std::move(quantity);
  row.unit = unit;
  row.source = "runs in full of the same scenes";
  const double values[] = {value};
  return measuredRow(std::move(row), values);
}

void addAll(const GallerySummary& all, double worstClass, std::vector<ValidationRow>& rows) {
  const auto add = [&](const char* quantity, const char* unit, double value, ValidationLimits limits) {
    rows.push_back(galleryRow(all, quantity, unit, value));
    rows.back().low = limits.low;
    rows.back().high = limits.high;
  };
  const auto scenes = static_cast<double>(std::max<std::size_t>(1, all.scenes - all.notCompared));
  add("scenes that agree in all quantities", "%", 100.0 * static_cast<double>(all.agreeing) / scenes, {.low = 95.0});
  add("quantities within two standard errors", "%",
      100.0 * static_cast<double>(all.withinErrors) / static_cast<double>(std::max<std::size_t>(1, all.quantities)),
      {});
  add("members that a converged solve would move", "%", 100.0 * all.wouldMove, {.high = 0.5});
  add("members that would move, worst class", "%", 100.0 * worstClass, {.high = 2.0});
  add("longest time that a member would move", "s", all.wouldMoveTime, {.high = 0.1});
  add("hanging members, most in a sample", "", static_cast<double>(all.hanging), {.high = 0.0});
  add("grains through walls, merged", "", static_cast<double>(all.throughWalls), {.high = 0.0});
  add("grains through walls, in full", "", static_cast<double>(all.throughWallsFull), {});
  add("reduction level h", "%", 100.0 * all.level, {});
}

}  // namespace

std::vector<ValidationRow> measureGallery(const ValidationSettings& settings) {
  const int count = settings.isQuick ? static_cast<int>(kGalleryClassCount) : 510;
  const std::vector<GalleryOutcome> outcomes =
      runGalleryScenes(galleryScenes({}, 0, count), {.seeds = settings.seeds, .jobs = settings.jobs});
  const std::vector<GallerySummary> summaries = summariesOf(outcomes);
  std::vector<ValidationRow> rows;
  double worst = 0.0;
  for (const GallerySummary& summary : summaries) {
    if (&summary == &summaries.back()) {
      addAll(summary, worst, rows);
      break;
    }
    worst = std::max(worst, summary.wouldMove);
    const auto scenes = static_cast<double>(std::max<std::size_t>(1, summary.scenes - summary.notCompared));
    rows.push_back(
        galleryRow(summary, "scenes that agree", "%", 100.0 * static_cast<double>(summary.agreeing) / scenes));
    rows.push_back(galleryRow(summary, "members that would move", "%", 100.0 * summary.wouldMove));
  }
  return rows;
}

}  // namespace scree
