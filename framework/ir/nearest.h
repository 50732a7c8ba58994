// Suggests similar names for one that does not exist ("did you mean ...?").
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace paddle::framework {

// Returns up to three candidates within a few typing errors of `name`, the
// nearest first, equally near ones in alphabetical order.
std::vector<std::string> NearestNames(
    absl::string_view name, const std::vector<std::string>& candidates);

// Returns "; did you mean relu?", or "" if no candidate is similar.
std::string DidYouMean(absl::string_view name,
                       const std::vector<std::string>& candidates);

}  // namespace paddle::framework
