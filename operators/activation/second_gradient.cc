#include "paddle/operators/activation/second_gradient.h"

#include <utility>
#include <vector>

#include "paddle/framework/ir/op_desc.h"

namespace paddle::operators {

using framework::GradContext;
using framework::proto::OpDesc;

framework::GradMaker ActivationSecondGradient(std::string saved,
                                              Curvature curvature) {
  return [saved, curvature](const OpDesc& grad, GradContext* context) {
    const std::string flowing = context->OutputGrad("X@GRAD");
    const std::string d_out = context->InputGrad("Out@GRAD");
    const std::string d_saved = context->InputGrad(saved);
    // New variables are named after a gradient that is wanted.
    GradientWriter writer(grad, d_out.empty() ? d_saved : d_out);
    // X@GRAD is linear in Out@GRAD: the same operator passes u back, with the
    // same attributes.
    if (!d_out.empty()) {
      framework::SlotMap inputs;
      for (const auto& slot : grad.inputs()) {
        inputs.emplace_back(slot.name(), framework::Inputs(grad, slot.name()));
        if (slot.name() == "Out@GRAD") inputs.back().second = {flowing};
      }
      writer.Write(grad.type(), inputs, d_out, {}, "X@GRAD");
    }
    if (!d_saved.empty()) {
      // The derivative by `saved` is elementwise, so the two gradients come in
      // as their product.
      const std::string product =
          writer.Product(framework::Input(grad, "Out@GRAD"), flowing);
      curvature(framework::Input(grad, saved), product, d_saved, &writer);
    }
    return writer.Take();
  };
}

}  // namespace paddle::operators
