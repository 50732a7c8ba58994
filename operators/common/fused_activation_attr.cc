#include "paddle/operators/common/fused_activation_attr.h"

namespace paddle::operators {

void AddFusedActivationAttr(framework::OpMaker* op,
                            const std::string& comment) {
  op->AddAttr<std::string>("activation", comment)
      .SetDefault("")
      .OneOf({"", "relu", "relu6", "sigmoid", "tanh", "swish", "hard_swish",
              "gelu"});
}

}  // namespace paddle::operators
