// "Did you mean ...?": the names nearest to one that does not exist.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace paddle::framework {

// Up to three candidates that are a few slips of the pen away from `name`,
// nearest first, then alphabetically.
std::vector<std::string> NearestNames(
    absl::string_view name, const std::vector<std::string>& candidates);

// "; did you mean relu?" or, if nothing is near, "".
std::string DidYouMean(absl::string_view name,
                       const std::vector<std::string>& candidates);

}  // namespace paddle::framework
