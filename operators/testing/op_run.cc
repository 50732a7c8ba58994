#include "paddle/operators/testing/op_run.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/run_options.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/memory/allocation.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/testing/guarded_memory.h"
#include "paddle/operators/testing/op_replay.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::testing {

using framework::BlockCompiler;
using framework::FramePool;
using framework::LoDTensor;
using framework::NameList;
using framework::OpInfoMap;
using framework::OpProto;
using framework::SelectedRows;
using framework::Tensor;
namespace proto = framework::proto;

namespace {

// Every run draws the same random numbers.
framework::RunOptions Options() {
  framework::RunOptions options;
  options.seed = 20;
  options.step = 3;
  return options;
}

const OpProto& ProtoOf(const std::string& type) {
  return OpInfoMap::Instance().Get(type).proto;
}

bool HasInput(const Instance& instance, absl::string_view slot) {
  return std::any_of(instance.inputs.begin(), instance.inputs.end(),
                     [&](const auto& input) { return input.first == slot; });
}

NameList NamesOf(absl::string_view slot, int count) {
  NameList names;
  for (int i = 0; i < count; ++i) names.push_back(VarName(slot, i, count));
  return names;
}

framework::Dims DimsOf(const proto::VarDesc& var) {
  return framework::Dims(absl::MakeSpan(var.dims().data(), var.dims().size()));
}

// The tensor inside a variable, or null.
Tensor* InnerTensor(framework::Variable* variable) {
  if (variable->Is<SelectedRows>()) {
    return variable->GetMutable<SelectedRows>()->mutable_value();
  }
  if (!variable->Is<LoDTensor>()) return nullptr;
  return variable->GetMutable<LoDTensor>();
}

}  // namespace

std::string VarName(absl::string_view slot, int i, int count) {
  return count == 1 ? std::string(slot) : absl::StrCat(slot, "_", i);
}

std::string OutputVarName(const Instance& instance, absl::string_view slot,
                          int i, int count) {
  const std::string updated = ProtoOf(instance.type).UpdatedInput(slot);
  const bool in_place = !updated.empty() && HasInput(instance, updated);
  return VarName(in_place ? updated : slot, i, count);
}

proto::OpDesc Describe(const Instance& instance) {
  framework::SlotMap inputs;
  for (const auto& [slot, values] : instance.inputs) {
    inputs.emplace_back(slot, NamesOf(slot, static_cast<int>(values.size())));
  }
  framework::SlotMap outputs;
  for (const auto& [slot, count] : instance.outputs) {
    outputs.emplace_back(slot, NameList());
    for (int i = 0; i < count; ++i) {
      outputs.back().second.push_back(OutputVarName(instance, slot, i, count));
    }
  }
  return framework::MakeOp(instance.type, inputs, outputs, instance.attrs);
}

void Declare(const std::string& name, const Value& value, bool persistable,
             framework::Program* program) {
  proto::VarDesc* var = program->global_block().Var(name);
  var->set_kind(value.sparse ? proto::SELECTED_ROWS : proto::DENSE_TENSOR);
  var->set_dtype(static_cast<proto::DataType>(value.dtype));
  var->set_persistable(persistable);
  framework::Dims dims = value.data.dims;
  if (value.sparse) dims[0] = value.height;
  var->mutable_dims()->Assign(dims.begin(), dims.end());
  if (value.data.lod != nullptr) var->set_lod_level(value.data.lod->levels());
}

// Tells the gradient maker of the tested operator what it needs to know.
class OpRun::Gradients final : public framework::GradContext {
 public:
  Gradients(OpRun* run, const GradRequest& request)
      : run_(*run), request_(request) {}

  NameList OutputGrads(absl::string_view slot) override {
    NameList grads;
    for (const std::string& name : framework::Outputs(run_.desc_, slot)) {
      auto it = request_.flowing.find(name);
      const bool flows = it != request_.flowing.end();
      grads.push_back(flows ? Provide(name, it->second) : "");
    }
    return grads;
  }

  NameList OutputGradsOrZeros(absl::string_view slot) override {
    NameList grads = OutputGrads(slot);
    const NameList names = framework::Outputs(run_.desc_, slot);
    for (size_t i = 0; i < grads.size(); ++i) {
      if (grads[i].empty()) grads[i] = Provide(names[i], ZerosFor(names[i]));
    }
    return grads;
  }

