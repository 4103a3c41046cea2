#pragma once

#include "engine/world/contacts.h"
#include "engine/world/materials.h"

namespace scree {

/// The law's coefficients for a contact whose effective radius is set (method.md 3).
void setLaw(Contact& contact, const PairLaw& law);

}  // namespace scree
