#include "paddle/operators/normalization/row_norm_base.h"

#include "paddle/operators/normalization/channel_shape.h"

namespace paddle::operators {

void RowNormOp::InferShape(framework::InferShapeContext* context) const {
  const framework::Dims x = context->InputDims("X");
  const int axis = framework::NormalizeAxis(
      context->Attr<int64_t>("begin_norm_axis"), x.rank());
  const int64_t size = context->NumelOf(x.Slice(axis, x.rank()));
  for (const auto& slot : parameters_) CheckChannelVector(context, slot, size);
  context->ShareShape("X", "Y");
  for (const std::string& slot : statistics_) {
    context->SetOutput(slot, {context->NumelOf(x.Slice(0, axis))},
                       StatisticsType(context->InputType("X")));
  }
}

void RowNormOpMaker::MakeRowNorm(int64_t begin) {
  AddInput("X", "Of rank 1 or more.");
  AddInput("Scale", "A vector, [elements of a row]; left out: ones.")
      .AsOptional();
  AddOutput("Y", "The shape of X.");
  AddAttr<int64_t>("begin_norm_axis",
                   "The elements of the axes from this one on form a row; "
                   "negative: from the end.")
      .SetDefault(begin);
  KernelTypeFrom("X");
  // The statistics of a row are known before its first element is written.
  MayReuse("Y", "X");
}

}  // namespace paddle::operators
