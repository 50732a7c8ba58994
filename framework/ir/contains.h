// Looks up names in lists of them.
#pragma once

#include <algorithm>

#include "absl/strings/string_view.h"

namespace paddle::framework {

// True if a list of names, such as a NameList or a repeated field of a
// description, has this one.
template <typename Names>
bool Contains(const Names& names, absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace paddle::framework
