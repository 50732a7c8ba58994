#include "paddle/operators/remote/remote_maker.h"

#include <cstdint>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/var_kinds.h"

namespace paddle::operators {

void AddServers(framework::OpMaker* op) {
  op->AddInput("Servers",
               "The servers of the job, without a shape: a raw variable of the "
               "scope that holds a "
               "std::shared_ptr<distributed::ParameterServers>.")
      .NoGradient()
      .Kinds({framework::kRaw});
}

void AddTrainers(framework::OpMaker* op) {
  op->AddInput("Group",
               "The trainers of the job, without a shape: a raw variable of "
               "the scope that holds a "
               "std::shared_ptr<distributed::Communicator>.")
      .NoGradient()
      .Kinds({framework::kRaw});
}

void AddPush(framework::OpMaker* op, const std::string& from) {
  AddServers(op);
  AddTrainers(op);
  op->AddInput("Shards",
               absl::StrCat("What ", from,
                            " has added up for the exchange, without a shape: "
                            "a raw variable of the scope with a "
                            "distributed::ShardSums."))
      .NoGradient()
      .Kinds({framework::kRaw});
  op->AddAttr<int64_t>("exchange",
                       "The number of the exchange among those of a step.")
      .SetDefault(0)
      .AtLeast(0);
}

void AddTable(framework::OpMaker* op) {
  op->AddAttr<std::string>("table",
                           "The parameter whose rows the servers keep.");
  op->AddAttr<int64_t>("width", "Numbers in a row.").AtLeast(1);
}

}  // namespace paddle::operators
