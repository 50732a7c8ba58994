// Lets members find each other through a store.
#pragma once

#include <memory>

#include "paddle/framework/distributed/group/rendezvous.h"
#include "paddle/framework/distributed/store/store.h"

namespace paddle::distributed {

// Returns the functions of a store, which they keep.
Rendezvous RendezvousOf(std::shared_ptr<Store> store);

}  // namespace paddle::distributed
