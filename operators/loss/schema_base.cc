#include "paddle/operators/loss/schema_base.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

void CheckAlike(const framework::InferShapeContext& context,
                const std::string& slot, const std::string& like) {
  const framework::Dims dims = context.InputDims(slot);
  const framework::Dims wanted = context.InputDims(like);
  PADDLE_ENFORCE(framework::MayBeEqual(dims, wanted), InvalidArgument, slot,
                 " ", dims.ToString(), " of ", context.op_type(),
                 " must have the shape of ", like, ", ", wanted.ToString());
  PADDLE_ENFORCE(context.InputType(slot) == context.InputType(like),
                 InvalidArgument, slot, " of ", context.op_type(), " must be ",
                 framework::DataTypeName(context.InputType(like)), " like ",
                 like, ", not ",
                 framework::DataTypeName(context.InputType(slot)));
}

void ElementLossOp::InferShape(framework::InferShapeContext* context) const {
  // The first is compared to itself, which costs nothing and needs no case.
  for (const std::string& input : inputs_) {
    CheckAlike(*context, input, inputs_[0]);
  }
  for (const std::string& output : outputs_) {
    context->ShareShape(inputs_[0], output);
  }
}

void ElementLossOpMaker::AddFormula(const std::string& formula) {
  AddComment(formula +
             " Errors: InvalidArgument unless all inputs have one shape and "
             "data type.");
}

}  // namespace paddle::operators