  NameList InputGrads(absl::string_view slot) override {
    const auto& wanted = request_.wanted;
    const bool want =
        std::find(wanted.begin(), wanted.end(), slot) != wanted.end();
    NameList grads;
    for (const std::string& name : framework::Inputs(run_.desc_, slot)) {
      grads.push_back(want ? framework::GradName(name) : "");
    }
    return grads;
  }

  framework::GradBlock DifferentiateBlock(int) override {
    PADDLE_THROW(Unimplemented, "the op test runs no operator with blocks");
  }

 private:
  const proto::VarDesc& VarOf(const std::string& name) const {
    return run_.program_->global_block().GetVar(name);
  }

  std::string Provide(const std::string& output, const Array& grad) {
    Value value;
    value.data = grad;
    value.dtype = static_cast<framework::DataType>(VarOf(output).dtype());
    const std::string name = framework::GradName(output);
    Declare(name, value, false, run_.program_.get());
    run_.values_[name] = std::move(value);
    return name;
  }

  Array ZerosFor(const std::string& output) const {
    auto like = request_.like.find(output);
    if (like == request_.like.end()) return Array(DimsOf(VarOf(output)));
    return like->second.Map([](double) { return 0.0; });
  }

  OpRun& run_;
  const GradRequest& request_;
};

OpRun::OpRun(const Instance& instance, const GradRequest& grads,
             platform::Place place)
    : instance_(instance),
      place_(place),
      program_(std::make_shared<framework::Program>(OpInfoMap::Instance())),
      scope_(framework::Scope::Create()) {
  AppendForward();
  if (!grads.wanted.empty()) AppendGradients(grads);
  framework::CompileOptions options;
  options.place = place;
  options.keep_all = true;
  options.device_graphs = false;  // RunAsGraph records itself
  frames_ = std::make_unique<FramePool>(
      BlockCompiler(program_, 0, options).Compile());
}

void OpRun::AppendForward() {
  const proto::OpDesc op = Describe(instance_);
  for (const std::string& name : framework::OutputNames(op)) {
    written_[name] = false;
  }
  for (const auto& [slot, values] : instance_.inputs) {
    const int count = static_cast<int>(values.size());
    for (int i = 0; i < count; ++i) {
      const std::string name = VarName(slot, i, count);
      const bool updated = written_.count(name) > 0;
      if (updated) written_[name] = true;
      Declare(name, values[i], updated, program_.get());
      values_[name] = values[i];
    }
  }
  desc_ = program_->AppendOp(0, op);
}

void OpRun::AppendGradients(const GradRequest& grads) {
  const framework::OpInfo& info = OpInfoMap::Instance().Get(instance_.type);
  PADDLE_ENFORCE(info.grad_maker != nullptr, Unimplemented, "operator ",
                 instance_.type, " has no gradient");
  Gradients context(this, grads);
  for (proto::OpDesc& op : info.grad_maker(desc_, &context)) {
    op.set_role(proto::BACKWARD);
    for (const std::string& name : framework::OutputNames(op)) {
      written_[name] = false;
    }
    program_->AppendOp(0, std::move(op));
  }
  for (const std::string& slot : grads.wanted) {
    for (const std::string& name : framework::Inputs(desc_, slot)) {
      PADDLE_ENFORCE(written_.count(framework::GradName(name)) > 0, NotFound,
                     "no gradient operator writes ", framework::GradName(name));
    }
  }
}

Results OpRun::Run(uint8_t fill) {
  for (const auto& [name, value] : values_) PlaceInput(name, value, fill);
  for (const auto& [name, is_input] : written_) {
    if (!is_input && place_.is_cpu()) GuardOutput(name, fill);
  }
  framework::RunOnScope(frames_.get(), scope_.get(), Options());
  if (place_.is_cpu()) CheckMemory();
  return Read();
}

Results OpRun::Read() const {
  Results results;
  for (const auto& [name, is_input] : written_) {
    try {
      results[name] = ToArray(*scope_->FindVar(name));
    } catch (platform::Error& error) {
      error.AddContext(absl::StrCat("in the value of ", name));
      throw;
    }
  }
  return results;
}

void OpRun::RestoreOnGPU(const std::string& name, bool is_input) {
  Tensor* tensor = InnerTensor(scope_->FindVar(name));
  if (tensor == nullptr || !tensor->initialized()) return;
  Tensor host = GuardedTensor(tensor->dims(), tensor->dtype(), 0x5A);
  if (is_input) Fill(values_.at(name).data, &host);
  memory::Copy(place_, tensor->raw_mutable_data(), platform::CPUPlace(),
               host.raw_data(), host.bytes());
}

