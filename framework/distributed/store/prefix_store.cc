#include <utility>

#include "paddle/framework/distributed/store/store.h"

namespace paddle::distributed {
namespace {

class PrefixStore final : public Store {
 public:
  PrefixStore(std::shared_ptr<Store> store, std::string prefix)
      : store_(std::move(store)), prefix_(std::move(prefix) + "/") {}

  void Set(const std::string& key, const std::string& value) override {
    store_->Set(prefix_ + key, value);
  }
  absl::optional<std::string> Get(const std::string& key) override {
    return store_->Get(prefix_ + key);
  }
  void Delete(const std::string& key) override {
    store_->Delete(prefix_ + key);
  }
  int64_t Add(const std::string& key, int64_t delta) override {
    return store_->Add(prefix_ + key, delta);
  }
  std::vector<std::string> Wait(const std::vector<std::string>& keys,
                                Deadline deadline) override {
    std::vector<std::string> full;
    full.reserve(keys.size());
    for (const std::string& key : keys) full.push_back(prefix_ + key);
    return store_->Wait(full, deadline);
  }

 private:
  const std::shared_ptr<Store> store_;
  const std::string prefix_;
};

}  // namespace

std::unique_ptr<Store> NewPrefixStore(std::shared_ptr<Store> store,
                                      std::string prefix) {
  return std::make_unique<PrefixStore>(std::move(store), std::move(prefix));
}

}  // namespace paddle::distributed
