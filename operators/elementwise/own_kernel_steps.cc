#include "paddle/operators/elementwise/own_kernel_steps.h"

#include <algorithm>
#include <string>

#include "absl/container/inlined_vector.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/place.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::LoDTensor;
using framework::OpArguments;
using framework::Tensor;
using framework::Variable;

// Results begin where an allocator could have put them.
constexpr size_t kAlignment = 256;

size_t AlignedBytes(const framework::Dims& dims, framework::DataType dtype) {
  const size_t bytes = dims.Numel() * framework::SizeOf(dtype);
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

// Binds the inputs that are read for their shape alone, which is that of the
// result and of the last operand.
framework::proto::OpDesc WithShapes(const FusedStep& step,
                                    const framework::OpProto& proto) {
  framework::proto::OpDesc desc = step.desc;
  for (const auto& slot : proto.inputs) {
    if (slot.optional || !framework::Input(desc, slot.name).empty()) continue;
    framework::SetInput(&desc, slot.name, {step.rule->inputs.back()});
  }
  return desc;
}

}  // namespace

OwnKernelStepsBase::OwnKernelStepsBase(const OpArguments& arguments,
                                       framework::DataType dtype)
    : OpKernel(arguments), dtype_(dtype) {
  program_ = ReadFusedProgram(
      [&](absl::string_view name) -> const framework::Attribute& {
        return arguments.attribute(name);
      },
      x_.size(), out_.size());
  for (const FusedStep& step : program_.steps) {
    steps_.push_back(MakeStep(step));
  }
  joined_ = MakeDeviceSteps(program_, dtype_);
}

OwnKernelStepsBase::Step OwnKernelStepsBase::MakeStep(
    const FusedStep& step) const {
  const auto& proto =
      framework::OpInfoMap::Instance().Get(step.desc.type()).proto;
  Step made{
      StepKernel(WithShapes(step, proto), platform::PlaceKind::kCUDA, dtype_),
      {}};
  const OpArguments& arguments = made.kernel.arguments();
  const framework::NameList& names = step.rule->inputs;
  for (int i = 0; i < arguments.num_vars(); ++i) {
    const auto found =
        std::find(names.begin(), names.end(), arguments.var(i).name);
    made.operands.push_back(found == names.end()
                                ? kResult
                                : static_cast<int>(found - names.begin()));
  }
  return made;
}

bool OwnKernelStepsBase::IsInput(const KernelContext& context,
                                 const Tensor& tensor) const {
  for (int i = 0; i < x_.size(); ++i) {
    if (x_(context, i).raw_data() == tensor.raw_data()) return true;
  }
  return false;
}

kernels::StepDims OwnKernelStepsBase::DimsOfAll(
    const KernelContext& context) const {
  absl::InlinedVector<const Tensor*, 8> inputs;
  for (int i = 0; i < x_.size(); ++i) inputs.push_back(&x_(context, i));
  return kernels::DimsOfSteps(program_, inputs);
}

bool OwnKernelStepsBase::ComputeJoined(const KernelContext& context) const {
  const kernels::StepDims dims = DimsOfAll(context);
  if (joined_ == nullptr || !kernels::AllEqual(dims)) return false;
  absl::InlinedVector<const Tensor*, 8> inputs;
  for (int i = 0; i < x_.size(); ++i) inputs.push_back(&x_(context, i));
  absl::InlinedVector<Tensor*, 8> outputs;
  for (int i = 0; i < out_.size(); ++i) outputs.push_back(&out_(context, i));
  joined_->Compute(context.device(), dims[0], inputs, outputs);
  return true;
}

std::vector<Variable*> OwnKernelStepsBase::MakeResults(
    const KernelContext& context, framework::Scope* scope) const {
  const kernels::StepDims dims = DimsOfAll(context);
  std::vector<Variable*> results;
  for (size_t s = 0; s < steps_.size(); ++s) {
    results.push_back(scope->NewVar(std::to_string(s)));
  }
  for (int k = 0; k < out_.size(); ++k) {
    const LoDTensor& out = out_(context, k);
    if (IsInput(context, out)) continue;
    *results[program_.results[k]]->GetMutable<LoDTensor>() = out;
  }
  size_t bytes = 0;
  for (const framework::Dims& each : dims) bytes += AlignedBytes(each, dtype_);
  context.Workspace(bytes);
  size_t offset = 0;
  for (size_t s = 0; s < steps_.size(); ++s) {
    LoDTensor* result = results[s]->GetMutable<LoDTensor>();
    if (result->initialized()) continue;
    result->Bind(context.state()->workspace.holder(), offset, dims[s], dtype_);
    offset += AlignedBytes(dims[s], dtype_);
  }
  return results;
}

void OwnKernelStepsBase::Compute(const KernelContext& context) const {
  if (ComputeJoined(context)) return;
  const auto scope = framework::Scope::Create();
  const std::vector<Variable*> results = MakeResults(context, scope.get());
  // Steps that asked for scratch memory must not be given the results.
  framework::RunState state = *context.state();
  state.workspace = Tensor();
  std::vector<Variable*> variables;
  for (size_t s = 0; s < steps_.size(); ++s) {
    variables.clear();
    for (int operand : steps_[s].operands) {
      if (operand == kResult) {
        variables.push_back(results[s]);
        continue;
      }
      const int value = program_.steps[s].operands[operand];
      variables.push_back(value < 0 ? results[-1 - value] : context.var(value));
    }
    steps_[s].kernel.kernel().Compute(
        KernelContext(variables.data(), &state, {}));
  }
  for (int k = 0; k < out_.size(); ++k) {
    const Tensor& result = results[program_.results[k]]->Get<LoDTensor>();
    LoDTensor& out = out_(context, k);
    if (result.raw_data() == out.raw_data()) continue;
    memory::CopyAsync(out.place(), out.raw_mutable_data(), result.place(),
                      result.raw_data(), out.bytes());
  }
}

}  // namespace paddle::operators