absl::optional<Results> OpRun::RunAsGraph() {
  const framework::RunOptions options = Options();
  const auto step = memory::AllocatorOf(place_).Allocate(sizeof(options.step));
  memory::Copy(place_, step->data(), platform::CPUPlace(), &options.step,
               sizeof(options.step));
  const auto graph = platform::RecordGraph(
      platform::DeviceContextOf(place_),
      [&] { framework::RunOnScope(frames_.get(), scope_.get(), options); },
      {static_cast<const uint64_t*>(step->data()), options.step});
  if (graph == nullptr) return absl::nullopt;
  for (const auto& [name, is_input] : written_) RestoreOnGPU(name, is_input);
  graph->Launch();
  return Read();
}

void OpRun::PlaceInput(const std::string& name, const Value& value,
                       uint8_t fill) {
  Tensor tensor = GuardedTensor(value.data.dims, value.dtype, fill);
  Fill(value.data, &tensor);
  if (!place_.is_cpu()) tensor = Copy(tensor, place_);
  framework::Variable* variable = scope_->Var(name);
  if (value.sparse) {
    auto* rows = variable->GetMutable<SelectedRows>();
    rows->set_height(value.height);
    *rows->mutable_rows() = value.rows;
    *rows->mutable_value() = std::move(tensor);
  } else {
    *variable->GetMutable<LoDTensor>() =
        LoDTensor(std::move(tensor), value.data.lod);
  }
}

void OpRun::GuardOutput(const std::string& name, uint8_t fill) {
  const proto::VarDesc& var = program_->global_block().GetVar(name);
  framework::Variable* variable = scope_->Var(name);
  if (variable->empty() && var.kind() == proto::DENSE_TENSOR) {
    const framework::Dims dims = DimsOf(var);
    const auto dtype = static_cast<framework::DataType>(var.dtype());
    if (!dims.IsStatic()) return;
    *variable->GetMutable<LoDTensor>() =
        LoDTensor(GuardedTensor(dims, dtype, fill));
  }
  Tensor* tensor = InnerTensor(variable);
  if (tensor == nullptr || !tensor->initialized()) return;
  *tensor = GuardedTensor(tensor->dims(), tensor->dtype(), fill);
}

void OpRun::CheckMemory() {
  for (const auto& [name, value] : values_) {
    const Tensor* tensor = InnerTensor(scope_->FindVar(name));
    if (written_.count(name) > 0) continue;
    const std::string changed =
        Difference(value.Dense(), ToArray(*scope_->FindVar(name)), 0);
    if (!changed.empty()) {
      problems_.push_back(
          absl::StrCat("input ", name, " was changed ", changed));
    }
    const std::string damage = GuardsOf(*tensor)->Damage();
    if (!damage.empty()) {
      problems_.push_back(absl::StrCat("beside input ", name, ": ", damage));
    }
  }
  for (const auto& [name, is_input] : written_) {
    const Tensor* tensor = InnerTensor(scope_->FindVar(name));
    const GuardedMemory* guards =
        tensor == nullptr ? nullptr : GuardsOf(*tensor);
    const std::string damage = guards == nullptr ? "" : guards->Damage();
    if (!damage.empty()) {
      problems_.push_back(absl::StrCat("beside output ", name, ": ", damage));
    }
  }
}

std::vector<std::string> OpRun::DifferentiableOutputs() const {
  const OpProto& op_proto = ProtoOf(instance_.type);
  std::vector<std::string> names;
  for (const proto::Slot& slot : desc_.outputs()) {
    const framework::SlotProto& schema = *op_proto.FindOutput(slot.name());
    if (schema.intermediate || schema.no_gradient) continue;
    for (const std::string& name : slot.arguments()) {
      const proto::VarDesc& var = program_->global_block().GetVar(name);
      const auto dtype = static_cast<framework::DataType>(var.dtype());
      if (var.kind() == proto::DENSE_TENSOR && framework::IsFloating(dtype)) {
        names.push_back(name);
      }
    }
  }
  return names;
}

void OpRun::Replay() {
  OpReplay replay(frames_->block(), scope_.get(), Options());
  replay.CheckReuse();
  replay.CheckShapeOnly();
  problems_.insert(problems_.end(), replay.problems().begin(),
                   replay.problems().end());
}

}  // namespace paddle::operators::testing
