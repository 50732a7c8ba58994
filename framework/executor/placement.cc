#include "paddle/framework/executor/placement.h"

#include <utility>

#include "paddle/framework/tensor/plain_bools.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/memory/copy.h"

namespace paddle::framework {

namespace {

// Copies into a tensor of the same shape. Does not wait for a GPU, except if
// the source is memory that the GPU reads later and that may change before:
// pinned memory or another GPU's.
void CopyInOrder(const Tensor& source, Tensor* target) {
  const platform::Place from = source.place(), to = target->place();
  if (to.is_cuda() && (from.is_cpu() || from == to)) {
    memory::CopyAsync(to, target->raw_mutable_data(), from, source.raw_data(),
                      source.bytes());
  } else {
    CopyTo(source, target);
  }
}

// Replaces the elements of a variable.
void SetElements(Tensor elements, Variable* var) {
  if (var->Is<SelectedRows>()) {
    *var->GetMutable<SelectedRows>()->mutable_value() = std::move(elements);
  } else {
    static_cast<Tensor&>(*var->GetMutable<LoDTensor>()) = std::move(elements);
  }
}

Tensor CopyOf(const Tensor& source, platform::Place place) {
  Tensor target(source.dims(), source.dtype(), place);
  CopyInOrder(source, &target);
  return target;
}

}  // namespace

LoDTensor OnPlace(platform::Place place, const LoDTensor& tensor) {
  return tensor.place() == place
             ? tensor
             : LoDTensor(CopyOf(tensor, place), tensor.lod());
}

void Feed(const LoDTensor& given, platform::Place place, bool written,
          LoDTensor* target) {
  // Bools from outside may have any byte; kernels rely on 0 and 1.
  const LoDTensor value(PlainBools(given), given.lod());
  const bool there = value.place() == place;
  if (there && !written) {
    *target = value;
  } else if (place.is_cuda() && !target->SharesMemoryWith(value)) {
    target->Allocate(value.dims(), value.dtype(), place);
    CopyInOrder(value, target);
    target->set_lod(value.lod());
  } else {
    *target = LoDTensor(CopyOf(value, place), value.lod());
  }
}

const Tensor* ValueOf(const Variable& var) {
  const Tensor* value = nullptr;
  if (var.Is<LoDTensor>()) value = &var.Get<LoDTensor>();
  if (var.Is<SelectedRows>()) value = &var.Get<SelectedRows>().value();
  return value != nullptr && value->initialized() ? value : nullptr;
}

void MoveTo(platform::Place place, Variable* var) {
  const Tensor* value = ValueOf(*var);
  if (value == nullptr || value->place() == place) return;
  SetElements(CopyOf(*value, place), var);
}

void CopyValue(const Variable& from, platform::Place place, Variable* to) {
  const Tensor* value = ValueOf(from);
  if (value == nullptr) {
    to->Clear();
  } else if (from.Is<SelectedRows>()) {
    auto* rows = to->GetMutable<SelectedRows>();
    *rows = from.Get<SelectedRows>();
    *rows->mutable_value() = CopyOf(*value, place);
  } else {
    auto* tensor = to->GetMutable<LoDTensor>();
    tensor->Allocate(value->dims(), value->dtype(), place);
    CopyInOrder(*value, tensor);
    tensor->set_lod(from.Get<LoDTensor>().lod());
  }
}

void Unshare(Variable* var) {
  const Tensor* value = ValueOf(*var);
  if (value == nullptr || value->holder().use_count() == 1) return;
  SetElements(CopyOf(*value, value->place()), var);
}

}  // namespace paddle::framework
