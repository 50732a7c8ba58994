#include "paddle/framework/executor/shape_plan.h"

#include <utility>

#include "paddle/framework/executor/instruction_error.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Slot = CompiledBlock::Slot;
using Storage = CompiledBlock::Storage;

// True if elements must exist: an input may lack them if nobody reads them.
bool NeedsElements(const Slot& slot) {
  return slot.storage != Storage::kInput || slot.last_use >= 0;
}

bool FitsTensor(const Slot& slot, const SlotShape& shape, const Variable* var) {
  if (var == nullptr || !var->Is<LoDTensor>()) return false;
  const LoDTensor& tensor = var->Get<LoDTensor>();
  return (tensor.initialized() || !NeedsElements(slot)) &&
         tensor.dims() == shape.dims && tensor.dtype() == shape.dtype &&
         (tensor.lod() == shape.lod || SameLoD(tensor.lod(), shape.lod));
}

bool FitsOne(const Slot& slot, const SlotShape& shape, const Variable* var) {
  if (slot.kind == proto::DENSE_TENSOR) return FitsTensor(slot, shape, var);
  if (slot.kind != proto::SELECTED_ROWS) return true;
  return var != nullptr && var->Is<SelectedRows>() &&
         var->Get<SelectedRows>().value().dtype() == shape.dtype &&
         var->Get<SelectedRows>().DenseDims() == shape.dims;
}

void CheckType(const Slot& slot, const Tensor& elements) {
  PADDLE_ENFORCE_EQ(elements.dtype(), slot.dtype, "variable ", slot.name,
                    " of the scope does not have the data type the program "
                    "says");
}

SlotShape ShapeOfRows(const Slot& slot, const Variable& var) {
  PADDLE_ENFORCE(var.Is<SelectedRows>(), FailedPrecondition, "variable ",
                 slot.name,
                 " of the scope is no SelectedRows, which the program says it "
                 "is");
  const auto& rows = var.Get<SelectedRows>();
  CheckType(slot, rows.value());
  rows.Check();
  return {rows.DenseDims(), rows.value().dtype(), nullptr};
}

SlotShape ShapeOfTensor(const Slot& slot, const LoDTensor& tensor) {
  CheckType(slot, tensor);
  const LoDPtr& lod = tensor.lod();
  PADDLE_ENFORCE(
      lod == nullptr || (tensor.rank() > 0 && lod->rows() == tensor.dims()[0]),
      InvalidArgument, "the sequences of variable ", slot.name, " cover ",
      lod == nullptr ? 0 : lod->rows(), " rows, but its shape is ",
      tensor.dims().ToString());
  return {tensor.dims(), tensor.dtype(), lod};
}

[[noreturn]] void FailUninitialized(const CompiledBlock& block,
                                    const Slot& slot,
                                    const std::vector<SlotShape>& shapes) {
  try {
    PADDLE_THROW(
        FailedPrecondition, "variable ", slot.name, " is not initialised: ",
        slot.persistable ? "run the startup program, or load it, first"
        : slot.storage == Storage::kInput
            ? "nothing writes it before it is read, and what is not "
              "persistable begins each run without a value; feed it"
            : "nothing writes it before it is read, and the scope has no "
              "value for it");
  } catch (platform::Error& error) {
    RethrowFromInstruction(error, block, slot.first_reader, shapes);
  }
}

// `shapes` are those known so far, for the message of an error.
SlotShape ShapeOf(const CompiledBlock& block, int index, const Variable* var,
                  const std::vector<SlotShape>& shapes) {
  const Slot& slot = block.slots()[index];
  // Nobody reads it: it need not exist.
  if (slot.first_reader < 0) return {};
  if (var == nullptr || var->empty()) FailUninitialized(block, slot, shapes);
  if (slot.kind == proto::SELECTED_ROWS) {
    return ShapeOfRows(slot, *var);
  }
  if (slot.kind != proto::DENSE_TENSOR) return {Dims(), slot.dtype, nullptr};
  const auto& tensor = var->Get<LoDTensor>();
  if (!tensor.initialized() && NeedsElements(slot)) {
    FailUninitialized(block, slot, shapes);
  }
  return ShapeOfTensor(slot, tensor);
}

void ClearShapes(const CompiledBlock& block, std::vector<SlotShape>* shapes) {
  shapes->assign(block.slots().size(), SlotShape());
  for (size_t i = 0; i < shapes->size(); ++i) {
    (*shapes)[i].dtype = block.slots()[i].dtype;
  }
}

void InferShapes(const CompiledBlock& block, std::vector<SlotShape>* shapes) {
  int i = 0;
  try {
    for (; i < block.planned_end(); ++i) {
      RuntimeShapes(block.instructions()[i], shapes).Infer();
    }
  } catch (platform::Error& error) {
    RethrowFromInstruction(error, block, i, *shapes);
  }
}

}  // namespace

bool Fits(const CompiledBlock& block, const ShapePlan& plan,
          const std::vector<Variable*>& vars) {
  const std::vector<int>& external = block.external_slots();
  for (size_t i = 0; i < external.size(); ++i) {
    const Slot& slot = block.slots()[external[i]];
    if (slot.first_reader >= 0 &&
        !FitsOne(slot, plan.external[i], vars[external[i]])) {
      return false;
    }
  }
  return true;
}

std::unique_ptr<const ShapePlan> MakeShapePlan(
    const CompiledBlock& block, const std::vector<Variable*>& vars,
    std::vector<SlotShape>* shapes) {
  ClearShapes(block, shapes);
  std::vector<SlotShape> external;
  for (int slot : block.external_slots()) {
    external.push_back(ShapeOf(block, slot, vars[slot], *shapes));
    (*shapes)[slot] = external.back();
  }
  return MakeShapePlan(block, std::move(external), shapes);
}

std::unique_ptr<const ShapePlan> MakeShapePlan(const CompiledBlock& block,
                                               std::vector<SlotShape> external,
                                               std::vector<SlotShape>* shapes) {
  auto plan = std::make_unique<ShapePlan>();
  ClearShapes(block, shapes);
  for (size_t i = 0; i < external.size(); ++i) {
    (*shapes)[block.external_slots()[i]] = external[i];
  }
  InferShapes(block, shapes);
  plan->external = std::move(external);
  plan->shapes = *shapes;
  plan->arena = LayOutArena(block, *shapes);
  return plan;
}

}  // namespace paddle::framework
