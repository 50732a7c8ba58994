// Runs the members of a group as threads of a test.
#pragma once

#include <functional>
#include <memory>

#include "paddle/framework/distributed/group/communicator.h"

namespace paddle::distributed {

using WrapGroup = std::function<std::unique_ptr<Communicator>(
    std::unique_ptr<Communicator> group)>;

// Calls function(communicator) on a thread of its own for each of `ranks`
// members, which share `shards` shards (0: one each), and whose group is what
// `wrap` makes of one of threads. When one of them throws, its end is closed,
// so that the others do not wait for it; the first exception is thrown again
// after all have ended.
void RunRanks(int ranks, int shards,
              const std::function<void(Communicator& group)>& function,
              const WrapGroup& wrap = nullptr);

}  // namespace paddle::distributed
