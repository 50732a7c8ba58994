#include <cstdint>
#include <utility>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeSequenceReshape(framework::OpMaker* op) {
  op->AddInput("X", "Sequences of rows, [rows, width].");
  op->AddOutput("Out",
                "The same elements in rows of new_dim, [n, new_dim]; sequence "
                "i holds those of sequence i of X.");
  op->AddAttr<int64_t>("new_dim", "The width of the rows of Out.").AtLeast(1);
  op->MayReuse("Out", "X");
  op->AddComment(
      "Cuts each sequence of the last level into rows of another width: of "
      "{[1, 2, 3, 4]}, {[5, 6, 7, 8]} and 2: {[1, 2], [3, 4]}, {[5, 6], [7, "
      "8]}. Errors: InvalidArgument for rows that form no sequences, an X that "
      "is no matrix, and a sequence whose elements do not fill rows of "
      "new_dim, naming it.");
}

// Returns the levels of X, of which the last one counts rows of `new_dim`.
OffsetLevels NewLevels(const framework::InferShapeContext& context, int levels,
                       int64_t width, int64_t new_dim) {
  OffsetLevels offsets = FirstLevels(context, "X", levels);
  int64_t before = 0;
  for (size_t i = 0; i < offsets.back().size(); ++i) {
    int64_t& end = offsets.back()[i];
    const int64_t elements = (end - before) * width;
    before = end;
    PADDLE_ENFORCE(elements % new_dim == 0, InvalidArgument, "sequence ", i - 1,
                   " of sequence_reshape has ", elements,
                   " elements, which do not fill rows of ", new_dim);
    end = end * width / new_dim;
  }
  return offsets;
}

void InferSequenceReshape(framework::InferShapeContext* context) {
  const int levels = LevelsOf(*context, "X");
  const Dims x = context->InputDims("X");
  PADDLE_ENFORCE(x.rank() == 2, InvalidArgument,
                 "X of sequence_reshape is [rows, width], not ", x.ToString());
  const int64_t new_dim = context->Attr<int64_t>("new_dim");
  if (!context->is_running()) {
    const int64_t rows = x[1] == new_dim ? x[0] : context->sizes().Fresh();
    context->SetOutput("Out", Dims({rows, new_dim}), context->InputType("X"));
    return context->SetLoDLevels("Out", levels);
  }
  OffsetLevels offsets = NewLevels(*context, levels, x[1], new_dim);
  context->SetOutput("Out", Dims({offsets.back().back(), new_dim}),
                     context->InputType("X"));
  context->SetLoD("Out", std::move(offsets));
}

}  // namespace

REGISTER_OP(sequence_reshape, framework::ShapeFunction(InferSequenceReshape),
            framework::MakerFunction(DescribeSequenceReshape),
            sequence_reshape_grad,
            framework::GradOpSchema({}, {{"X@GRAD", "Out@GRAD"}}));
REGISTER_OP_FLOPS(sequence_reshape, framework::NoFlops());

}  // namespace paddle::operators
