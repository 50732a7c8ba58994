#include "paddle/framework/distributed/master/store_tasks.h"

#include <chrono>
#include <set>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

constexpr std::chrono::seconds kLease(10);
constexpr char kDone[] = "done";

}  // namespace

StoreTasks::StoreTasks(LeasedStore* store, const std::string& job, int attempt,
                       int tasks)
    : store_(store),
      prefix_(absl::StrCat("tasks/", job, "/")),
      claimed_key_(absl::StrCat("claimed-", attempt)),
      tasks_(tasks),
      lease_(store->Grant(kLease)) {}

std::string StoreTasks::Key(const std::string& what, int task) const {
  return absl::StrCat(prefix_, what, "/", task);
}

absl::optional<int> StoreTasks::Claim() {
  std::set<std::string> taken;
  for (const Entry& each : store_->List(prefix_).entries) {
    taken.insert(each.key);
  }
  for (int task = 0; task < tasks_; ++task) {
    const std::string claim = Key(claimed_key_, task), done = Key(kDone, task);
    if (taken.count(claim) != 0 || taken.count(done) != 0) continue;
    // It may be done since they were listed.
    const int64_t revision =
        store_->Commit({{claim, Condition::Kind::kCreated, 0},
                        {done, Condition::Kind::kCreated, 0}},
                       {{claim, std::string(), lease_.get()}});
    if (revision == 0) continue;
    claimed_[task] = revision;
    return task;
  }
  return absl::nullopt;
}

void StoreTasks::Done(int task) {
  const auto own = claimed_.find(task);
  PADDLE_ENFORCE(own != claimed_.end(), FailedPrecondition, "task ", task,
                 " is done, but was not claimed");
  const std::string claim = Key(claimed_key_, task);
  const int64_t revision =
      store_->Commit({{claim, Condition::Kind::kCreated, own->second}},
                     {{Key(kDone, task), std::string(), nullptr},
                      {claim, absl::nullopt, nullptr}});
  PADDLE_ENFORCE(revision != 0, Unavailable, "task ", task,
                 " was done too late: it is another trainer's");
  claimed_.erase(own);
}

}  // namespace paddle::distributed
