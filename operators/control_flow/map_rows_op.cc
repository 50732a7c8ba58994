#include <string>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/control_flow/block_ends.h"
#include "paddle/operators/control_flow/block_maker.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::BlockIndex;
using framework::Dims;
using framework::InferShapeContext;

class MapRowsOpMaker : public BlockOpMaker {
 public:
  void Make() override {
    AddInput("X", "Tensors of as many rows, [N, ...].").AsList();
    AddCaptures("What else the block reads from outside, of any shape.");
    AddOutput("Out", "The results of all rows, [N, ...].").AsList();
    AddAttr<BlockIndex>(
        "block",
        "Computes a row. Its arguments: one of each X, [1, ...]. Its results: "
        "one of each output, [1, ...], of sizes that do not depend on values. "
        "It neither updates nor prints anything.");
    AddComment(
        "Out[i] = block(X[i]): a block that runs once for each row of a batch. "
        "What lies between its operators is that of one row, and stays in the "
        "cache; several threads compute rows of their own. For inference: "
        "passes write it. Errors: InvalidArgument for inputs of different "
        "numbers of rows, sequences, and a block whose arguments or results do "
        "not fit. Source: Wolf and Lam, \"A Data Locality Optimizing "
        "Algorithm\" (PLDI 1991), whose tiles are rows here.");
  }
};

void CheckCount(int given, int wanted, const char* what) {
  PADDLE_ENFORCE(given == wanted, InvalidArgument, "the block of map_rows has ",
                 given, " ", what, ", but its slots have ", wanted);
}

// Returns `row` with `rows` in place of its first size.
Dims WithRows(const BlockEnds::Var& row, int64_t rows) {
  PADDLE_ENFORCE(row.dims.rank() >= 1 && row.dims[0] == 1, InvalidArgument, "'",
                 row.name, "', at an end of the block of map_rows, is ",
                 row.dims.ToString(), ", not one row, [1, ...]");
  Dims dims = row.dims;
  dims[0] = rows;
  return dims;
}

void CheckRow(const InferShapeContext& ctx, const BlockEnds::Var& argument,
              int i) {
  BlockEnds::CheckKind(argument, framework::proto::DENSE_TENSOR, "argument");
  BlockEnds::CheckType(argument, ctx.InputType("X", i), "row");
  const Dims given = ctx.InputDims("X", i);
  PADDLE_ENFORCE(ctx.LoDLevels("X", i) == 0, InvalidArgument, "input ", i,
                 " of map_rows has sequences");
  PADDLE_ENFORCE(given.rank() >= 1 && given[0] == ctx.InputDims("X")[0] &&
                     framework::MayBeEqual(given, WithRows(argument, given[0])),
                 InvalidArgument, "input ", i, " of map_rows is ",
                 given.ToString(), ": its block takes rows of ",
                 argument.dims.ToString(), ", and the first input has ",
                 ctx.InputDims("X").ToString());
}

// Rows are computed at the same time: none may change what another one reads.
void CheckChangesNothing(const framework::SymbolTable& block) {
  for (const auto& op : block.desc().ops()) {
    PADDLE_ENFORCE(framework::BlocksOf(op).empty(), InvalidArgument,
                   "the block of map_rows has an operator with a block, ",
                   op.type());
    for (const std::string& name : framework::OutputNames(op)) {
      PADDLE_ENFORCE(block.FindVar(name, /*recursive=*/false) != nullptr,
                     InvalidArgument, "the block of map_rows updates '", name,
                     "', which belongs to another block");
    }
  }
}

void InferMapRows(InferShapeContext* ctx) {
  const int inputs = ctx->InputCount("X");
  PADDLE_ENFORCE(inputs > 0, InvalidArgument, "map_rows has no input");
  const BlockEnds ends(*ctx, "block");
  CheckCount(ends.num_arguments(), inputs, "arguments");
  CheckCount(ends.num_results(), ctx->OutputCount("Out"), "results");
  for (int i = 0; i < inputs; ++i) CheckRow(*ctx, ends.argument(i), i);
  CheckChangesNothing(ctx->OwnedBlock("block"));
  const int64_t rows = ctx->InputDims("X")[0];
  for (int i = 0; i < ends.num_results(); ++i) {
    const BlockEnds::Var result = ends.result(i);
    BlockEnds::CheckKind(result, framework::proto::DENSE_TENSOR, "result");
    const Dims dims = WithRows(result, rows);
    for (int axis = 1; axis < dims.rank(); ++axis) {
      PADDLE_ENFORCE(
          dims[axis] >= 0, InvalidArgument, "result '", result.name,
          "' of the block of map_rows has an unknown size: ", dims.ToString());
    }
    ctx->SetOutput("Out", dims, result.dtype, i);
  }
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(map_rows, framework::ShapeFunction(InferMapRows),
                             MapRowsOpMaker);
REGISTER_OP_FLOPS(map_rows, framework::FlopsOfItsBlocks());

}  // namespace paddle::operators
