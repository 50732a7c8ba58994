#include "paddle/framework/passes/pipeline_stage.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/op_parts.h"
#include "paddle/framework/passes/pipeline_schedule.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

std::shared_ptr<Program> WithoutOps(const Program& main,
                                    const std::string& group) {
  auto program = main.Clone();
  program->mutable_desc()->mutable_blocks(0)->clear_ops();
  program->Changed();
  program->global_block().Var(group)->set_kind(proto::RAW);
  return program;
}

// Says that an operator belongs with another one.
proto::OpDesc Beside(const proto::OpDesc& op, proto::OpDesc made) {
  made.set_role(op.role());
  made.set_device(op.device());
  *made.mutable_call_site() = op.call_site();
  return made;
}

class Writer {
 public:
  Writer(const Program& main, const PipelineFlow& flow, int stage,
         const PipelineOptions& options)
      : main_(main),
        ops_(main.global_block().desc().ops()),
        flow_(flow),
        transfers_(flow.transfers()),
        stage_(stage),
        parts_(options.micro_batches),
        schedule_(options.schedule),
        group_(options.place.group),
        program_(WithoutOps(main, group_)),
        writer_(main, flow.shared(), parts_, program_.get()) {}

  std::shared_ptr<Program> Write();

 private:
  // A message of send_start that is under way.
  struct Sent {
    PipelineUnit unit;
    proto::OpDesc wait;
  };

  bool IsOwn(int op) const { return flow_.plan().stage_of[op] == stage_; }
  bool IsOf(int op, const PipelineUnit& unit) const {
    const auto role = unit.backward ? proto::BACKWARD : proto::FORWARD;
    return IsOwn(op) && ops_[op].role() == role;
  }
  int64_t TagOf(size_t transfer, int part) const {
    return static_cast<int64_t>(transfer) * parts_ + part;
  }
  void WriteStart();
  void WriteUnit(const PipelineUnit& unit);
  void Feed(int part);
  void CheckRows(const proto::VarDesc& fed, int op) const;
  void Receive(int op, int part);
  void Send(int op, const PipelineUnit& unit);
  void AddGradients(int op, int part);
  void WriteMean(const proto::OpDesc& op, const std::string& sum,
                 const std::string& name);
  void Wait(const std::function<bool(const PipelineUnit&)>& over);
  void WriteWhole(size_t transfer);
  void WriteOptimizer();
  void WriteFetches();
  void WriteFetch(const proto::OpDesc& op, const std::string& name);
  NameList PartsOf(const std::string& name) const;

  const Program& main_;
  const google::protobuf::RepeatedPtrField<proto::OpDesc>& ops_;
  const PipelineFlow& flow_;
  const std::vector<Transfer>& transfers_;
  const int stage_, parts_;
  const std::string schedule_, group_;
  const std::shared_ptr<Program> program_;
  PartWriter writer_;
  std::set<std::pair<size_t, int>> received_;  // transfers and parts
  std::vector<Sent> sent_;
};

// Persistables of other stages come first, then what each stage computes alike.
void Writer::WriteStart() {
  for (size_t i = 0; i < transfers_.size(); ++i) {
    if (transfers_[i].writer < 0) WriteWhole(i);
  }
  for (int op = 0; op < ops_.size(); ++op) {
    if (flow_.plan().stage_of[op] == kEachStage) writer_.AppendWhole(ops_[op]);
  }
}

void Writer::WriteWhole(size_t i) {
  const Transfer& transfer = transfers_[i];
  if (transfer.from == stage_) {
    writer_.AppendNew(SendOf(main_, transfer, TagOf(i, 0), group_));
  } else if (transfer.to == stage_) {
    InsertReceive(ReceiveOf(main_, transfer, TagOf(i, 0), group_),
                  program_->global_block().desc().ops_size(), program_.get());
  }
}

