// Infers shapes while a program is written.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::framework {

// The view that a shape function has of an operator whose variables are
// described in a block. A variable that already has a shape keeps it: throws
// InvalidArgument, with both shapes, if an output would get a different one.
// Not thread safe.
class CompileTimeContext : public InferShapeContext {
 public:
  // Both arguments must outlive the context.
  CompileTimeContext(const proto::OpDesc& op, SymbolTable* table);

  const std::string& op_type() const override { return op_.type(); }
  int InputCount(absl::string_view slot) const override;
  int OutputCount(absl::string_view slot) const override;
  bool HasInput(absl::string_view slot, int i = 0) const override;
  bool HasOutput(absl::string_view slot, int i = 0) const override;
  // Throws FailedPrecondition for a variable without a shape.
  Dims InputDims(absl::string_view slot, int i = 0) const override;
  DataType InputType(absl::string_view slot, int i = 0) const override;
  bool InputIsSelectedRows(absl::string_view slot, int i = 0) const override;
  bool InputIsTensorArray(absl::string_view slot, int i = 0) const override;
  void SetOutput(absl::string_view slot, const Dims& dims, DataType dtype,
                 int i = 0) override;
  void SetSelectedRows(absl::string_view slot, const Dims& dims, DataType dtype,
                       int i = 0) override;
  void SetTensorArray(absl::string_view slot, const Dims& dims, DataType dtype,
                      int i = 0) override;
  void SetStepScopes(absl::string_view slot) override {
    SetShapeless(slot, proto::STEP_SCOPES);
  }
  void SetRaw(absl::string_view slot) override {
    SetShapeless(slot, proto::RAW);
  }
  void ShareLoD(absl::string_view input, absl::string_view output, int i = 0,
                int j = 0) override;
  int LoDLevels(absl::string_view slot, int i = 0) const override;
  // Internal errors: there are no offsets before the program runs.
  absl::Span<const int64_t> Offsets(absl::string_view slot, int level,
                                    int i = 0) const override;
  void SetLoDLevels(absl::string_view slot, int levels, int i = 0) override;
  void SetLoD(absl::string_view slot, std::vector<std::vector<int64_t>> offsets,
              int i = 0) override;
  const Attribute& attribute(absl::string_view name) const override;
  const SymbolTable& OwnedBlock(absl::string_view attribute,
                                int i = 0) const override;
  SizeAlgebra& sizes() override { return table_->sizes(); }
  bool is_running() const override { return false; }

 private:
  const proto::VarDesc& InputVar(absl::string_view slot, int i) const;
  const proto::VarDesc& ShapedInput(absl::string_view slot, int i) const;
  // Returns null if the output is absent.
  proto::VarDesc* OutputVar(absl::string_view slot, int i) const;
  // Throws InvalidArgument if the variable has another kind. A variable that
  // nothing has written or declared yet takes any kind.
  void CheckKind(absl::string_view slot, proto::VarKind kind,
                 const proto::VarDesc& var) const;
  void SetShapeless(absl::string_view slot, proto::VarKind kind);
  void SetKind(absl::string_view slot, proto::VarKind kind, const Dims& dims,
               DataType dtype, int i);
  void SetShape(absl::string_view slot, const Dims& dims, DataType dtype,
                proto::VarDesc* var) const;

  const proto::OpDesc& op_;
  SymbolTable* table_;
  std::vector<std::pair<std::string, Attribute>> attrs_;
};

}  // namespace paddle::framework
