// Opens a store by its address.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/distributed/store/store.h"

namespace paddle::distributed {

// Returns the store of a URL: "file:///folder" is that of NewFileStore, the
// rest being the folder's absolute path as it is. InvalidArgument for anything
// else.
std::unique_ptr<Store> OpenStore(const std::string& url);

}  // namespace paddle::distributed
