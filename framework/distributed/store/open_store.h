// Opens a store by its address.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/distributed/store/leased_store.h"
#include "paddle/framework/distributed/store/store.h"

namespace paddle::distributed {

// The library that calls etcd, where the system looks for it.
inline constexpr char kRpcLibrary[] = "libpaddle_grpc.so";

// Returns the store of a URL: "file:///folder" is that of NewFileStore, the
// rest being the folder's absolute path as it is; "etcd://host:port/prefix" is
// on NewEtcdStore, which loads the library. InvalidArgument for anything else.
std::unique_ptr<Store> OpenStore(const std::string& url,
                                 const std::string& library = kRpcLibrary);

// Returns the store with leases of a URL of this kind: that of
// NewFileLeasedStore or NewEtcdStore.
std::unique_ptr<LeasedStore> OpenLeasedStore(
    const std::string& url, const std::string& library = kRpcLibrary);

}  // namespace paddle::distributed
