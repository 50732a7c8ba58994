#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribeSequencePool(framework::OpMaker* op) {
  op->AddInput("X", "Sequences of rows, [rows, ...].");
  op->AddOutput("Out",
                "A row for each sequence of the last level, [sequences, ...]; "
                "its sequences are the levels above.");
  op->AddOutput("MaxIndex",
                "For MAX the row of X where each element of Out stands, int64, "
                "in the shape of Out, -1 for an empty sequence; otherwise [0].")
      .AsIntermediate();
  op->AddAttr<std::string>("pooltype",
                           "How the rows of a sequence are combined.")
      .SetDefault("AVERAGE")
      .OneOf({"SUM", "AVERAGE", "SQRT", "MAX", "FIRST", "LAST"});
  op->AddAttr<double>("pad_value", "What an empty sequence gives.")
      .SetDefault(0);
  op->AddComment(
      "Of each sequence of n rows: their sum, sum / n, sum / sqrt(n), the "
      "greatest element of each column, the first or the last row. pad_value "
      "for an empty sequence. The first of several greatest elements takes the "
      "gradient. Errors: InvalidArgument for rows that form no sequences.");
}

void InferSequencePool(framework::InferShapeContext* context) {
  const int levels = LevelsOf(*context, "X");
  Dims dims = context->InputDims("X");
  dims[0] = SequencesOf(context, "X");
  context->SetOutput("Out", dims, context->InputType("X"));
  const bool max = context->Attr<std::string>("pooltype") == "MAX";
  // Empty but for maxima, so that other poolings allocate nothing for it.
  context->SetOutput("MaxIndex", max ? dims : Dims({0}), DataType::kInt64);
  ShareFirstLevels(context, "X", levels - 1, "Out");
}

}  // namespace

REGISTER_OP(sequence_pool, framework::ShapeFunction(InferSequencePool),
            framework::MakerFunction(DescribeSequencePool), sequence_pool_grad,
            framework::GradOpSchema({"MaxIndex"}));
REGISTER_OP_FLOPS(sequence_pool, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
