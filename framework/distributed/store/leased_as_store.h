// Makes a plain store of one with leases.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/distributed/store/leased_store.h"
#include "paddle/framework/distributed/store/store.h"

namespace paddle::distributed {

// Returns a view of a store: its keys have no leases, and Wait hears of changes
// as WaitForChange does. An Add that throws Unavailable may have been made.
// `name` is its address in messages.
std::unique_ptr<Store> NewStoreOf(std::shared_ptr<LeasedStore> store,
                                  std::string name);

}  // namespace paddle::distributed
