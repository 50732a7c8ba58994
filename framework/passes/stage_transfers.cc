#include "paddle/framework/passes/stage_transfers.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Returns the stage that has what operator `op` reads, kEachStage if each one
// does.
int SourceOf(const StagePlan& plan, const std::string& name, int writer) {
  if (writer >= 0) return plan.stage_of[writer];
  const auto owner = plan.owners.find(name);
  return owner == plan.owners.end() ? kEachStage : owner->second;
}

void CheckKind(const Program& main, const Transfer& transfer) {
  const proto::OpDesc& op = main.global_block().desc().ops(transfer.reader);
  const proto::VarDesc& var = main.global_block().GetVar(transfer.name);
  PADDLE_ENFORCE(var.kind() == proto::DENSE_TENSOR, Unimplemented, "'",
                 transfer.name, "' comes from stage ", transfer.from,
                 ", and only tensors go from stage to stage: ",
                 DescribeStaged(op, transfer.to));
}

proto::OpDesc Staged(const Program& main, int op, int stage,
                     proto::OpDesc made) {
  made.set_role(proto::COMMUNICATE);
  made.set_device(absl::StrCat("stage:", stage));
  *made.mutable_call_site() = main.global_block().desc().ops(op).call_site();
  return made;
}

}  // namespace

std::vector<Transfer> FindTransfers(const Program& main,
                                    const StagePlan& plan) {
  const UseDef uses(main, /*block=*/0);
  std::vector<Transfer> all;
  std::map<std::pair<std::string, int>, int> writers;  // by name and receiver
  for (int i = 0; i < uses.num_ops(); ++i) {
    const int stage = plan.stage_of[i];
    if (stage == kEachStage) continue;
    for (const std::string& name : uses.reads(i)) {
      const int writer = uses.WriterBefore(name, i);
      const int source = SourceOf(plan, name, writer);
      if (source == kEachStage || source == stage) continue;
      const Transfer transfer = {name, writer, i, source, stage};
      const auto [known, first] = writers.try_emplace({name, stage}, writer);
      PADDLE_ENFORCE(
          known->second == writer, Unimplemented, "'", name,
          "' changes between two operators of another stage that read it: ",
          DescribeStaged(main.global_block().desc().ops(i), stage));
      if (!first) continue;
      CheckKind(main, transfer);
      all.push_back(transfer);
    }
  }
  std::stable_sort(
      all.begin(), all.end(),
      [](const Transfer& a, const Transfer& b) { return a.writer < b.writer; });
  return all;
}

proto::OpDesc SendOf(const Program& main, const Transfer& transfer, int64_t tag,
                     const std::string& group) {
  proto::OpDesc op =
      MakeOp("send", {{"X", {transfer.name}}, {"Group", {group}}}, {},
             {{"peer", int64_t{transfer.to}}, {"tag", tag}});
  const int from = transfer.writer < 0 ? transfer.reader : transfer.writer;
  return Staged(main, from, transfer.from, std::move(op));
}

proto::OpDesc ReceiveOf(const Program& main, const Transfer& transfer,
                        int64_t tag, const std::string& group) {
  const proto::VarDesc& var = main.global_block().GetVar(transfer.name);
  std::vector<int64_t> shape(var.dims().begin(), var.dims().end());
  for (int64_t& size : shape) size = std::max<int64_t>(size, -1);
  proto::OpDesc op = MakeOp(
      "recv", {{"Group", {group}}}, {{"Out", {transfer.name}}},
      {{"peer", int64_t{transfer.from}},
       {"tag", tag},
       {"dtype", std::string(DataTypeName(DataTypeFromNumber(var.dtype())))},
       {"shape", shape},
       {"lod_level", int64_t{var.lod_level()}}});
  return Staged(main, transfer.reader, transfer.to, std::move(op));
}

void InsertReceive(const proto::OpDesc& receive, int position,
                   Program* program) {
  proto::VarDesc& var = program->global_block().GetVar(Output(receive, "Out"));
  var.set_persistable(false);
  var.set_is_parameter(false);
  var.set_trainable(false);
  const proto::VarDesc before = var;
  program->InsertOp(0, position, receive);
  // Sizes keep the symbols by which operators know them.
  var = before;
}

}  // namespace paddle::framework
