#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/indexing/index_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeGather(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of rank 1 or more, [rows, ...] with axis 0.");
  op->AddInput(
        "Index",
        "Numbers of rows, int32 or int64, [n] or [n, 1]; one may come often, "
        "or never. They lie in [0, rows): negative ones are refused.")
      .NoGradient();
  op->AddOutput("Out", "Row Index[i] of X for each i, [n, ...].");
  op->AddAttr<int64_t>("axis",
                       "The axis along which X has its rows; a negative one "
                       "counts from the end.")
      .SetDefault(0);
  op->AddComment(
      std::string("Of the rows a, b, c and the index 2, 0, 2: c, a, c. The "
                  "gradient of a row is the sum of those of its copies. ") +
      kIndexErrors);
}

void InferGather(framework::InferShapeContext* context) {
  Dims dims = context->InputDims("X");
  PADDLE_ENFORCE_GE(dims.rank(), 1, "X of gather is a scalar");
  const int axis =
      framework::NormalizeAxis(context->Attr<int64_t>("axis"), dims.rank());
  dims[axis] = IndexCount(*context, "Index");
  context->SetOutput("Out", dims, context->InputType("X"));
  // Along axis 0 a row of Out belongs to an index, along another one to a row
  // of X.
  context->ShareLoD(axis == 0 ? "Index" : "X", "Out");
}

}  // namespace

REGISTER_OP(gather, framework::ShapeFunction(InferGather),
            framework::MakerFunction(DescribeGather), gather_grad,
            framework::GradOpSchema({"Index"}));
REGISTER_OP_FLOPS(gather, framework::NoFlops());

}  // namespace paddle::operators
