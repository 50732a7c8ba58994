#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/indexing/index_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeScatter(framework::OpMaker* op) {
  op->AddInput("X", "Rows, [rows, ...].");
  op->AddInput("Ids",
               "Numbers of rows, int32 or int64, [n] or [n, 1], in [0, rows): "
               "negative ones are refused.")
      .NoGradient();
  op->AddInput("Updates", "A row for each of Ids, [n, ...].");
  op->AddOutput("Out", "X with those rows changed, the shape of X.");
  op->AddAttr<bool>("overwrite",
                    "Row Ids[i] becomes Updates[i] (the last one, if there are "
                    "several), instead of their sum with X.")
      .SetDefault(true);
  op->MayReuse("Out", "X");
  op->AddComment(
      std::string("With the rows a, b, c, Ids 2, 0 and Updates d, e: e, b, d; "
                  "or, without overwrite, a + e, b, c + d. ") +
      kIndexErrors +
      " InvalidArgument unless Updates are a row of X for each of Ids, of its "
      "data type.");
}

void InferScatter(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  const Dims updates = context->InputDims("Updates");
  PADDLE_ENFORCE_GE(x.rank(), 1, "X of scatter is a scalar");
  Dims expected = x;
  // Throws for Ids of another type or shape.
  expected[0] = IndexCount(*context, "Ids");
  PADDLE_ENFORCE(framework::MayBeEqual(expected, updates), InvalidArgument,
                 "Updates of scatter, ", updates.ToString(),
                 ", are not a row of X ", x.ToString(), " for each of Ids ",
                 context->InputDims("Ids").ToString());
  PADDLE_ENFORCE_EQ(context->InputType("X"), context->InputType("Updates"),
                    "X and Updates of scatter are of one data type");
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP(scatter, framework::ShapeFunction(InferScatter),
            framework::MakerFunction(DescribeScatter), scatter_grad,
            framework::GradOpSchema({"Ids"}));
REGISTER_OP_FLOPS(scatter, framework::NoFlops());

}  // namespace paddle::operators
