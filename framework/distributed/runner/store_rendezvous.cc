#include "paddle/framework/distributed/runner/store_rendezvous.h"

#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// Time between two looks at the store, and at whether a member is lost.
constexpr std::chrono::milliseconds kLook(2);

std::string WaitFor(const std::string& key, Rendezvous::Deadline deadline,
                    Store* store, const std::function<bool()>& lost) {
  while (lost != nullptr && std::chrono::steady_clock::now() < deadline) {
    const auto value = store->Get(key);
    if (value.has_value()) return *value;
    PADDLE_ENFORCE(!lost(), Unavailable,
                   "a member was lost before all had come");
    std::this_thread::sleep_for(kLook);
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
