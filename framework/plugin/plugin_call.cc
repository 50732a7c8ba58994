#include "paddle/framework/plugin/plugin_call.h"

#include <algorithm>

#include "paddle/platform/enforce.h"

paddle::framework::ShapeCall& PaddleContext::shapes() {
  PADDLE_THROW(FailedPrecondition,
               "a kernel calls what only a shape function may call");
}

const paddle::framework::KernelCall& PaddleContext::kernel() const {
  PADDLE_THROW(FailedPrecondition,
               "a shape function calls what only a kernel may call");
}

namespace paddle::framework {

void ShapeCall::SetOutput(const std::string& slot, int i, const Dims& dims,
                          DataType dtype) {
  for (int64_t size : dims) {
    if (size >= 0) continue;
    // While a program runs there are no symbols.
    PADDLE_ENFORCE(!context_.is_running(), InvalidArgument, "output ", slot,
                   " would have the size ", size);
    try {
      sizes().Text(size);
    } catch (const platform::Error&) {
      PADDLE_THROW(InvalidArgument, "output ", slot, " would have the size ",
                   size, ", which is no symbol of the program");
    }
  }
  context_.SetOutput(slot, dims, dtype, i);
  set_.emplace_back(slot, i);
}

bool ShapeCall::IsSet(absl::string_view slot, int i) const {
  return std::any_of(set_.begin(), set_.end(), [&](const auto& set) {
    return set.first == slot && set.second == i;
  });
}

int KernelCall::Find(SlotRange range, int i) const {
  if (i < 0 || i >= range.count) return -1;
  // Arguments of all slots are numbered consecutively.
  const int argument = range.begin + i;
  return arguments_.var(argument).name.empty() ? -1 : argument;
}

const LoDTensor& KernelCall::Input(absl::string_view slot, int i) const {
  const int argument = Find(arguments_.InputRange(slot), i);
  PADDLE_ENFORCE(argument >= 0, NotFound, "input ", slot, "[", i,
                 "] is left out");
  return context_.var(argument)->Get<LoDTensor>();
}

LoDTensor& KernelCall::Output(absl::string_view slot, int i) const {
  const int argument = Find(arguments_.OutputRange(slot), i);
  PADDLE_ENFORCE(argument >= 0, NotFound, "output ", slot, "[", i,
                 "] is left out");
  return *context_.var(argument)->GetMutable<LoDTensor>();
}

void KernelCall::CheckType(const LoDTensor& tensor, absl::string_view slot,
                           DataType dtype) const {
  PADDLE_ENFORCE(tensor.dtype() == dtype, TypeMismatch, "the kernel takes ",
                 slot, " to be ", DataTypeName(dtype), ", but it is ",
                 DataTypeName(tensor.dtype()), " ", tensor.dims().ToString());
}

const void* KernelCall::InputData(absl::string_view slot, int i,
                                  DataType dtype) const {
  // An absent optional input is no error.
  if (!HasInput(slot, i)) return nullptr;
  // Such elements may have been freed already: the memory plan trusts the
  // declaration.
  PADDLE_ENFORCE(!arguments_.proto().FindInput(slot)->shape_only,
                 FailedPrecondition, "operator ", arguments_.desc().type(),
                 " does not read the elements of ", slot,
                 ": gradient_reads was not called for it, or it is declared "
                 "PADDLE_SHAPE_ONLY");
  const LoDTensor& tensor = Input(slot, i);
  CheckType(tensor, slot, dtype);
  return tensor.raw_data();
}

void* KernelCall::OutputData(absl::string_view slot, int i,
                             DataType dtype) const {
  if (!HasOutput(slot, i)) return nullptr;
  LoDTensor& tensor = Output(slot, i);
  CheckType(tensor, slot, dtype);
  return tensor.raw_mutable_data();
}

}  // namespace paddle::framework
