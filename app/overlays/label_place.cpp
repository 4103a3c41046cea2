#include "app/overlays/label_place.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace scree {

namespace {

constexpr float kBetween = 3.0f;    // least distance of two labels [px]
constexpr float kToTheEdge = 4.0f;  // least distance from the edge of the area [px]

bool areOn(const ProbeRect& a, const ProbeRect& b) {
  return a.x0 < b.x1 + kBetween && b.x0 < a.x1 + kBetween && a.y0 < b.y1 + kBetween && b.y0 < a.y1 + kBetween;
}

ProbeRect movedTo(const ProbeRect& rect, float x, float y) {
  return {x, y, x + rect.x1 - rect.x0, y + rect.y1 - rect.y0};
}

/// Rectangle moved into an area; its upper left corner stays in, whatever its size.
ProbeRect within(const ProbeRect& rect, const ProbeRect& area) {
  const auto clamped = [](float low, float size, float from, float to) {
    return std::clamp(low, from + kToTheEdge, std::max(from + kToTheEdge, to - size - kToTheEdge));
  };
  return movedTo(rect, clamped(rect.x0, rect.x1 - rect.x0, area.x0, area.x1),
                 clamped(rect.y0, rect.y1 - rect.y0, area.y0, area.y1));
}

}  // namespace

ProbeRect placeLabel(PanelContext& context, const ProbeRect& wanted, const ProbeRect& area) {
  const ProbeRect start = within(wanted, area);
  const float width = start.x1 - start.x0;
  const float height = start.y1 - start.y0;
  std::vector<ProbeRect> places = {start};
  constexpr float kBeside = kBetween + 1.0f;
  for (const ProbeRect& other : context.labels) {
    places.push_back(movedTo(start, start.x0, other.y0 - height - kBeside));
    places.push_back(movedTo(start, start.x0, other.y1 + kBeside));
    places.push_back(movedTo(start, other.x0 - width - kBeside, start.y0));
    places.push_back(movedTo(start, other.x1 + kBeside, start.y0));
  }
  const auto isFree = [&](const ProbeRect& place) {
    const ProbeRect in = within(place, area);
    return in.x0 == place.x0 && in.y0 == place.y0 &&
           std::ranges::none_of(context.labels, [&](const ProbeRect& other) { return areOn(place, other); });
  };
  const auto way = [&](const ProbeRect& place) { return std::hypot(place.x0 - start.x0, place.y0 - start.y0); };
  std::ranges::stable_sort(places, {}, way);
  const auto found = std::ranges::find_if(places, isFree);
  context.labels.push_back(found == places.end() ? start : *found);
  return context.labels.back();
}

}  // namespace scree
