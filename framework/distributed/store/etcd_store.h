// Keeps a store with leases in etcd.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/distributed/store/leased_store.h"

namespace paddle::distributed {

// Returns the store of a cluster of etcd 3.4 or later, whose keys have the
// prefix of "etcd://host:port,host2:port/prefix" and a slash before them.
// `library` is a path of libpaddle_grpc.so, which is loaded. Each server has
// 3 s to answer, then the next one is tried; with one that is lost in the
// middle of a commit with conditions it is not known whether that was made.
// InvalidArgument for another address, or what is no such library.
std::unique_ptr<LeasedStore> NewEtcdStore(const std::string& url,
                                          const std::string& library);

}  // namespace paddle::distributed
