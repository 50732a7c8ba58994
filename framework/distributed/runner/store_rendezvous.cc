#include "paddle/framework/distributed/runner/store_rendezvous.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// Time between two looks at whether a member is lost.
constexpr std::chrono::milliseconds kLook(20);

std::string WaitFor(const std::string& key, Rendezvous::Deadline deadline,
                    Store* store, const std::function<bool()>& lost) {
  while (lost != nullptr && !store->Get(key).has_value() &&
         std::chrono::steady_clock::now() < deadline) {
    PADDLE_ENFORCE(!lost(), Unavailable,
                   "a member was lost before all had come");
    try {
      store->Wait({key},
                  std::min(deadline, std::chrono::steady_clock::now() + kLook));
    } catch (const platform::Error& error) {
      // Not there yet; a store that is gone fails below.
    }
  }
  return store->Wait({key}, deadline).front();
}

}  // namespace

Rendezvous RendezvousOf(std::shared_ptr<Store> store,
                        std::function<bool()> lost) {
  Rendezvous result;
  result.set = [store](const std::string& key, const std::string& value) {
    store->Set(key, value);
  };
  result.wait = [store, lost = std::move(lost)](const std::string& key,
                                                Rendezvous::Deadline deadline) {
    return WaitFor(key, deadline, store.get(), lost);
  };
  return result;
}

}  // namespace paddle::distributed
