// Lets operators compute on what was squeezed before the axes of size 1 were
// taken away, and drops an unsqueeze that puts them back. Networks of signals
// [N, C, L] convolve images [N, C, 1, L]; with the axis in place throughout, an
// activation follows its convolution, and another convolution that, as passes
// of images want it. All elements stay where they are, and keep every bit.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/training.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/squeezes.h"
#include "paddle/framework/passes/stand_ins.h"

namespace paddle::framework {

namespace {

bool MayCancel(const proto::BlockDesc& block) {
  return std::any_of(
      block.ops().begin(), block.ops().end(),
      [](const proto::OpDesc& op) { return op.type() == "squeeze"; });
}

// Writes a block anew.
class Writer {
 public:
  Writer(Program* program, int block, const Squeezes& squeezes)
      : squeezes_(squeezes), writer_(program, block) {}

  void Write() {
    for (int i = 0; i < writer_.before().ops_size(); ++i) WriteOp(i);
  }

 private:
  void WriteOp(int index);
  void Widen(int index, proto::OpDesc op);

  const Squeezes& squeezes_;
  BlockWriter writer_;
  StandIns stand_ins_{0};  // for the results of operators that were dropped
  StandIns wide_{0};       // for narrow variables
};

void Writer::WriteOp(int index) {
  proto::OpDesc op = writer_.before().ops(index);
  const Squeezes::Change change = squeezes_.change(index);
  if (change == Squeezes::Change::kDrop) {
    return stand_ins_.Replace(Output(op, "Out"), wide_.Of(Input(op, "X")));
  }
  stand_ins_.RenameInputs(&op);
  if (change == Squeezes::Change::kWiden) return Widen(index, std::move(op));
  if (squeezes_.IsSqueeze(index)) {
    const std::string narrow = Output(op, "Out");
    wide_.Replace(narrow, Input(op, "X"));
    if (!squeezes_.IsRead(narrow)) return;
  }
  writer_.Put(std::move(op));
}

void Writer::Widen(int index, proto::OpDesc op) {
  wide_.RenameInputs(&op);
  const char* slot = WidenedSlot(op);
  const std::string narrow = Output(op, slot);
  const std::string wide = writer_.NewName(narrow, "@WIDE");
  wide_.Replace(narrow, wide);
  SetOutput(&op, slot, {wide});
  writer_.Write(index, std::move(op));
  if (!squeezes_.IsRead(narrow)) return;
  writer_.Add(index, MakeOp("squeeze", {{"X", {wide}}}, {{"Out", {narrow}}},
                            {{"axes", squeezes_.axes(narrow)}}));
}

std::shared_ptr<const Program> CancelSqueezes(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  const auto& blocks = program->desc().blocks();
  if (context.keep_all ||
      std::none_of(blocks.begin(), blocks.end(), MayCancel) ||
      HasBackward(program->desc())) {
    return program;
  }
  const ProgramFacts facts(*program);
  ChangedProgram changed(program);
  for (int i = 0; i < program->num_blocks(); ++i) {
    if (!MayCancel(program->desc().blocks(i))) continue;
    const BlockFacts block = facts.Block(i);
    const Squeezes found(block, program->block(i));
    if (found.any()) Writer(changed.get(), i, found).Write();
  }
  return changed.Finish();
}

}  // namespace

REGISTER_PASS(cancel_squeezes, /*version=*/1, kExact, PassStage::kShare,
              "Computes before axes of size 1 are taken away, and keeps those "
              "that would be put back.",
              CancelSqueezes);

}  // namespace paddle::framework
