#include <cstdint>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/symbolic_size.h"
#include "paddle/operators/shape/kept_rows.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeFlatten(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddOutput("Out",
                "The elements of X, in the same order, [rows, columns].");
  op->AddAttr<int64_t>("axis",
                       "How many axes of X become the rows, the others being "
                       "the columns; a negative one counts from the end.")
      .SetDefault(1);
  op->MayReuse("Out", "X");
  op->AddComment(
      "With X [N, 4, 6] and axis 1, Out is [N, 24]; axis 0 gives one row, and "
      "axis 3 one column. Errors: OutOfRange for an axis that X does not "
      "have.");
}

// Returns the product of the sizes of axes [begin, end), which may be symbols.
int64_t Product(const Dims& dims, int begin, int end,
                framework::SizeAlgebra* sizes) {
  int64_t product = 1;
  for (int i = begin; i < end; ++i) product = sizes->Mul(product, dims[i]);
  return product;
}

void InferFlatten(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  const int64_t given = context->Attr<int64_t>("axis");
  const int64_t axis = given < 0 ? given + x.rank() : given;
  PADDLE_ENFORCE(0 <= axis && axis <= x.rank(), OutOfRange, "axis ", given,
                 " of flatten for X ", x.ToString());
  const int at = static_cast<int>(axis);
  framework::SizeAlgebra* sizes = &context->sizes();
  SetOutOfRows(context, Dims({Product(x, 0, at, sizes),
                              Product(x, at, x.rank(), sizes)}));
}

}  // namespace

REGISTER_OP(flatten, framework::ShapeFunction(InferFlatten),
            framework::MakerFunction(DescribeFlatten), flatten_grad,
            framework::GradOpSchema({}, {{"X@GRAD", "Out@GRAD"}}));
REGISTER_PRECISION(flatten, kFollows);
REGISTER_OP_FLOPS(flatten, framework::NoFlops());

}  // namespace paddle::operators
