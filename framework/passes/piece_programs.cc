#include "paddle/framework/passes/piece_programs.h"

#include <string>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/verify.h"

namespace paddle::framework {

namespace {

using Numbers = std::vector<int64_t>;

// Returns what gives a piece its first value, `writer` being what gives it to
// the whole.
proto::OpDesc FirstValue(const RowPiece& piece, const proto::OpDesc& writer) {
  if (writer.type() == "fill_constant") {
    proto::OpDesc op = writer;
    SetOutput(&op, "Out", {piece.name});
    if (piece.begin < 0) return op;
    auto shape = GetAttr<Numbers>(op, "shape");
    shape[0] = piece.end - piece.begin;
    SetAttribute(&op, "shape", shape);
    return op;
  }
  if (piece.begin < 0) {
    return MakeOp("assign", {{"X", {piece.whole}}}, {{"Out", {piece.name}}});
  }
  return SliceRows(piece.whole, piece.name, piece.begin, piece.end);
}

void Begin(const RowPiece& piece, Program* startup) {
  SymbolTable& block = startup->global_block();
  const proto::OpDesc* writer = block.WriterOf(piece.whole);
  if (writer == nullptr) return;
  proto::VarDesc var = block.GetVar(piece.whole);
  var.set_name(piece.name);
  var.set_persistable(true);
  if (piece.begin >= 0) var.set_dims(0, piece.end - piece.begin);
  *block.Var(piece.name) = var;
  startup->AppendOp(0, FirstValue(piece, *writer));
}

// Rows of a variable that an operator cuts out.
struct Rows {
  std::string whole;
  int64_t begin, end;
};
using RowsOf = absl::flat_hash_map<std::string, Rows>;

// Makes an operator take rows of what is in `rows`.
void TakeRows(const RowsOf& rows, proto::OpDesc* op) {
  NameList x;
  Numbers begins, ends;
  bool any = false;
  for (const std::string& name : Inputs(*op, "X")) {
    const auto found = rows.find(name);
    const bool cut = found != rows.end();
    any = any || cut;
    x.push_back(cut ? found->second.whole : name);
    begins.push_back(cut ? found->second.begin : 0);
    ends.push_back(cut ? found->second.end : -1);
  }
  if (!any) return;
  SetInput(op, "X", x);
  SetAttribute(op, "begins", begins);
  SetAttribute(op, "ends", ends);
}

}  // namespace

std::shared_ptr<const Program> StartupOfPieces(
    const std::shared_ptr<const Program>& startup,
    const std::vector<RowPiece>& pieces) {
  if (pieces.empty()) return startup;
  auto made = startup->Clone();
  for (const RowPiece& piece : pieces) Begin(piece, made.get());
  for (const RowPiece& piece : pieces) {
    if (made->global_block().FindVar(piece.whole) == nullptr) continue;
    proto::VarDesc& whole = made->global_block().GetVar(piece.whole);
    whole.set_persistable(false);
    whole.set_is_parameter(false);
  }
  made->Changed();
  Verify(*made);
  return made;
}

void AccumulateRows(const absl::flat_hash_set<int64_t>& slices,
                    Program* program) {
  if (slices.empty()) return;
  proto::BlockDesc* block = program->mutable_desc()->mutable_blocks(0);
  RowsOf rows;
  std::vector<bool> kept;
  for (const proto::OpDesc& op : block->ops()) {
    kept.push_back(!slices.contains(op.id()));
    if (kept.back()) continue;
    rows[Output(op, "Out")] = {Input(op, "Input"),
                               GetAttr<Numbers>(op, "starts")[0],
                               GetAttr<Numbers>(op, "ends")[0]};
  }
  for (proto::OpDesc& op : *block->mutable_ops()) {
    if (op.type() == "accumulate_shard") TakeRows(rows, &op);
  }
  KeepOps(kept, block);
  DropUnused(program->mutable_desc());
  program->Changed();
  Verify(*program);
}

}  // namespace paddle::framework
