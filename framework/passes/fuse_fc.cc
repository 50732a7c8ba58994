// Writes fused_fc in place of a product with a parameter, the bias and the
// residual that are added to it, and an activation: results are finished while
// they are in the cache, and the parameter is packed in the prepare block.
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/ir/training.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/passes/fused_chain.h"
#include "paddle/framework/passes/pass.h"

namespace paddle::framework {

namespace {

// A product of floats that nothing follows gains what packing saves: where
// processors multiply floats as tiles, splitting the parameter for each run. A
// smaller one is not multiplied so.
constexpr int64_t kLargeWeight = 1 << 14;

// Says which axes of X are rows, and whether the matrix is transposed.
struct Reading {
  int64_t rows;
  bool transposed;
};

bool IsProduct(const proto::OpDesc& op) {
  return op.type() == "mul" || op.type() == "matmul";
}

// True if an operator multiplies rows by one matrix.
bool MultipliesRows(const proto::OpDesc& op, int x_rank) {
  if (op.type() == "mul") return GetAttr<int64_t>(op, "y_num_col_dims") == 1;
  return x_rank > 1 && !GetAttr<bool>(op, "transpose_X");
}

Reading ReadingOf(const proto::OpDesc& op, int x_rank) {
  if (op.type() == "mul")
    return {GetAttr<int64_t>(op, "x_num_col_dims"), false};
  return {x_rank - 1, GetAttr<bool>(op, "transpose_Y")};
}

// The blocks of a program, and what is fixed in it.
class FcFinder {
 public:
  FcFinder(const Program& program, const FixedVars& fixed)
      : program_(program), fixed_(fixed) {}

  std::vector<FusedChain> Find(int block, const BlockFacts& facts) const;

 private:
  bool IsLayer(int block, const BlockFacts& facts, int op) const;
  // True if the chain is faster as one operator.
  bool Pays(int block, const proto::OpDesc& op, const FusedChain& chain) const;

  const Program& program_;
  const FixedVars& fixed_;
};

bool FcFinder::IsLayer(int block, const BlockFacts& facts, int index) const {
  const proto::OpDesc& op = facts.desc().ops(index);
  if (!IsProduct(op) || op.role() != proto::FORWARD || !facts.IsPure(index)) {
    return false;
  }
  const proto::VarDesc& x = program_.block(block).GetVar(Input(op, "X"));
  const proto::VarDesc& w = program_.block(block).GetVar(Input(op, "Y"));
  return (x.dtype() == proto::FLOAT32 || x.dtype() == proto::BFLOAT16) &&
         MultipliesRows(op, x.dims_size()) && w.dims_size() == 2 &&
         w.dims(0) > 0 && w.dims(1) > 0 && fixed_.Has(block, Input(op, "Y"));
}

bool FcFinder::Pays(int block, const proto::OpDesc& op,
                    const FusedChain& chain) const {
  const proto::VarDesc& w = program_.block(block).GetVar(Input(op, "Y"));
  return chain.ops.size() > 1 || w.dtype() == proto::BFLOAT16 ||
         w.dims(0) * w.dims(1) >= kLargeWeight;
}

std::vector<FusedChain> FcFinder::Find(int block,
                                       const BlockFacts& facts) const {
  ChainFinder finder(program_.block(block), facts);
  std::vector<FusedChain> chains;
  for (int i = 0; i < facts.desc().ops_size(); ++i) {
    if (!IsLayer(block, facts, i)) continue;
    const proto::OpDesc& op = facts.desc().ops(i);
    const FusedChain chain = finder.Find(i, Output(op, "Out"), ChainRules());
    if (Pays(block, op, chain)) chains.push_back(chain);
  }
  return chains;
}

// Derives the packed matrix.
std::string Packed(Program* program, const std::string& w, bool transposed) {
  const std::string packed =
      AppendPrepared(program, w, "@PACKED",
                     MakeOp("pack_fc_weight", {{"W", {w}}}, {},
                            {{"transpose_W", transposed}}));
  AddDerived(program, packed);
  return packed;
}

void WriteLayer(Program* program, int block, const FusedChain& chain,
                BlockWriter* writer) {
  const proto::OpDesc& op = writer->before().ops(chain.first);
  const std::string x = Input(op, "X"), w = Input(op, "Y");
  const Reading reading =
      ReadingOf(op, program->block(block).GetVar(x).dims_size());
  SlotMap inputs = {{"X", {x}}, {"W", {w}}};
  if (!chain.bias.empty()) inputs.push_back({"Bias", {chain.bias}});
  if (!chain.residual.empty()) {
    inputs.push_back({"Residual", {chain.residual}});
  }
  inputs.push_back({"PackedW", {Packed(program, w, reading.transposed)}});
  writer->Write(chain.last,
                MakeOp("fused_fc", inputs, {{"Out", {chain.output}}},
                       {{"x_num_col_dims", reading.rows},
                        {"transpose_W", reading.transposed},
                        {"activation", chain.activation}}));
}

// True if there is something to fuse. A program that trains is left alone.
bool MayFuse(const Program& program) {
  return AreLinked(program.schemas(), {"fused_fc", "pack_fc_weight"}) &&
         !HasBackward(program.desc()) && AnyOp(program, IsProduct);
}

std::shared_ptr<const Program> FuseFc(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  // On a GPU the operator is made of the plain ones.
  const auto place = context.place.value_or(platform::PlaceKind::kCPU);
  if (context.keep_all || place != platform::PlaceKind::kCPU ||
      !MayFuse(*program)) {
    return program;
  }
  const ProgramFacts facts(*program);
  const FixedVars fixed(*program);
  const FcFinder finder(*program, fixed);
  ChangedProgram changed(program);
  for (int i = 0; i < program->num_blocks(); ++i) {
    const auto chains = finder.Find(i, facts.Block(i));
    if (chains.empty()) continue;
    BlockWriter writer(changed.get(), i);
    WriteChains(chains, &writer, [&](const FusedChain& chain) {
      WriteLayer(changed.get(), i, chain, &writer);
    });
  }
  return changed.Finish();
}

}  // namespace

REGISTER_PASS(fuse_fc, /*version=*/1, kReassociates, PassStage::kRewrite,
              "Computes a product with a parameter, a bias, a residual and an "
              "activation as one operator.",
              FuseFc);

}  // namespace paddle::framework
