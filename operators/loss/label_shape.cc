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
              bool soft) {
  const Dims x = context->InputDims(scores);
  const Dims label = context->InputDims("Label");
  PADDLE_ENFORCE(x.rank() > 0, InvalidArgument, scores, " of ",
                 context->op_type(), " needs an axis of classes, but is ",
                 x.ToString());
  const Dims rows = x.Slice(0, x.rank() - 1);
  Dims loss = rows;
  loss.Append(1);
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

}  // namespace paddle::operators
