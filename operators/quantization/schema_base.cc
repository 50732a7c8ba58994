#include "paddle/operators/quantization/schema_base.h"

#include "absl/strings/str_cat.h"

#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

bool FitsAxis(const Dims& x, const Dims& scale, int64_t axis) {
  if (scale.rank() == 0) return true;
  if (scale.rank() != 1) return false;
  if (scale[0] == 1) return true;
  const int64_t index = axis < 0 ? axis + x.rank() : axis;
  return index >= 0 && index < x.rank() &&
         framework::MayBeEqual(x[static_cast<int>(index)], scale[0]);
}

}  // namespace

void AddZeroPointAndAxis(framework::OpMaker* op) {
  op->AddInput("ZeroPoint",
               "The integers that stand for 0, of the integers' data type, "
               "shaped like Scale. Without it they are 0.")
      .AsOptional();
  op->AddAttr<int64_t>("axis",
                       "The axis of X that Scale has an element for each index "
                       "of, -rank to rank - 1. Not read with one element.")
      .SetDefault(1);
}

void CheckScales(const framework::InferShapeContext& ctx, DataType scale_type,
                 DataType integer) {
  const Dims x = ctx.InputDims("X"), scale = ctx.InputDims("Scale");
  const int64_t axis = ctx.Attr<int64_t>("axis");
  PADDLE_ENFORCE(FitsAxis(x, scale, axis), InvalidArgument,
                 "Scale has one element, or one for each index of axis ", axis,
                 " of X ", x.ToString(), ", and is not ", scale.ToString());
  PADDLE_ENFORCE(ctx.InputType("Scale") == scale_type, InvalidArgument,
                 "Scale is of ", framework::DataTypeName(scale_type), ", not ",
                 framework::DataTypeName(ctx.InputType("Scale")));
  if (!ctx.HasInput("ZeroPoint")) return;
  const Dims zero = ctx.InputDims("ZeroPoint");
  PADDLE_ENFORCE(framework::MayBeEqual(zero, scale) &&
                     ctx.InputType("ZeroPoint") == integer,
                 InvalidArgument, "ZeroPoint is ", scale.ToString(),
                 " like Scale, of ", framework::DataTypeName(integer), ", not ",
                 zero.ToString(), " of ",
                 framework::DataTypeName(ctx.InputType("ZeroPoint")));
}

}  // namespace paddle::operators
