#include "paddle/framework/distributed/server/server_place.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "paddle/framework/distributed/server/incarnation.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Between two looks at the lease, and after a store that fails.
constexpr milliseconds kPause(100);
// The longest wait for who has the place, after which the end is noticed.
constexpr milliseconds kListening(500);

// The last owner of a place, and the epoch in which it took it.
struct Owner {
  int64_t epoch = 0;
  std::string number;
  int64_t modified = 0;  // the revision of the record; 0: there is none
};

Owner OwnerOf(const absl::optional<Entry>& entry) {
  Owner owner;
  if (!entry.has_value()) return owner;
  owner.modified = entry->modified;
  const std::vector<std::string> words = absl::StrSplit(entry->value, ' ');
  PADDLE_ENFORCE(words.size() == 2 && absl::SimpleAtoi(words[0], &owner.epoch),
                 FailedPrecondition, entry->key, " is no record of an owner: '",
                 entry->value, "'");
  owner.number = words[1];
  return owner;
}

}  // namespace

ServerPlace::ServerPlace(std::shared_ptr<LeasedStore> store, std::string name,
                         milliseconds ttl)
    : store_(std::move(store)),
      name_(std::move(name)),
      owner_key_(name_ + "/owner"),
      number_(absl::StrCat(NewIncarnation())),
      ttl_(ttl) {
  PADDLE_ENFORCE(ttl > kFenceMargin, InvalidArgument, "a lease of ",
                 ttl.count(), " ms: the server ", name_,
                 " would never serve, since it stops ", kFenceMargin.count(),
                 " ms before its end");
  thread_ = std::thread([this] { Work(); });
}

ServerPlace::~ServerPlace() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

bool ServerPlace::WaitUntilTaken(Time deadline) {
  std::unique_lock<std::mutex> lock(mutex_);
  return changed_.wait_until(lock, deadline, [&] { return lease_ != nullptr; });
}

void ServerPlace::Publish(std::string address) {
  std::lock_guard<std::mutex> lock(mutex_);
  address_ = std::move(address);
}

HeldPlace ServerPlace::held() const {
  std::lock_guard<std::mutex> lock(mutex_);
  if (lease_ == nullptr) return HeldPlace();
  const Time until = lease_->until();
  return until == Time() ? HeldPlace() : HeldPlace{until, epoch_};
}

bool ServerPlace::replaced() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return replaced_;
}

std::string ServerPlace::error() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return error_;
}

void ServerPlace::Work() {
  while (true) {
    std::string error;
    try {
      Step();
    } catch (const std::exception& caught) {
      error = caught.what();
    }
    std::unique_lock<std::mutex> lock(mutex_);
    error_ = std::move(error);
    changed_.wait_for(lock, kPause, [&] { return closed_; });
    if (closed_ || replaced_) break;
  }
  std::shared_ptr<Lease> lease;
  std::lock_guard<std::mutex> lock(mutex_);
  lease.swap(lease_);
}

void ServerPlace::Step() {
  std::shared_ptr<Lease> lost;  // It goes, slowly, after the lock.
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (lease_ != nullptr && !lease_->alive()) lost.swap(lease_);
  }
  // Only this thread writes the lease.
  if (lost != nullptr) return;
  if (lease_ == nullptr) return Take();
  PublishNow();
}

void ServerPlace::Take() {
  const absl::optional<Entry> entry = store_->Get(name_);
  const Owner owner = OwnerOf(store_->Get(owner_key_));
  if (epoch_ != 0 && owner.modified != 0 && owner.number != number_) {
    std::lock_guard<std::mutex> lock(mutex_);
    replaced_ = true;
    return;
  }
  if (entry.has_value()) {
    store_->WaitForChange(name_, entry->modified,
                          steady_clock::now() + kListening);
    return;
  }
  const std::shared_ptr<Lease> lease = store_->Grant(ttl_);
  const int64_t epoch = std::max(owner.epoch, epoch_) + 1;
  const int64_t revision =
      store_->Commit({{name_, Condition::Kind::kCreated, 0},
                      {owner_key_, Condition::Kind::kModified, owner.modified}},
                     {{name_, std::string(), lease.get()},
                      {owner_key_, absl::StrCat(epoch, " ", number_)}});
  if (revision == 0) return;
  std::lock_guard<std::mutex> lock(mutex_);
  lease_ = lease;
  epoch_ = epoch;
  created_ = revision;
  published_.clear();
  changed_.notify_all();
}

void ServerPlace::PublishNow() {
  std::string address;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    address = address_;
  }
  if (address == published_) return;
  // Else the key is that of a successor.
  if (store_->Commit({{name_, Condition::Kind::kCreated, created_}},
                     {{name_, address, lease_.get()}}) == 0) {
    return;
  }
  published_ = address;
}

}  // namespace paddle::distributed
