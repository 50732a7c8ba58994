// Keeps a store in a folder that the processes share.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/distributed/store/store.h"

namespace paddle::distributed {

// Returns a store whose values are files of a folder, which is made if it does
// not exist: one that is new for each job, since what is there counts as set.
// It may be on any file system where a rename replaces a file at once; Add
// needs flock. Wait looks again after 1 ms, and more and more seldom up to
// 50 ms. Keys of more than about 80 bytes may be InvalidArgument: a file's name
// has at most 255 bytes. Unavailable if the folder cannot be made.
std::unique_ptr<Store> NewFileStore(const std::string& folder);

}  // namespace paddle::distributed
