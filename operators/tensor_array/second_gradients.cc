// Gradients of the gradients of operators on tensor arrays.
#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/composite_gradient.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

using framework::proto::OpDesc;

// Writes the tangent of the element into the tangent of the array.
std::vector<OpDesc> ArrayWriteSecondGradient(const OpDesc& grad,
                                             framework::GradContext* context) {
  const std::string wanted = context->InputGrad("Out@GRAD");
  if (wanted.empty()) return {};
  std::vector<OpDesc> ops;
  std::string element = context->OutputGrad("X@GRAD");
  if (element.empty()) {
    // Nothing flows into X@GRAD, so the tangent of the element is zeros.
    element = framework::AsComposite(context)->NewName(wanted + "@ZEROS");
    ops.push_back(framework::MakeOp("fill_zeros_like",
                                    {{"X", framework::Inputs(grad, "X")}},
                                    {{"Out", {element}}}));
  }
  const std::string array = context->OutputGrad("Array@GRAD");
  framework::SlotMap inputs = {{"X", {element}},
                               {"I", framework::Inputs(grad, "I")}};
  if (!array.empty()) inputs.push_back({"Array", {array}});
  ops.push_back(framework::MakeOp("array_write", inputs, {{"Out", {wanted}}}));
  for (OpDesc& op : ops) op = framework::AsGradientOf(grad, std::move(op));
  return ops;
}

}  // namespace

REGISTER_GRADIENT_MAKER(array_write_grad, ArrayWriteSecondGradient);

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_tensor_array() { return 0; }
