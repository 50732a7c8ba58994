#include "paddle/framework/passes/place.h"

#include <cstdint>

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/match_communication.h"
#include "paddle/framework/passes/stage_plan.h"
#include "paddle/framework/passes/stage_transfers.h"
#include "paddle/framework/passes/startup_part.h"

namespace paddle::framework {

namespace {

class StageWriter {
 public:
  StageWriter(const Program& main, const PlaceOptions& options)
      : main_(main),
        plan_(PlanStages(main, options.stages)),
        transfers_(FindTransfers(main, plan_)),
        group_(options.group) {}

  int stages() const { return plan_.stages; }
  std::shared_ptr<Program> Write(int stage) const;

 private:
  bool IsOf(int op, int stage) const {
    return plan_.stage_of[op] == stage || plan_.stage_of[op] == kEachStage;
  }
  std::shared_ptr<Program> OwnOps(int stage) const;

  const Program& main_;
  const StagePlan plan_;
  const std::vector<Transfer> transfers_;
  const std::string group_;
};

// Returns the operators of a stage, without what it sends and receives.
std::shared_ptr<Program> StageWriter::OwnOps(int stage) const {
  auto program = main_.Clone();
  proto::BlockDesc* block = program->mutable_desc()->mutable_blocks(0);
  std::vector<bool> kept;
  for (int i = 0; i < block->ops_size(); ++i) kept.push_back(IsOf(i, stage));
  KeepOps(kept, block);
  program->Changed();
  program->global_block().Var(group_)->set_kind(proto::RAW);
  return program;
}

std::shared_ptr<Program> StageWriter::Write(int stage) const {
  auto program = OwnOps(stage);
  int op = 0, position = 0;
  for (size_t tag = 0; tag < transfers_.size(); ++tag) {
    const Transfer& transfer = transfers_[tag];
    for (; op <= transfer.writer; ++op) position += IsOf(op, stage) ? 1 : 0;
    const auto number = static_cast<int64_t>(tag);
    if (transfer.from == stage) {
      program->InsertOp(0, position++, SendOf(main_, transfer, number, group_));
    } else if (transfer.to == stage) {
      InsertReceive(ReceiveOf(main_, transfer, number, group_), position++,
                    program.get());
    }
  }
  DropUnusedOfStage(program.get());
  Verify(*program);
  return program;
}

}  // namespace

void DropUnusedOfStage(Program* program) {
  const UseDef uses(*program, /*block=*/0);
  const auto keep = [&](google::protobuf::RepeatedPtrField<std::string>* all) {
    const NameList names(all->begin(), all->end());
    all->Clear();
    for (const std::string& name : names) {
      if (uses.LastUse(name) >= 0) *all->Add() = name;
    }
  };
  keep(program->mutable_desc()->mutable_feeds());
  keep(program->mutable_desc()->mutable_fetches());
  DropUnused(program->mutable_desc());
  program->Changed();
}

std::vector<StagePrograms> WithStartups(
    const std::vector<std::shared_ptr<const Program>>& mains,
    const Program& startup) {
  std::vector<StagePrograms> all;
  for (const auto& main : mains) {
    all.push_back({main, StartupOf(startup, *main)});
  }
  MatchCommunication(mains);
  return all;
}

std::vector<StagePrograms> Place(const std::shared_ptr<const Program>& main,
                                 const std::shared_ptr<const Program>& startup,
                                 const PlaceOptions& options) {
  const StageWriter writer(*main, options);
  std::vector<std::shared_ptr<const Program>> mains;
  for (int stage = 0; stage < writer.stages(); ++stage) {
    mains.push_back(writer.Write(stage));
  }
  return WithStartups(mains, *startup);
}

}  // namespace paddle::framework
