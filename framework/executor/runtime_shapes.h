// Runs shape functions on the numbers of a run.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/tensor/lod.h"

namespace paddle::framework {

// The properties of a variable that a run knows before it has a value.
struct SlotShape {
  Dims dims;  // of SelectedRows: the dense dims
  DataType dtype = DataType::kFloat32;
  LoDPtr lod;
};

// The InferShapeContext of one instruction over the shapes of all slots.
class RuntimeShapes final : public InferShapeContext {
 public:
  RuntimeShapes(const CompiledBlock::Instruction& instruction,
                std::vector<SlotShape>* shapes)
      : instruction_(instruction),
        arguments_(*instruction.arguments),
        shapes_(*shapes) {}

  // Runs the shape function of the instruction. Removes the LoD of an output
  // whose rows it does not cover.
  void Infer();

  const std::string& op_type() const override {
    return arguments_.desc().type();
  }
  int InputCount(absl::string_view slot) const override {
    return arguments_.InputRange(slot).count;
  }
  int OutputCount(absl::string_view slot) const override {
    return arguments_.OutputRange(slot).count;
  }
  bool HasInput(absl::string_view slot, int i) const override;
  bool HasOutput(absl::string_view slot, int i) const override;
  Dims InputDims(absl::string_view slot, int i) const override;
  DataType InputType(absl::string_view slot, int i) const override;
  bool InputIsSelectedRows(absl::string_view slot, int i) const override {
    return InputIs(proto::SELECTED_ROWS, slot, i);
  }
  bool InputIsTensorArray(absl::string_view slot, int i) const override {
    return InputIs(proto::TENSOR_ARRAY, slot, i);
  }
  void SetOutput(absl::string_view slot, const Dims& dims, DataType dtype,
                 int i) override;
  void SetSelectedRows(absl::string_view slot, const Dims& dims, DataType dtype,
                       int i) override;
  void SetTensorArray(absl::string_view slot, const Dims& dims, DataType dtype,
                      int i) override;
  void SetStepScopes(absl::string_view) override {}
  void SetRaw(absl::string_view) override {}
  void ShareLoD(absl::string_view input, absl::string_view output, int i,
                int j) override;
  int LoDLevels(absl::string_view slot, int i) const override;
  absl::Span<const int64_t> Offsets(absl::string_view slot, int level,
                                    int i) const override;
  void SetLoDLevels(absl::string_view, int, int) override {}
  void SetLoD(absl::string_view slot, std::vector<std::vector<int64_t>> offsets,
              int i) override;
  const Attribute& attribute(absl::string_view name) const override {
    return arguments_.attribute(name);
  }
  const SymbolTable& OwnedBlock(absl::string_view attribute,
                                int i) const override;
  SizeAlgebra& sizes() override { return NumericSizes(); }
  bool is_running() const override { return true; }

 private:
  // Throws InvalidArgument unless the program describes the output like that.
  void Set(absl::string_view slot, const Dims& dims, DataType dtype, int i,
           proto::VarKind kind);
  bool InputIs(proto::VarKind kind, absl::string_view slot, int i) const;
  // Returns the number of the argument, -1 if it is absent.
  int Find(SlotRange range, int i) const;
  const SlotShape& InputShape(absl::string_view slot, int i) const;

  const CompiledBlock::Instruction& instruction_;
  const OpArguments& arguments_;
  std::vector<SlotShape>& shapes_;
};

}  // namespace paddle::framework
