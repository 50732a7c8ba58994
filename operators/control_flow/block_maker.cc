#include "paddle/operators/control_flow/block_maker.h"

#include "paddle/framework/ir/var_kinds.h"

namespace paddle::operators {

void BlockOpMaker::AddCaptures(const std::string& comment) {
  AddInput("Captures", comment)
      .AsList()
      .AsOptional()
      // Raw ones too: the group of an exchange inside a block.
      .Kinds({framework::kDenseTensor, framework::kSelectedRows,
              framework::kTensorArray, framework::kRaw});
}

void BlockOpMaker::AddScopes(const std::string& slot,
                             const std::string& comment) {
  AddOutput(slot, comment)
      .AsIntermediate()
      .AsOptional()
      .Kinds({framework::kStepScopes});
}

}  // namespace paddle::operators
