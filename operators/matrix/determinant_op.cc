#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void InferDeterminant(framework::InferShapeContext* ctx) {
  const Dims x = ctx->InputDims("X");
  const int rank = x.rank();
  PADDLE_ENFORCE(rank >= 2 && framework::MayBeEqual(x.Slice(rank - 2, rank - 1),
                                                    x.Slice(rank - 1, rank)),
                 InvalidArgument, "X ", x.ToString(),
                 " of determinant must be square matrices, [..., n, n]");
  ctx->SetOutput("Out", x.Slice(0, rank - 2), ctx->InputType("X"));
  // The rows of one matrix are no sequences.
  if (rank > 2) ctx->ShareLoD("X", "Out");
}

void DescribeDeterminant(framework::OpMaker* op) {
  op->AddInput("X", "Square matrices, [..., n, n].");
  op->AddOutput("Out", "Their determinants, [...].");
  op->AddComment(
      "Out = det(X) of each matrix; 1 for one without elements. Computed in "
      "float64, by elimination with the largest pivot of each column (Golub "
      "and Van Loan, Matrix Computations, 3.4). It has no gradient yet. "
      "Errors: InvalidArgument for X of a rank below 2, or "
      "of matrices that are not square.");
}

// The factors of each matrix.
double DeterminantFlops(const framework::FlopsContext& op) {
  const Dims& x = op.DimsOf("X");
  return 2.0 / 3 * static_cast<double>(x.Numel()) *
         static_cast<double>(x.at(-1));
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(determinant,
                             framework::ShapeFunction(InferDeterminant),
                             framework::MakerFunction(DescribeDeterminant));
REGISTER_OP_FLOPS(determinant, DeterminantFlops);

}  // namespace paddle::operators