// Operators that know the number of rows would be wrong for a part.
void Writer::CheckRows(const proto::VarDesc& fed, int op) const {
  const bool divides = fed.dims_size() > 0 && fed.dims(0) < 0;
  PADDLE_ENFORCE(divides || parts_ == 1, InvalidArgument, "'", fed.name(),
                 "' has a fixed number of rows, which a pipeline cannot "
                 "divide: declare it with any number, None; it is read by ",
                 DescribeStaged(ops_[op], stage_));
}

// Cuts a part out of what is fed to the stage.
void Writer::Feed(int part) {
  std::set<std::string> fed;
  for (int op = 0; op < ops_.size(); ++op) {
    if (!IsOwn(op) || !flow_.IsInParts(op)) continue;
    for (const std::string& name : flow_.uses().reads(op)) {
      const proto::VarDesc* var = main_.global_block().FindVar(name);
      if (var == nullptr || !var->is_feed() || !fed.insert(name).second) {
        continue;
      }
      CheckRows(*var, op);
      proto::OpDesc cut = Beside(
          ops_[op],
          MakeOp("micro_batch", {{"X", {name}}},
                 {{"Out", {PartName(name, part)}}},
                 {{"index", int64_t{part}}, {"count", int64_t{parts_}}}));
      cut.set_role(proto::FORWARD);
      writer_.AppendSource(cut, name, part);
    }
  }
}

void Writer::Receive(int op, int part) {
  for (size_t i = 0; i < transfers_.size(); ++i) {
    const Transfer& transfer = transfers_[i];
    if (transfer.to != stage_ || flow_.IsWhole(transfer)) continue;
    if (!flow_.uses().Reads(op, transfer.name)) continue;
    if (!received_.insert({i, part}).second) continue;
    proto::OpDesc receive = ReceiveOf(main_, transfer, TagOf(i, part), group_);
    SetOutput(&receive, "Out", {PartName(transfer.name, part)});
    writer_.AppendSource(receive, transfer.name, part);
  }
}

void Writer::Send(int op, const PipelineUnit& unit) {
  for (size_t i = 0; i < transfers_.size(); ++i) {
    const Transfer& transfer = transfers_[i];
    if (transfer.writer != op || transfer.from != stage_) continue;
    if (flow_.IsWhole(transfer)) continue;
    proto::OpDesc send = SendOf(main_, transfer, TagOf(i, unit.part), group_);
    SetInput(&send, "X", {PartName(transfer.name, unit.part)});
    proto::OpDesc wait = send;
    wait.set_type("send_wait");
    send.set_type("send_start");
    const NameList pending = {
        PartName(absl::StrCat("pending_", i, "@JOB"), unit.part)};
    SetOutput(&send, "Pending", pending);
    SetInput(&wait, "Pending", pending);
    writer_.AppendNew(send);
    sent_.push_back({unit, std::move(wait)});
  }
}

// Adds up gradients in the order of micro-batches, as accumulate_steps does.
void Writer::AddGradients(int op, int part) {
  for (const std::string& name : flow_.GradientsOf(op)) {
    const auto sum_of = [&](int parts) {
      return parts == 1 ? PartName(name, 0)
                        : PartName(absl::StrCat(name, "@SUM"), parts - 1);
    };
    if (part > 0) {
      writer_.AppendNew(Beside(
          ops_[op], MakeOp("sum", {{"X", {sum_of(part), PartName(name, part)}}},
                           {{"Out", {sum_of(part + 1)}}})));
    }
    if (part + 1 == parts_) WriteMean(ops_[op], sum_of(parts_), name);
  }
}

// Divides what is the sum of all parts.
void Writer::WriteMean(const proto::OpDesc& op, const std::string& sum,
                       const std::string& name) {
  writer_.AppendNew(
      Beside(op, MakeOp("scale", {{"X", {sum}}}, {{"Out", {name}}},
                        {{"scale", 1.0 / parts_}})));
}

