#include "paddle/framework/passes/pipeline_flow.h"

#include <algorithm>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

PipelineFlow::PipelineFlow(const Program& main, int stages)
    : main_(main),
      ops_(main.global_block().desc().ops()),
      uses_(main, /*block=*/0),
      plan_(PlanStages(main, stages)),
      transfers_(FindTransfers(main, plan_)),
      gradients_(ops_.size()) {
  CheckRoles();
  for (const Transfer& transfer : transfers_) CheckDirection(transfer);
  FindShared();
  for (int op = 0; op < ops_.size(); ++op) {
    if (ops_[op].role() == proto::OPTIMIZE) CheckOptimizer(op);
  }
}

bool PipelineFlow::IsInParts(int op) const {
  return plan_.stage_of[op] != kEachStage &&
         (Op(op).role() == proto::FORWARD || Op(op).role() == proto::BACKWARD);
}

bool PipelineFlow::IsWhole(const Transfer& transfer) const {
  return transfer.writer < 0 || !IsInParts(transfer.writer) ||
         !IsInParts(transfer.reader);
}

void PipelineFlow::CheckRoles() const {
  bool trains = false;
  for (const proto::OpDesc& op : ops_) {
    trains = trains || op.role() == proto::BACKWARD;
    PADDLE_ENFORCE(op.role() != proto::COMMUNICATE, Unimplemented, "operator ",
                   op.type(), " of a pipeline exchanges something by itself, ",
                   CallSiteText(op));
  }
  PADDLE_ENFORCE(trains, InvalidArgument,
                 "a pipeline trains: call minimize for a loss before the "
                 "program is cut; the last operator is ",
                 DescribeStaged(Op(ops_.size() - 1), plan_.stage_of.back()));
}

// Else a stage would wait for one that waits for it.
void PipelineFlow::CheckDirection(const Transfer& transfer) const {
  if (transfer.writer < 0) return;
  const auto role = Op(transfer.writer).role();
  if (role != Op(transfer.reader).role()) return;
  const bool wrong = (role == proto::FORWARD && transfer.from > transfer.to) ||
                     (role == proto::BACKWARD && transfer.from < transfer.to);
  PADDLE_ENFORCE(!wrong, InvalidArgument,
                 "a pipeline runs from stage 0 on, and back for gradients: '",
                 transfer.name, "' comes from stage ", transfer.from, " to ",
                 DescribeStaged(Op(transfer.reader), transfer.to));
}

void PipelineFlow::FindShared() {
  for (const proto::VarDesc& var : main_.global_block().desc().vars()) {
    if (var.persistable() || var.kind() == proto::RAW) {
      shared_.insert(var.name());
    }
  }
  for (int op = 0; op < ops_.size(); ++op) {
    if (IsInParts(op)) continue;
    shared_.insert(uses_.writes(op).begin(), uses_.writes(op).end());
  }
}

// An optimizer has gradients of the whole batch, and nothing else of it.
void PipelineFlow::CheckOptimizer(int op) {
  for (const std::string& name : uses_.reads(op)) {
    const int writer = uses_.WriterBefore(name, op);
    if (shared_.contains(name)) continue;
    PADDLE_ENFORCE(writer >= 0 && Op(writer).role() == proto::BACKWARD,
                   Unimplemented, "an optimizer cannot read '", name,
                   "', which each micro-batch has for itself: ",
                   DescribeStaged(Op(op), plan_.stage_of[op]));
    PADDLE_ENFORCE(
        main_.global_block().GetVar(name).kind() == proto::DENSE_TENSOR,
        Unimplemented, "the gradient '", name,
        "' is sparse, and a pipeline adds up dense ones: ",
        DescribeStaged(Op(op), plan_.stage_of[op]));
    std::vector<std::string>& all = gradients_[writer];
    if (std::find(all.begin(), all.end(), name) == all.end()) {
      all.push_back(name);
    }
  }
}

}  // namespace paddle::framework
