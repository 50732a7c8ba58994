#include "paddle/operators/remote/remote_maker.h"

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

}  // namespace paddle::operators
