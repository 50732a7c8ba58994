#include <algorithm>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

// One operand: a stack of matrices, or a vector.
struct Operand {
  Operand(const Dims& dims, bool transposed)
      : is_vector(dims.rank() == 1),
        stack(dims.Slice(0, std::max(dims.rank() - 2, 0))) {
    if (is_vector) {
      rows = columns = dims[0];
    } else {
      rows = dims.at(transposed ? -1 : -2);
      columns = dims.at(transposed ? -2 : -1);
    }
  }
  bool is_vector;
  Dims stack;
  int64_t rows;  // of a vector: its size, both times
  int64_t columns;
};

// The size that two sizes of the stacks broadcast to. A symbol against a
// number is taken for that number, unless it is 1.
int64_t StackSize(const Dims& x, const Dims& y, int64_t a, int64_t b) {
  if (a == 1) return b;
  if (b == 1) return a;
  PADDLE_ENFORCE(framework::MayBeEqual(a, b), InvalidArgument,
                 "matmul cannot broadcast the leading axes of X ", x.ToString(),
                 " and Y ", y.ToString());
  return std::max(a, b);
}

Dims StackDims(const Dims& x, const Dims& y, const Dims& x_stack,
               const Dims& y_stack) {
  const int rank = std::max(x_stack.rank(), y_stack.rank());
  const auto size = [rank](const Dims& stack, int axis) {
    const int own = axis - (rank - stack.rank());
    return own < 0 ? 1 : stack[own];
  };
  Dims stack;
  for (int i = 0; i < rank; ++i) {
    stack.Append(StackSize(x, y, size(x_stack, i), size(y_stack, i)));
  }
  return stack;
}

void InferMatmul(framework::InferShapeContext* ctx) {
  const Dims x = ctx->InputDims("X");
  const Dims y = ctx->InputDims("Y");
  PADDLE_ENFORCE(x.rank() > 0 && y.rank() > 0, InvalidArgument,
                 "matmul takes no scalars: X is ", x.ToString(), ", Y is ",
                 y.ToString());
  PADDLE_ENFORCE_EQ(ctx->InputType("X"), ctx->InputType("Y"),
                    "X and Y of matmul must be of one data type");
  const Operand a(x, ctx->Attr<bool>("transpose_X"));
  const Operand b(y, ctx->Attr<bool>("transpose_Y"));
  PADDLE_ENFORCE(framework::MayBeEqual(a.columns, b.rows), InvalidArgument,
                 "matmul cannot multiply X ", x.ToString(), " by Y ",
                 y.ToString(), ": ", ctx->sizes().Text(a.columns),
                 " columns against ", ctx->sizes().Text(b.rows), " rows");
  Dims out = StackDims(x, y, a.stack, b.stack);
  if (!a.is_vector) out.Append(a.rows);
  if (!b.is_vector) out.Append(b.columns);
  ctx->SetOutput("Out", out, ctx->InputType("X"));
  if (x.rank() > 1 && out.rank() > 0 && out[0] == x[0]) {
    ctx->ShareLoD("X", "Out");
  }
}

void DescribeMatmul(framework::OpMaker* op) {
  op->AddInput(
      "X",
      "A vector [K], a matrix [M, K], or a stack of matrices [..., M, K].");
  op->AddInput("Y",
               "A vector [K], a matrix [K, N], or a stack of matrices [..., K, "
               "N]. The leading axes of X and Y broadcast.");
  op->AddOutput("Out",
                "The products, [..., M, N], without M if X is a vector and "
                "without N if Y is one.");
  op->AddAttr<bool>(
        "transpose_X",
        "The matrices of X are stored as [K, M]. Of a vector: no effect.")
      .SetDefault(false);
  op->AddAttr<bool>(
        "transpose_Y",
        "The matrices of Y are stored as [N, K]. Of a vector: no effect.")
      .SetDefault(false);
  op->AddComment(
      "Out = X * Y, as numpy.matmul. A vector stays one when it is transposed, "
      "as in NumPy: for an outer product unsqueeze both. Errors: "
      "InvalidArgument for a scalar, for columns of X that are not as many as "
      "rows of Y, for leading axes that do not broadcast, and for two data "
      "types.");
}

// Each element of Out takes a product with a column.
double MatmulFlops(const framework::FlopsContext& op) {
  const framework::Dims& x = op.DimsOf("X");
  const bool transposed = op.Attr<bool>("transpose_X") && x.rank() > 1;
  const int64_t inner = x[x.rank() - (transposed ? 2 : 1)];
  return 2 * op.SizeOf("Out") * inner;
}

}  // namespace

REGISTER_OP(matmul, framework::ShapeFunction(InferMatmul),
            framework::MakerFunction(DescribeMatmul), matmul_grad,
            framework::GradOpSchema({"X", "Y"}));
REGISTER_PRECISION(matmul, kHalf);
REGISTER_OP_FLOPS(matmul, MatmulFlops, framework::GradFlops::kOfEachGradient);

}  // namespace paddle::operators