void Writer::Wait(const std::function<bool(const PipelineUnit&)>& over) {
  std::vector<Sent> others;
  for (Sent& sent : sent_) {
    if (over(sent.unit)) {
      writer_.AppendNew(sent.wait);
    } else {
      others.push_back(std::move(sent));
    }
  }
  sent_ = std::move(others);
}

void Writer::WriteUnit(const PipelineUnit& unit) {
  if (!unit.backward) Feed(unit.part);
  for (int op = 0; op < ops_.size(); ++op) {
    if (!IsOf(op, unit)) continue;
    Receive(op, unit.part);
    writer_.AppendPart(ops_[op], unit.part);
    AddGradients(op, unit.part);
    Send(op, unit);
  }
  if (!unit.backward) return;
  // By now the next stage has begun the micro-batch, and the one before, if it
  // is not behind, has ended the last one.
  Wait([&](const PipelineUnit& sent) {
    return sent.part < unit.part + (sent.backward ? 0 : 1);
  });
}

void Writer::WriteOptimizer() {
  for (int op = 0; op < ops_.size(); ++op) {
    if (IsOwn(op) && !flow_.IsInParts(op)) writer_.AppendWhole(ops_[op]);
    for (size_t i = 0; i < transfers_.size(); ++i) {
      if (transfers_[i].writer == op && flow_.IsWhole(transfers_[i])) {
        WriteWhole(i);
      }
    }
  }
}

NameList Writer::PartsOf(const std::string& name) const {
  NameList names;
  for (int part = 0; part < parts_; ++part) {
    names.push_back(PartName(name, part));
  }
  return names;
}

void Writer::WriteFetch(const proto::OpDesc& op, const std::string& name) {
  const proto::VarDesc& var = main_.global_block().GetVar(name);
  if (var.kind() != proto::DENSE_TENSOR) return;
  const Dims dims = DimsOf(var);
  if (dims.IsStatic() && dims.Numel() == 1 &&
      IsFloating(DataTypeFromNumber(var.dtype()))) {
    const std::string sum = absl::StrCat(name, "@SUM");
    writer_.AppendNew(
        Beside(op, MakeOp("sum", {{"X", PartsOf(name)}}, {{"Out", {sum}}})));
    WriteMean(op, sum, name);
  } else if (dims.rank() > 0 && dims[0] < 0 && var.lod_level() == 0 &&
             program_->schemas().Find("concat") != nullptr) {
    writer_.AppendNew(Beside(
        op, MakeOp("concat", {{"X", PartsOf(name)}}, {{"Out", {name}}})));
  }
}

// Results of the forward pass; executors leave out what nobody fetches.
void Writer::WriteFetches() {
  for (int op = 0; op < ops_.size(); ++op) {
    if (!IsOf(op, {false, 0})) continue;
    for (const std::string& name : OutputNames(ops_[op])) {
      const auto& readers = flow_.uses().readers(name);
      const bool read = std::any_of(
          readers.begin(), readers.end(),
          [&](int reader) { return ops_[reader].role() == proto::FORWARD; });
      if (!read && !flow_.shared().contains(name)) WriteFetch(ops_[op], name);
    }
  }
}

std::shared_ptr<Program> Writer::Write() {
  WriteStart();
  for (const PipelineUnit& unit :
       PipelineOrder(schedule_, stage_, flow_.plan().stages, parts_)) {
    WriteUnit(unit);
  }
  Wait([](const PipelineUnit&) { return true; });
  WriteOptimizer();
  WriteFetches();
  DropUnusedOfStage(program_.get());
  Verify(*program_);
  return program_;
}

}  // namespace

std::shared_ptr<Program> StageOfPipeline(const Program& main,
                                         const PipelineFlow& flow, int stage,
                                         const PipelineOptions& options) {
  return Writer(main, flow, stage, options).Write();
}

}  // namespace paddle::framework
