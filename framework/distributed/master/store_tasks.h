// Deals out the data of a job over a store.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "absl/types/optional.h"

#include "paddle/framework/distributed/master/train.h"
#include "paddle/framework/distributed/store/leased_store.h"

namespace paddle::distributed {

// Gives each task to one of the trainers of a job that come for it, in order.
// Keys of the store:
//
//   tasks/<job>/claimed-<attempt>/<task>   leased by the trainer that has it
//   tasks/<job>/done/<task>
//
// A task that an attempt before had claimed and not done is free again at once.
// A trainer that is lost gives its task back; who still works on one after its
// lease has run out cannot say that it is done. Errors are Unavailable. Used by
// one thread.
class StoreTasks final : public TaskSource {
 public:
  // The store must outlive this.
  StoreTasks(LeasedStore* store, const std::string& job, int attempt,
             int tasks);

  // None also if all that are left are other trainers': they are not waited
  // for.
  absl::optional<int> Claim() override;
  // Unavailable, naming the task, if it is this trainer's no more;
  // FailedPrecondition if it never was.
  void Done(int task) override;

 private:
  std::string Key(const std::string& what, int task) const;

  LeasedStore* const store_;
  const std::string prefix_;
  const std::string claimed_key_;  // of this attempt
  const int tasks_;
  const std::unique_ptr<Lease> lease_;
  std::map<int, int64_t> claimed_;  // revision of each
};

}  // namespace paddle::distributed
