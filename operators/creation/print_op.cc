#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/creation/identity_gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribePrint(framework::OpMaker* op) {
  op->AddInput("In", "Tensor or SelectedRows of any shape.")
      .Kinds(framework::kTensorOrRows);
  op->AddOutput("Out", "What In is, of the same shape.")
      .AsOptional()
      .Kinds(framework::kTensorOrRows);
  op->AddAttr<std::string>("message", "What stands in front of the value.")
      .SetDefault("");
  op->AddAttr<int64_t>("first_n",
                       "How many times to print; -1 for every time it runs.")
      .SetDefault(-1)
      .AtLeast(-1);
  op->AddAttr<int64_t>("summarize", "How many elements to print; -1 for all.")
      .SetDefault(20)
      .AtLeast(-1);
  op->MayReuse("Out", "In");
  op->HasLastingEffect();
  op->AddComment(
      "Out = In, and a line on standard error: message, name, data type, dims "
      "and elements. Errors: InvalidArgument for a tensor array: print what "
      "array_to_tensor makes of it.");
}

void InferPrint(framework::InferShapeContext* context) {
  if (context->InputIsSelectedRows("In")) {
    context->SetSelectedRows("Out", context->InputDims("In"),
                             context->InputType("In"));
  } else if (context->HasOutput("Out")) {
    context->ShareShape("In", "Out");
  }
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(print, framework::ShapeFunction(InferPrint),
                             framework::MakerFunction(DescribePrint));
REGISTER_GRADIENT_MAKER(print, IdentityGradient("In"));
REGISTER_OP_FLOPS(print, framework::NoFlops());

}  // namespace paddle::operators
