#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;
using framework::Dims;

namespace {

// Ids of a trailing size 1 are a column: the width takes its place.
Dims OutDims(const Dims& ids, int64_t width) {
  const bool column = ids.rank() >= 2 && ids[ids.rank() - 1] == 1;
  Dims dims = ids.Slice(0, column ? ids.rank() - 1 : ids.rank());
  dims.Append(width);
  return dims;
}

}  // namespace

void InferLookupTable(framework::InferShapeContext* ctx) {
  const Dims w = ctx->InputDims("W");
  const Dims ids = ctx->InputDims("Ids");
  PADDLE_ENFORCE_EQ(w.rank(), 2, "W of lookup_table is a matrix, not ",
                    w.ToString());
  PADDLE_ENFORCE(ctx->InputType("Ids") == DataType::kInt64, InvalidArgument,
                 "Ids of lookup_table are int64, not ",
                 framework::DataTypeName(ctx->InputType("Ids")));
  const int64_t padding = ctx->Attr<int64_t>("padding_idx");
  PADDLE_ENFORCE(w[0] < 0 || padding < w[0], OutOfRange, "padding_idx ",
                 padding, " is outside the table: [0, ", w[0], ")");
  ctx->SetOutput("Out", OutDims(ids, w[1]), ctx->InputType("W"));
  ctx->ShareLoD("Ids", "Out");
}

void DescribeLookupTable(framework::OpMaker* op) {
  op->AddInput("W",
               "The table, [height, width], or SelectedRows of it: the rows "
               "that it has, each once.")
      .Kinds(framework::kTensorOrRows);
  op->AddInput("Ids",
               "Numbers of rows, int64, of any shape; [..., n, 1] counts as "
               "[..., n].")
      .NoGradient();
  op->AddOutput("Out", "The rows: the shape of Ids, and then width.");
  op->AddAttr<bool>(
        "is_sparse",
        "The gradient of W is SelectedRows: the rows that were read. True if "
        "W is SelectedRows and has a gradient.")
      .SetDefault(false);
  op->AddAttr<bool>("is_distributed",
                    "Servers of a job keep W, a row for each id that was "
                    "used; alone, a program keeps all of it.")
      .SetDefault(false);
  op->AddAttr<int64_t>(
        "padding_idx",
        "The row that reads as zeros and has no gradient; -1: there is none.")
      .SetDefault(-1)
      .AtLeast(-1);
  op->AddComment(
      "Out[i] = W[Ids[i]], rows of a table (embeddings of words). Errors: "
      "OutOfRange, when run, for an id outside of the table, or that "
      "SelectedRows W do not have, naming id and position, and for a "
      "padding_idx outside of the table; InvalidArgument for a W that is no "
      "matrix or has a row twice, Ids that are not int64, and the gradient of "
      "SelectedRows W without is_sparse.");
}

class LookupTableGradOp : public framework::GradOpSchema {
 public:
  LookupTableGradOp() : GradOpSchema({"Ids"}) { MayBeSelectedRows("W@GRAD"); }
  void InferGradShape(framework::InferShapeContext* ctx) const override {
    if (!ctx->Attr<bool>("is_sparse")) {
      PADDLE_ENFORCE(!ctx->InputIsSelectedRows("W"), InvalidArgument,
                     "W of lookup_table is SelectedRows, and so is its "
                     "gradient: set is_sparse");
      return GradOpSchema::InferGradShape(ctx);
    }
    // The rows are known only in a run: they are the ids.
    ctx->SetSelectedRows(framework::GradName("W"), ctx->InputDims("W"),
                         ctx->InputType("W"));
  }
};

REGISTER_OP(lookup_table, framework::ShapeFunction(InferLookupTable),
            framework::MakerFunction(DescribeLookupTable), lookup_table_grad,
            LookupTableGradOp);
REGISTER_OP_FLOPS(lookup_table, framework::NoFlops());

}  // namespace paddle::operators
