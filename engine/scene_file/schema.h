#pragma once

#include <string>

// Description of the keys of scene files, for readers and for editors.
namespace scree {

/// Reference page of all keys with units, defaults and meanings (Markdown).
std::string schemaPage();
/// JSON schema of scene files, for completion in editors.
std::string jsonSchema();

}  // namespace scree
