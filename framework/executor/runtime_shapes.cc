#include "paddle/framework/executor/runtime_shapes.h"

#include <utility>

namespace paddle::framework {

void RuntimeShapes::Infer() {
  instruction_.schema->InferShape(this);
  for (int a = arguments_.num_inputs(); a < arguments_.num_vars(); ++a) {
    if (instruction_.slots[a] < 0) continue;
    SlotShape& shape = shapes_[instruction_.slots[a]];
    // Shape functions share a LoD without looking at rows, which may have
    // changed.
    if (shape.lod == nullptr) continue;
    if (shape.dims.rank() == 0 || shape.lod->rows() != shape.dims[0]) {
      shape.lod = nullptr;
    }
  }
}

int RuntimeShapes::Find(SlotRange range, int i) const {
  if (i < 0 || i >= range.count) return -1;
  return instruction_.slots[range.begin + i] < 0 ? -1 : range.begin + i;
}

bool RuntimeShapes::HasInput(absl::string_view slot, int i) const {
  return Find(arguments_.InputRange(slot), i) >= 0;
}

bool RuntimeShapes::HasOutput(absl::string_view slot, int i) const {
  return Find(arguments_.OutputRange(slot), i) >= 0;
}

const SlotShape& RuntimeShapes::InputShape(absl::string_view slot,
                                           int i) const {
  int argument = Find(arguments_.InputRange(slot), i);
  PADDLE_ENFORCE(argument >= 0, NotFound, "operator ", op_type(),
                 " has no input ", slot, "[", i, "]");
  return shapes_[instruction_.slots[argument]];
}

Dims RuntimeShapes::InputDims(absl::string_view slot, int i) const {
  return InputShape(slot, i).dims;
}

DataType RuntimeShapes::InputType(absl::string_view slot, int i) const {
  return InputShape(slot, i).dtype;
}

bool RuntimeShapes::InputIs(proto::VarKind kind, absl::string_view slot,
                            int i) const {
  const int argument = Find(arguments_.InputRange(slot), i);
  return argument >= 0 && arguments_.var(argument).kind == kind;
}

void RuntimeShapes::SetOutput(absl::string_view slot, const Dims& dims,
                              DataType dtype, int i) {
  Set(slot, dims, dtype, i, proto::DENSE_TENSOR);
}

void RuntimeShapes::SetSelectedRows(absl::string_view slot, const Dims& dims,
                                    DataType dtype, int i) {
  Set(slot, dims, dtype, i, proto::SELECTED_ROWS);
}

void RuntimeShapes::SetTensorArray(absl::string_view slot, const Dims& dims,
                                   DataType dtype, int i) {
  Set(slot, dims, dtype, i, proto::TENSOR_ARRAY);
}

void RuntimeShapes::Set(absl::string_view slot, const Dims& dims,
                        DataType dtype, int i, proto::VarKind kind) {
  const int argument = Find(arguments_.OutputRange(slot), i);
  if (argument < 0) return;
  const OpArguments::Var& var = arguments_.var(argument);
  PADDLE_ENFORCE(var.kind == kind && var.dtype == dtype, InvalidArgument,
                 "output ", slot, " of operator ", op_type(), " gives ",
                 kind == proto::DENSE_TENSOR   ? "a tensor"
                 : kind == proto::TENSOR_ARRAY ? "a tensor array"
                                               : "selected rows",
                 " of ", DataTypeName(dtype), ", which variable ", var.name,
                 " is not described as");
  dims.Numel();  // throws if the product overflows
  SlotShape& shape = shapes_[instruction_.slots[argument]];
  shape.dims = dims;
  shape.dtype = dtype;
}

void RuntimeShapes::ShareLoD(absl::string_view input, absl::string_view output,
                             int i, int j) {
  int from = Find(arguments_.InputRange(input), i);
  int to = Find(arguments_.OutputRange(output), j);
  if (from < 0 || to < 0) return;
  shapes_[instruction_.slots[to]].lod = shapes_[instruction_.slots[from]].lod;
}

const SymbolTable& RuntimeShapes::OwnedBlock(absl::string_view attribute,
                                             int i) const {
  return arguments_.block(attribute, i)->table();
}

int RuntimeShapes::LoDLevels(absl::string_view slot, int i) const {
  const LoDPtr& lod = InputShape(slot, i).lod;
  return lod == nullptr ? 0 : lod->levels();
}

absl::Span<const int64_t> RuntimeShapes::Offsets(absl::string_view slot,
                                                 int level, int i) const {
  PADDLE_ENFORCE(0 <= level && level < LoDLevels(slot, i), OutOfRange, "input ",
                 slot, " of operator ", op_type(), " has ", LoDLevels(slot, i),
                 " levels of sequences; level ", level, " is asked for");
  return InputShape(slot, i).lod->offsets(level);
}

void RuntimeShapes::SetLoD(absl::string_view slot,
                           std::vector<std::vector<int64_t>> offsets, int i) {
  const int argument = Find(arguments_.OutputRange(slot), i);
  if (argument < 0) return;
  shapes_[instruction_.slots[argument]].lod =
      LoD::FromOffsets(std::move(offsets));
}

}  // namespace paddle::framework
