#include "paddle/operators/elementwise/step_kernel.h"

#include <string>

#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::operators {

using framework::OpArguments;

StepKernel::StepKernel(const framework::proto::OpDesc& desc,
                       platform::PlaceKind place, framework::DataType dtype) {
  const auto& proto = framework::OpInfoMap::Instance().Get(desc.type()).proto;
  const auto lookup = [&](const std::string& name) {
    return OpArguments::Var{name, dtype};
  };
  arguments_ = std::make_unique<OpArguments>(desc, proto, lookup);
  kernel_ = framework::KernelTable::Instance().Find(desc.type(), place,
                                                    dtype)(*arguments_);
}

}  // namespace paddle::operators
