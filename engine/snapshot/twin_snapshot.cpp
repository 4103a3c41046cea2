#include "engine/snapshot/twin_snapshot.h"

namespace scree {

namespace {

double ratio(double twin, double first) { return first > 0.0 ? twin / first : 0.0; }

}  // namespace

double speedUp(const TwinSnapshot& twin) { return ratio(twin.cost[1].step, twin.cost[0].step); }

double totalSpeedUp(const TwinSnapshot& twin) { return ratio(twin.cost[1].total, twin.cost[0].total); }

}  // namespace scree
