// Lets members find each other through a store.
#pragma once

#include <functional>
#include <memory>

#include "paddle/framework/distributed/group/rendezvous.h"
#include "paddle/framework/distributed/store/store.h"

namespace paddle::distributed {

// Returns the functions of a store, which they keep. Waiting ends with
// Unavailable when `lost`, which may be empty, becomes true.
Rendezvous RendezvousOf(std::shared_ptr<Store> store,
                        std::function<bool()> lost = nullptr);

}  // namespace paddle::distributed
