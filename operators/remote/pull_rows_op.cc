#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/common/unknown_size.h"
#include "paddle/operators/remote/remote_maker.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribePullRows(framework::OpMaker* op) {
  AddServers(op);
  op->AddInput("Ids", "Numbers of rows, int64, of any shapes.")
      .AsList()
      .NoGradient();
  op->AddOutput("Rows",
                "[rows, width]: the rows that Ids name, each once. With a "
                "padding the first one is zeros, and none of the table's.");
  op->AddOutput("RowIds", "int64 [rows]: the id of each of Rows.");
  op->AddOutput("Places",
                "For each of Ids, where its rows are in Rows: int64, of the "
                "same shape.")
      .AsList();
  AddTable(op);
  op->AddAttr<int64_t>("height", "The ids of the table are below this.")
      .AtLeast(0);
  op->AddAttr<std::vector<int64_t>>(
        "padding_idx",
        "For each of Ids, the id that has no row, whose place is 0; -1: there "
        "is none.")
      .AnyLength()
      .AtLeast(-1);
  op->AddAttr<bool>("is_test",
                    "false: the rows as the steps before this one have left "
                    "them. true: as they are.")
      .SetDefault(false);
  op->HasValueDependentShape();
  op->AddComment(
      "Fetches the rows of a table that servers keep. Errors: OutOfRange for "
      "an id outside of the table, naming id and position; InvalidArgument for "
      "Ids that are not int64; what went wrong at a server, with its address. "
      "Source: Li et al., \"Scaling distributed machine learning with the "
      "parameter server\", 2014.");
}

void InferPullRows(framework::InferShapeContext* context) {
  const int count = context->InputCount("Ids");
  PADDLE_ENFORCE(
      context->OutputCount("Places") == count &&
          context->Attr<std::vector<int64_t>>("padding_idx").size() ==
              static_cast<size_t>(count),
      InvalidArgument,
      "pull_rows needs Places and a padding_idx for each of "
      "Ids, of which there are ",
      count);
  const int64_t rows = UnknownSize(context, "pull_rows");
  context->SetOutput("Rows", Dims({rows, context->Attr<int64_t>("width")}),
                     DataType::kFloat32);
  context->SetOutput("RowIds", Dims({rows}), DataType::kInt64);
  for (int i = 0; i < count; ++i) {
    PADDLE_ENFORCE(context->InputType("Ids", i) == DataType::kInt64,
                   InvalidArgument, "Ids[", i, "] of pull_rows are int64, not ",
                   framework::DataTypeName(context->InputType("Ids", i)));
    context->SetOutput("Places", context->InputDims("Ids", i), DataType::kInt64,
                       i);
    context->ShareLoD("Ids", "Places", i, i);
  }
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(pull_rows, framework::ShapeFunction(InferPullRows),
                             framework::MakerFunction(DescribePullRows));
REGISTER_OP_FLOPS(pull_rows, framework::NoFlops());

}  // namespace paddle::operators
