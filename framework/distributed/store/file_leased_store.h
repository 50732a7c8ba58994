// Keeps a store with leases in a folder of one machine.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/distributed/store/leased_store.h"

namespace paddle::distributed {

// Returns a store that is one file of a folder, "%state", which is made if it
// does not exist, and that each commit replaces at once; NewFileStore may be in
// the same folder. A lease is a file, "%lease-<id>", whose time the process
// sets, so that a clock that is put forward ends leases. Who waits for a change
// looks again after 1 ms, and more and more seldom up to 50 ms. Processes take
// turns by flock: one that is stopped while it has its turn stops the others.
// Unavailable if the folder cannot be made, DataLoss for a file that is none.
std::unique_ptr<LeasedStore> NewFileLeasedStore(const std::string& folder);

}  // namespace paddle::distributed
