#include "paddle/framework/distributed/runner/store_rendezvous.h"

#include <string>

namespace paddle::distributed {
Rendezvous RendezvousOf(std::shared_ptr<Store> store) {
  Rendezvous result;
  result.set = [store](const std::string& key, const std::string& value) {
    store->Set(key, value);
  };
  result.wait = [store](const std::string& key, Rendezvous::Deadline deadline) {
    return store->Wait({key}, deadline).front();
  };
  return result;
}

}  // namespace paddle::distributed
