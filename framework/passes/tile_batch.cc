// Computes one image of a batch after another, as far as what lies between the
// operators is larger than their parameters.
//
// This is loop tiling (Wolf and Lam, "A Data Locality Optimizing Algorithm",
// PLDI 1991) of the loop over the rows of a batch: an operator that reads what
// another one has written finds it in the cache, which the results of all rows
// together do not fit in, and threads work on rows of their own.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/contains.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/training.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/row_runs.h"

namespace paddle::framework {

namespace {

constexpr char kMapRows[] = "map_rows";

// Moves the operators of a run into a block of its own.
class RunMover {
 public:
  RunMover(Program* program, BlockWriter* writer, int block)
      : program_(program), writer_(writer), block_(block) {}

  void Move(const RowRun& run);

 private:
  // Adds a row of a variable of the outer block to the inner one.
  void AddRow(const std::string& name, const std::string& row);
  // Returns names of rows for those of the outer block.
  NameList RowsOf(const NameList& names);
  void MoveOp(int op, const NameList& names, const NameList& rows);
  void DropMoved();

  Program* program_;
  BlockWriter* writer_;
  const int block_;
  proto::BlockDesc* inner_ = nullptr;
  absl::flat_hash_set<std::string> moved_;  // to the inner block
};

void RunMover::AddRow(const std::string& name, const std::string& row) {
  proto::VarDesc var = program_->block(block_).GetVar(name);
  var.set_name(row);
  var.set_dims(0, 1);
  var.set_is_feed(false);
  *inner_->add_vars() = std::move(var);
}

NameList RunMover::RowsOf(const NameList& names) {
  NameList rows;
  for (const std::string& name : names) {
    rows.push_back(writer_->NewName(name, "@ROW"));
    AddRow(name, rows.back());
  }
  return rows;
}

void RunMover::MoveOp(int i, const NameList& names, const NameList& rows) {
  proto::OpDesc op = writer_->before().ops(i);
  for (size_t k = 0; k < names.size(); ++k) {
    RenameInput(&op, names[k], rows[k]);
    RenameOutput(&op, names[k], rows[k]);
  }
  for (const std::string& name : OutputNames(op)) {
    if (Contains(rows, name)) continue;
    AddRow(name, name);
    moved_.insert(name);
  }
  *inner_->add_ops() = std::move(op);
}

// Names mean one variable, of the inner block.
void RunMover::DropMoved() {
  auto* vars = program_->mutable_desc()->mutable_blocks(block_)->mutable_vars();
  vars->erase(std::remove_if(vars->begin(), vars->end(),
                             [&](const proto::VarDesc& var) {
                               return moved_.contains(var.name());
                             }),
              vars->end());
  moved_.clear();
}

void RunMover::Move(const RowRun& run) {
  const int block = program_->AddBlock(block_);
  inner_ = program_->mutable_desc()->mutable_blocks(block);
  NameList rows = RowsOf(run.arguments);
  for (const std::string& row : rows) inner_->add_arguments(row);
  for (const std::string& row : RowsOf(run.results)) {
    inner_->add_results(row);
    rows.push_back(row);
  }
  NameList names = run.arguments;
  names.insert(names.end(), run.results.begin(), run.results.end());
  for (int i = run.begin; i < run.end; ++i) MoveOp(i, names, rows);
  DropMoved();
  program_->Changed();
  writer_->Add(
      run.end - 1,
      MakeOp(kMapRows, {{"X", run.arguments}, {"Captures", run.captures}},
             {{"Out", run.results}}, {{"block", BlockIndex{block}}}));
}

void MoveAll(const std::vector<RowRun>& runs, int block, Program* program) {
  BlockWriter writer(program, block);
  RunMover mover(program, &writer, block);
  size_t next = 0;
  for (int i = 0; i < writer.before().ops_size(); ++i) {
    if (next < runs.size() && i >= runs[next].begin) {
      if (i + 1 == runs[next].end) mover.Move(runs[next++]);
    } else {
      writer.Keep(i);
    }
  }
}

std::shared_ptr<const Program> TileBatch(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  if (context.keep_all || context.place != platform::PlaceKind::kCPU ||
      program->schemas().Find(kMapRows) == nullptr ||
      HasBackward(program->desc())) {
    return program;
  }
  const ProgramFacts facts(*program);
  const FixedVars fixed(*program);
  ChangedProgram changed(program);
  for (int i = 0; i < program->num_blocks(); ++i) {
    const auto runs = FindRowRuns(*program, i, facts.Block(i), fixed, context);
    if (!runs.empty()) MoveAll(runs, i, changed.get());
  }
  return changed.Finish();
}

}  // namespace

REGISTER_PASS(tile_batch, /*version=*/1, kReassociates, PassStage::kFuse,
              "Computes one image of a batch after another, in cache.",
              TileBatch);

}  // namespace paddle::framework
