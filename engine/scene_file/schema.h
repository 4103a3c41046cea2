#pragma once

#include <string>

// The keys of scene files, described for people and for editors.
namespace scree {

/// The reference page of all keys with units, defaults and meanings (Markdown).
std::string schemaPage();
/// The JSON schema of scene files, for completion in editors.
std::string jsonSchema();

}  // namespace scree
