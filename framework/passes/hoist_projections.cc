// Multiplies all steps of a sequence by a matrix at once, before a recurrent
// block, where each step multiplied its own rows.
//
// Of h[t] = f(x[t] W + h[t-1] U) the first product depends on no other step.
// One product of all rows reads W once, instead of once in each step, and a
// library of products is fast at many rows (Appleyard, Kocisky and Blunsom,
// "Optimizing Performance of Recurrent Neural Networks on GPUs", 2016,
// section 3.1). A bias goes along. But the result of all steps may leave the
// cache in which a step has its own, so that only products of few rows by high
// matrices gain. The block of a step whose gradient the program computes stays
// as it is: its gradient block reads the steps that it saves.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/contains.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/loop_bodies.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/step_projections.h"
#include "paddle/framework/passes/update_captures.h"

namespace paddle::framework {

namespace {

// Returns an operator of a block as one of all steps, which have `axes` more
// axes in front.
proto::OpDesc OfAllSteps(proto::OpDesc op, const std::string& input,
                         const std::string& output, int axes) {
  SetInput(&op, "X", {input});
  SetOutput(&op, "Out", {output});
  if (op.type() == "mul") {
    SetAttribute(&op, "x_num_col_dims",
                 GetAttr<int64_t>(op, "x_num_col_dims") + axes);
  } else if (op.type() == "elementwise_add") {
    SetAttribute(&op, "axis", int64_t{-1});
  }
  return op;
}

// Writes projections in front of the operator that owns their block.
class ProjectionWriter {
 public:
  ProjectionWriter(const LoopBody& loop, Program* program)
      : loop_(loop), program_(program) {}

  void Write(const std::vector<Projection>& projections);

 private:
  proto::BlockDesc* body() {
    return program_->mutable_desc()->mutable_blocks(loop_.block);
  }
  proto::OpDesc* owner() {
    return program_->mutable_desc()
        ->mutable_blocks(loop_.parent)
        ->mutable_ops(loop_.owner);
  }
  std::string Insert(int op, const std::string& input);
  std::string WholeOf(const std::string& step);
  void AddStep(const std::string& step, const std::string& whole);
  // Drops a step input that nothing reads any more.
  void DropUnread(const std::string& step);

  LoopBody loop_;  // the owner moves on
  Program* const program_;
  NameList dropped_;  // which the block may have ceased to read
};

std::string ProjectionWriter::WholeOf(const std::string& step) {
  const auto& arguments = body()->arguments();
  const auto index =
      std::find(arguments.begin(), arguments.end(), step) - arguments.begin();
  return Inputs(*owner(), "Inputs")[index];
}

// Returns the output of an operator of the block, of all steps.
std::string ProjectionWriter::Insert(int index, const std::string& input) {
  const proto::OpDesc from = body()->ops(index);
  const std::string output =
      program_->UniqueName(Output(from, "Out") + "@STEPS");
  const int axes =
      program_->block(loop_.parent).GetVar(input).dims_size() -
      program_->block(loop_.block).GetVar(Input(from, "X")).dims_size();
  program_->InsertOp(loop_.parent, loop_.owner,
                     OfAllSteps(from, input, output, axes));
  TakePlaceOf(from, owner());
  ++loop_.owner;
  dropped_.push_back(Input(from, "Y"));
  return output;
}

void ProjectionWriter::AddStep(const std::string& step,
                               const std::string& whole) {
  NameList inputs = Inputs(*owner(), "Inputs");
  auto* arguments = body()->mutable_arguments();
  *arguments->Add() = step;
  std::rotate(arguments->begin() + static_cast<int>(inputs.size()),
              arguments->end() - 1, arguments->end());
  inputs.push_back(whole);
  SetInput(owner(), "Inputs", inputs);
}

void ProjectionWriter::DropUnread(const std::string& step) {
  if (Contains(body()->results(), step) ||
      !UseDef(*program_, loop_.block).readers(step).empty()) {
    return;
  }
  auto* arguments = body()->mutable_arguments();
  const auto found = std::find(arguments->begin(), arguments->end(), step);
  if (found == arguments->end()) return;
  NameList inputs = Inputs(*owner(), "Inputs");
  inputs.erase(inputs.begin() + (found - arguments->begin()));
  arguments->erase(found);
  SetInput(owner(), "Inputs", inputs);
}

void ProjectionWriter::Write(const std::vector<Projection>& projections) {
  std::vector<bool> keep(body()->ops_size(), true);
  for (const Projection& each : projections) {
    std::string whole = WholeOf(each.step);
    for (int op : each.ops) {
      whole = Insert(op, whole);
      keep[op] = false;
    }
    AddStep(each.output, whole);
  }
  KeepOps(keep, body());
  program_->Changed();
  for (const Projection& each : projections) DropUnread(each.step);
  UpdateCaptures({}, dropped_, program_);
  program_->Changed();
}

// Moves what depends on step inputs alone, then what depends on that.
void HoistFrom(int block, ChangedProgram* changed,
               const std::shared_ptr<const Program>& program) {
  while (true) {
    const Program& now = changed->made() ? *changed->get() : *program;
    const auto loop = FindLoop(now, block);
    if (!loop) return;
    const auto projections = FindProjections(now, *loop);
    if (projections.empty()) return;
    ProjectionWriter(*loop, changed->get()).Write(projections);
  }
}

std::shared_ptr<const Program> HoistProjections(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  if (context.keep_all) return program;
  ChangedProgram changed(program);
  // An operator that leaves an inner block may leave the one around it, which
  // comes later here.
  for (int block = program->num_blocks() - 1; block > 0; --block) {
    HoistFrom(block, &changed, program);
  }
  return changed.Finish();
}

}  // namespace

REGISTER_PASS(
    hoist_projections, /*version=*/1, kReassociates, PassStage::kShare,
    "Multiplies all steps of a sequence by a matrix at once, before a "
    "recurrent block.",
    HoistProjections);

}  // namespace paddle::framework
