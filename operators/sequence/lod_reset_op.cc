#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::InferShapeContext;

void DescribeLoDReset(framework::OpMaker* op) {
  op->AddInput("X",
               "Any tensor of rank 1 or more; its sequences do not matter.");
  op->AddInput("Y",
               "[rows, ...], as many rows as X: the sequences of Out are those "
               "of this one.")
      .AsOptional()
      .ShapeOnly()
      .NoGradient();
  op->AddOutput("Out", "The elements of X, in its shape.");
  op->AddAttr<std::vector<int64_t>>("target_lod",
                                    "Without Y: the lengths of the sequences, "
                                    "which add up to the rows of X.")
      .SetDefault({})
      .AnyLength()
      .AtLeast(0);
  op->MayReuse("Out", "X");
  op->AddComment(
      "Groups the rows of X into other sequences; with neither Y nor lengths "
      "into none: Out is plain rows. For lengths that are known only when the "
      "program runs there is sequence_group. Errors: InvalidArgument for a "
      "scalar, and for lengths that do not add up to the rows of X.");
}

void CheckRows(const InferShapeContext& context, int64_t rows) {
  const framework::Dims dims = context.InputDims("X");
  PADDLE_ENFORCE(dims[0] == rows, InvalidArgument,
                 "the sequences that lod_reset is to make have ", rows,
                 " rows, but X is ", dims.ToString());
}

std::vector<int64_t> OffsetsOf(const InferShapeContext& context) {
  std::vector<int64_t> offsets = {0};
  for (int64_t length : context.Attr<std::vector<int64_t>>("target_lod")) {
    offsets.push_back(framework::NumericSizes().Add(offsets.back(), length));
  }
  CheckRows(context, offsets.back());
  return offsets;
}

void InferLoDReset(InferShapeContext* context) {
  PADDLE_ENFORCE_GE(context->InputDims("X").rank(), 1,
                    "X of lod_reset is a scalar, which has no rows");
  context->SetOutput("Out", context->InputDims("X"), context->InputType("X"));
  if (context->HasInput("Y")) {
    const int levels = LevelsOf(*context, "Y");
    if (context->is_running()) {
      CheckRows(*context, context->Offsets("Y", levels - 1).back());
    }
    return context->ShareLoD("Y", "Out");
  }
  // No LoD is set at all: Out is plain rows.
  if (context->Attr<std::vector<int64_t>>("target_lod").empty()) return;
  if (!context->is_running()) return context->SetLoDLevels("Out", 1);
  context->SetLoD("Out", {OffsetsOf(*context)});
}

}  // namespace

REGISTER_OP(lod_reset, framework::ShapeFunction(InferLoDReset),
            framework::MakerFunction(DescribeLoDReset), lod_reset_grad,
            framework::GradOpSchema({}, {{"X@GRAD", "Out@GRAD"}}));
REGISTER_OP_FLOPS(lod_reset, framework::NoFlops());

}  // namespace paddle::operators
