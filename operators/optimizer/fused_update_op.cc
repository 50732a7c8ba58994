#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/fused_attributes.h"
#include "paddle/operators/optimizer/update_list.h"
#include "paddle/operators/optimizer/updated_part.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeFusedUpdate(framework::OpMaker* op) {
  op->AddInput("LearningRate",
               "One number, [] or [1], of the parameters' type.");
  op->AddInput("Grad", "The gradient of each parameter, of its shape.")
      .AsList();
  op->AddInput("X",
               "Of each parameter, one after the other, what the optimizer "
               "updates: the parameter, of any shape, then its states, of that "
               "shape, and numbers, [] or [1], in the order in which the "
               "optimizer declares them. An optional state may be left out.")
      .AsList();
  op->AddOutput("Out",
                "X after the step, each of its shape. A number that something "
                "else updates is left out.")
      .AsList();
  op->Updates("Out", "X");
  op->AddAttr<std::string>("type", "The optimizer.");
  AddFusedAttributes("Its attributes that are not what they are by default.",
                     op);
  op->AddComment(
      "Out = X after a step of one optimizer for each of many parameters, in "
      "one "
      "parallel loop over all elements. The bits are those of an operator for "
      "each. Written by pass fuse_optimizers. Errors: InvalidArgument for an "
      "optimizer that does not change element by element, for lists whose "
      "lengths do not go together, for a variable that is updated twice, and "
      "those of the optimizer.");
}

void InferFusedUpdate(framework::InferShapeContext* context) {
  const UpdateList list = ReadUpdateList(
      [&](absl::string_view name) -> const framework::Attribute& {
        return context->attribute(name);
      },
      context->InputCount("Grad"), context->InputCount("X"),
      context->OutputCount("Out"));
  for (int i = 0; i < list.parameters; ++i) {
    UpdatedPart part(context, list, i);
    list.info->schema->InferShape(&part);
  }
}

double FusedUpdateFlops(const framework::FlopsContext& op) {
  return 2 * op.SizeOf("Grad");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(fused_update,
                             framework::ShapeFunction(InferFusedUpdate),
                             framework::MakerFunction(DescribeFusedUpdate));
REGISTER_OP_FLOPS(fused_update, FusedUpdateFlops);

}  // namespace paddle::operators
