#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/creation/identity_gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

class PrintOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("In", "Tensor or SelectedRows of any shape.")
        .Kinds(framework::kTensorOrRows);
    AddOutput("Out", "What In is, of the same shape.")
        .AsOptional()
        .Kinds(framework::kTensorOrRows);
    AddAttr<std::string>("message", "What stands in front of the value.")
        .SetDefault("");
    AddAttr<int64_t>("first_n",
                     "How many times to print; -1 for every time it runs.")
        .SetDefault(-1)
        .AtLeast(-1);
    AddAttr<int64_t>("summarize", "How many elements to print; -1 for all.")
        .SetDefault(20)
        .AtLeast(-1);
    MayReuse("Out", "In");
    HasLastingEffect();
    AddComment(
        "Out = In, and a line on standard error: message, name, data type, "
        "dims and elements. Errors: InvalidArgument for a tensor array: print "
        "what array_to_tensor makes of it.");
  }
};

class PrintOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    if (context->InputIsSelectedRows("In")) {
      context->SetSelectedRows("Out", context->InputDims("In"),
                               context->InputType("In"));
    } else if (context->HasOutput("Out")) {
      context->ShareShape("In", "Out");
    }
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(print, PrintOp, PrintOpMaker);
REGISTER_GRADIENT_MAKER(print, IdentityGradient("In"));
REGISTER_OP_FLOPS(print, framework::NoFlops());

}  // namespace paddle::operators
