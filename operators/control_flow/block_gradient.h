// What the gradient operators of control flow have in common: their schemas and
// their makers.
#pragma once

#include <string>
#include <utility>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/var_kinds.h"
#include "paddle/framework/registry/gradient.h"
#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_maker.h"

namespace paddle::operators {

// Declares the slots that every gradient operator has: Out, Wanted,
// ForwardCaptures, Captures, Out@GRAD and Captures@GRAD. `out`: the kinds of
// the outputs.
class BlockGradOpMaker : public framework::OpMaker {
 protected:
  void AddBlockGrad(framework::VarKinds out);
};

// Gives each S@GRAD[i] of a slot the shape, data type and LoD of S[i].
void SetGrads(framework::InferShapeContext* context, const std::string& slot);

// InvalidArgument, with the shapes, unless each Out@GRAD[i] that is given has
// data type and shape of Out[i].
void CheckOutputGrads(const framework::InferShapeContext& context);

// Gives each Captures@GRAD[i] the shape of Wanted[i] and the kind that the
// gradient block `attribute` (or place `block` of a list) gives it:
// SelectedRows stay so. They are the last results of that block.
// InvalidArgument if it has fewer results, or others.
void SetCaptureGrads(framework::InferShapeContext* context,
                     absl::string_view attribute, int block = 0);

// Gives Captures@GRAD[i] the shape of Wanted[i], and this kind.
void SetCaptureGrad(framework::InferShapeContext* context,
                    framework::proto::VarKind kind, int i);

// The names that context->InputGrads("Captures") gives to grad.captures, in
// their order.
framework::NameList GradsOfWanted(const framework::proto::OpDesc& forward,
                                  const framework::GradBlock& grad,
                                  framework::GradContext* context);

// For MakeOp: an input slot with the variables that the forward operator has in
// it, and an output slot with the gradients that are wanted of them.
std::pair<std::string, framework::NameList> ForwardSlot(
    const framework::proto::OpDesc& forward, const std::string& slot);
std::pair<std::string, framework::NameList> GradSlot(
    framework::GradContext* context, const std::string& slot);

}  // namespace paddle::operators
