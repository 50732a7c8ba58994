#include "paddle/operators/loss/label_shape.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::DataTypeName;
using framework::Dims;

void CheckType(framework::InferShapeContext* context, DataType wanted) {
  const DataType type = context->InputType("Label");
  PADDLE_ENFORCE(type == wanted, InvalidArgument, "Label of ",
                 context->op_type(), " must be ", DataTypeName(wanted),
                 ", not ", DataTypeName(type));
}

}  // namespace

Dims LossDims(framework::InferShapeContext* context, absl::string_view scores,
              bool soft, int64_t axis) {
  const Dims x = context->InputDims(scores);
  const Dims label = context->InputDims("Label");
  PADDLE_ENFORCE(x.rank() > 0, InvalidArgument, scores, " of ",
                 context->op_type(), " needs an axis of classes, but is ",
                 x.ToString());
  const int classes = framework::NormalizeAxis(axis, x.rank());
  Dims loss = x;
  loss[classes] = 1;
  Dims rows = x.Slice(0, classes);
  for (int64_t size : x.Slice(classes + 1, x.rank())) rows.Append(size);
  // Soft labels are weights of the same type as the scores: kernels read both
  // as T.
  CheckType(context, soft ? context->InputType(scores) : DataType::kInt64);
  // [...] as well as [..., 1]: a column of classes is often read as a vector.
  const bool fits = soft ? framework::MayBeEqual(label, x)
                         : framework::MayBeEqual(label, loss) ||
                               framework::MayBeEqual(label, rows);
  PADDLE_ENFORCE(fits, InvalidArgument, "Label ", label.ToString(), " of ",
                 context->op_type(), " does not fit ", scores, " ",
                 x.ToString(),
                 soft ? ": soft labels have the same shape"
                      : ": it holds one class for each row");
  return loss;
}

void SetLoss(framework::InferShapeContext* context, absl::string_view scores,
             absl::string_view loss, const Dims& dims, int64_t axis) {
  context->SetOutput(loss, dims, context->InputType(scores));
  if (framework::NormalizeAxis(axis, dims.rank()) == 0) return;
  context->ShareLoD(scores, loss);
}

}  // namespace paddle::operators
