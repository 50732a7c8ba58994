// Combines what the shards of a job computed, in the order of their tree.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/group/reduction.h"
#include "paddle/framework/distributed/group/shard_tree.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::distributed {

// Combines the arrays parts[0], parts[1], ..., of `count` numbers each, by
// `additions` (of AdditionsOf), and leaves the result in `result`, which may be
// parts[0] and no other. The parts are overwritten. Half floats are rounded
// after each addition. InvalidArgument for bool.
void CombineParts(const std::vector<Addition>& additions,
                  absl::Span<void* const> parts, void* result, int64_t count,
                  framework::DataType type, Reduction reduction);

}  // namespace paddle::distributed
