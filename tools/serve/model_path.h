// Reads the paths of models.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace paddle::serve {

// Returns the number of a version. Throws NotFound for what is none.
int64_t ParseVersion(absl::string_view text);

// Returns what stands between the slashes of a target, up to its "?". The first
// part is what stands before the first slash: nothing.
std::vector<absl::string_view> PartsOf(absl::string_view target);

// One model, and what is asked of it, such as "infer"; "" is the model itself.
struct ModelPath {
  absl::string_view name;
  absl::optional<int64_t> version;
  absl::string_view what;
};

// Reads /v2/models/NAME[/versions/VERSION][/WHAT]; none for another path.
// Throws what ParseVersion throws.
absl::optional<ModelPath> ParseModelPath(
    const std::vector<absl::string_view>& parts);

}  // namespace paddle::serve
