#include "paddle/operators/control_flow/block_values.h"

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/tensor/tensor_array.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/rows/any_device.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::KernelContext;
using framework::LoDTensor;
using framework::TensorArray;
using framework::Variable;

namespace {

template <typename Target>
void Share(const Variable& from, Target* to) {
  if (from.Is<TensorArray>()) {
    *to->template GetMutable<TensorArray>() = from.Get<TensorArray>();
  } else {
    *to->template GetMutable<LoDTensor>() = from.Get<LoDTensor>();
  }
}

void CopyTensor(const KernelContext& context, const LoDTensor& value,
                Variable* to) {
  auto* copy = to->GetMutable<LoDTensor>();
  copy->Allocate(value.dims(), value.dtype(), context.allocator());
  copy->set_lod(value.lod());
  kernels::CopyElements(context.device(), value, copy);
}

}  // namespace

void ShareValue(const Variable& from, Variable* to) { Share(from, to); }
void ShareValue(const Variable& from, framework::VariableValue* to) {
  Share(from, to);
}

void CopyValue(const KernelContext& context, const Variable& from,
               Variable* to) {
  // Arrays share immutable elements; copying the list is enough.
  if (from.Is<TensorArray>()) return ShareValue(from, to);
  CopyTensor(context, from.Get<LoDTensor>(), to);
}

void CopyValue(const KernelContext& context, framework::VariableValue* from,
               Variable* to) {
  // The caller gives its value away, so the list need not even be copied.
  if (from->Is<TensorArray>()) return to->Swap(from);
  CopyTensor(context, *from->GetMutable<LoDTensor>(), to);
}

void ZeroValue(const KernelContext& context,
               const framework::OpArguments::Var& described,
               const Variable& like, framework::VariableValue* to) {
  // A missing element of an array of gradients counts as zeros.
  if (described.kind == framework::proto::TENSOR_ARRAY) {
    *to->GetMutable<TensorArray>() = TensorArray(described.dtype);
    return;
  }
  const auto& value = like.Get<LoDTensor>();
  auto* zeros = to->GetMutable<LoDTensor>();
  zeros->Allocate(value.dims(), value.dtype(), context.allocator());
  zeros->set_lod(value.lod());
  // Zeros with that LoD: operators in the block expect sequences like the
  // value's.
  kernels::Fill(context.device(), 0, zeros);
}

bool Holds(const Variable& condition) {
  const auto& value = condition.Get<LoDTensor>();
  PADDLE_ENFORCE(
      value.dtype() == framework::DataType::kBool && value.numel() == 1,
      InvalidArgument, "a condition is one bool, not ",
      framework::DataTypeName(value.dtype()), " ", value.dims().ToString());
  // One without memory is refused by data().
  const auto& memory = value.holder();
  if (memory == nullptr || memory->place().is_cpu()) {
    return *value.data<bool>();
  }
  return *framework::OnCPU(value).data<bool>();
}

}  // namespace paddle::operators
