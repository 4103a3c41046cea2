#include "engine/base/version.h"

namespace scree {

std::string_view version() { return SCREE_VERSION; }

}  // namespace scree
