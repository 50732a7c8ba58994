// Building blocks of the gradient operators of control flow: their schemas and
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

class BlockEnds;

// Declares the slots of gradient operators.
class BlockGradOpMaker : public framework::OpMaker {
 protected:
  // Declares the list S of the forward operator, of which only shapes are read.
  void AddForwardList(const std::string& slot,
                      framework::VarKinds kinds = {framework::kDenseTensor});
  // Declares what the forward operator left for the gradient in an output.
  void AddForwardScopes(const std::string& slot);
  // Declares the list S@GRAD.
  void AddGradList(const std::string& slot, const std::string& comment,
                   framework::VarKinds kinds = {framework::kDenseTensor});
  // Declares those that every gradient operator has: Out, Wanted,
  // ForwardCaptures, Captures, Out@GRAD and Captures@GRAD. `out` are the legal
  // kinds of the outputs.
  void AddBlockGrad(framework::VarKinds out);
};

// Gives each S@GRAD[i] of slot S the shape, data type and LoD of S[i].
void SetGrads(framework::InferShapeContext* context, const std::string& slot);

// Throws InvalidArgument, naming the shapes, unless each Out@GRAD[i] that is
// present has the data type and shape of Out[i].
void CheckOutputGrads(const framework::InferShapeContext& context);

// Gives each Captures@GRAD[i] the shape of Wanted[i], and the kind of its
// result in the gradient block `attribute` (block number `block` of a list):
// sparse gradients stay SelectedRows. The gradients of captures are the last
// results of that block. Throws InvalidArgument if it has too few results, or
// results of another data type.
void SetCaptureGrads(framework::InferShapeContext* context,
                     absl::string_view attribute, int block = 0);

// Gives Captures@GRAD[i], for i from `begin` to `end` - 1, the shape of
// Wanted[i] and the kind of result `first` + i - `begin` of a block. Throws
// TypeMismatch if that has another data type.
void SetCaptureGrads(framework::InferShapeContext* context,
                     const BlockEnds& ends, int first, int begin, int end);

// Gives Captures@GRAD[i] the shape of Wanted[i] and the kind `kind`.
void SetCaptureGrad(framework::InferShapeContext* context,
                    framework::proto::VarKind kind, int i);

// Returns the names that context->InputGrads("Captures") assigns to
// grad.captures, in their order. Throws InvalidArgument for a name that is not
// among the captures of `forward`.
framework::NameList GradsOfWanted(const framework::proto::OpDesc& forward,
                                  const framework::GradBlock& grad,
                                  framework::GradContext* context);

// The slots of a forward operator that its gradient operator knows.
struct BlockGradSlots {
  framework::NameList inputs;          // inputs that it has, too
  framework::NameList differentiated;  // those of which it has the gradients
  framework::NameList scopes = {"StepScopes"};  // outputs that it reads
};

// Returns the operator <type>_grad of `forward`, which reads `grad`'s captures
// for its blocks and gives their gradients. Throws as GradsOfWanted.
framework::proto::OpDesc MakeBlockGrad(
    const framework::proto::OpDesc& forward, const BlockGradSlots& slots,
    const framework::GradBlock& grad, const framework::AttributeMap& attributes,
    framework::GradContext* context);

// Return slots for MakeOp: an input slot with the variables of the forward
// operator's slot, and an output slot with the wanted gradients of them.
std::pair<std::string, framework::NameList> ForwardSlot(
    const framework::proto::OpDesc& forward, const std::string& slot);
std::pair<std::string, framework::NameList> GradSlot(
    framework::GradContext* context, const std::string& slot);

}  // namespace paddle::operators
