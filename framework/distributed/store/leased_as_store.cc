#include "paddle/framework/distributed/store/leased_as_store.h"

#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/distributed/store/stored_number.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

class LeasedAsStore final : public Store {
 public:
  LeasedAsStore(std::shared_ptr<LeasedStore> store, std::string name)
      : store_(std::move(store)), name_(std::move(name)) {}

  void Set(const std::string& key, const std::string& value) override {
    store_->Set(key, value);
  }

  absl::optional<std::string> Get(const std::string& key) override {
    absl::optional<Entry> entry = store_->Get(key);
    if (!entry.has_value()) return absl::nullopt;
    return std::move(entry->value);
  }

  void Delete(const std::string& key) override { store_->Remove(key); }

  int64_t Add(const std::string& key, int64_t delta) override;

  std::vector<std::string> Wait(const std::vector<std::string>& keys,
                                Deadline deadline) override;

 private:
  // Returns the value as soon as it is there, or nothing at the deadline.
  absl::optional<std::string> WaitFor(const std::string& key,
                                      Deadline deadline);

  const std::shared_ptr<LeasedStore> store_;
  const std::string name_;
};

int64_t LeasedAsStore::Add(const std::string& key, int64_t delta) {
  const std::string shown =
      absl::StrCat(absl::CHexEscape(key), " in the store ", name_);
  while (true) {
    const absl::optional<Entry> before = store_->Get(key);
    const int64_t sum =
        SumOf(before.has_value() ? before->value : "0", delta, shown);
    const std::string value = absl::StrCat(sum);
    // Somebody else may have been faster.
    if (before.has_value() ? store_->Replace(key, before->modified, value)
                           : store_->Create(key, value)) {
      return sum;
    }
  }
}

absl::optional<std::string> LeasedAsStore::WaitFor(const std::string& key,
                                                   Deadline deadline) {
  while (true) {
    // The key comes first of those that begin with it.
    Listing found = store_->List(key);
    if (!found.entries.empty() && found.entries.front().key == key) {
      return std::move(found.entries.front().value);
    }
    if (std::chrono::steady_clock::now() >= deadline ||
        !store_->WaitForChange(key, found.revision, deadline)) {
      return Get(key);
    }
  }
}

std::vector<std::string> LeasedAsStore::Wait(
    const std::vector<std::string>& keys, Deadline deadline) {
  std::vector<std::string> values, missing;
  for (const std::string& key : keys) {
    absl::optional<std::string> value = WaitFor(key, deadline);
    if (value.has_value()) {
      values.push_back(*std::move(value));
    } else {
      missing.push_back(absl::CHexEscape(key));
    }
  }
  PADDLE_ENFORCE(missing.empty(), Unavailable, "nobody has set ",
                 absl::StrJoin(missing, ", "), " in the store ", name_,
                 " in time");
  return values;
}

}  // namespace

std::unique_ptr<Store> NewStoreOf(std::shared_ptr<LeasedStore> store,
                                  std::string name) {
  return std::make_unique<LeasedAsStore>(std::move(store), std::move(name));
}

}  // namespace paddle::distributed
