// Checks a gradient operator against the shapes of its forward operator.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::framework {

// The context of a forward operator as seen from its gradient operator, which
// has all its inputs and attributes. When the forward shape function runs on
// it, no output is set; instead each output S that the gradient operator reads,
// and each S@GRAD it is given, must have the shape and data type of S. Gradient
// kernels may rely on these, whoever wrote the program.
class ForwardShapes final : public InferShapeContext {
 public:
  // `inputs` are the input slots of the gradient operator. Both arguments must
  // outlive this object.
  ForwardShapes(InferShapeContext* gradient,
                const std::vector<std::string>& inputs)
      : gradient_(*gradient), inputs_(inputs) {}

  const std::string& op_type() const override { return gradient_.op_type(); }
  int InputCount(absl::string_view slot) const override {
    return gradient_.InputCount(slot);
  }
  int OutputCount(absl::string_view slot) const override;
  bool HasInput(absl::string_view slot, int i) const override {
    return gradient_.HasInput(slot, i);
  }
  bool HasOutput(absl::string_view slot, int i) const override;
  Dims InputDims(absl::string_view slot, int i) const override {
    return gradient_.InputDims(slot, i);
  }
  DataType InputType(absl::string_view slot, int i) const override {
    return gradient_.InputType(slot, i);
  }
  bool InputIsSelectedRows(absl::string_view slot, int i) const override {
    return gradient_.InputIsSelectedRows(slot, i);
  }
  bool InputIsTensorArray(absl::string_view slot, int i) const override {
    return gradient_.InputIsTensorArray(slot, i);
  }
  // Throws InvalidArgument, with both shapes, if they cannot be equal.
  void SetOutput(absl::string_view slot, const Dims& dims, DataType dtype,
                 int i) override;
  void SetSelectedRows(absl::string_view slot, const Dims& dims, DataType dtype,
                       int i) override {
    SetOutput(slot, dims, dtype, i);
  }
  void SetTensorArray(absl::string_view slot, const Dims& dims, DataType dtype,
                      int i) override {
    SetOutput(slot, dims, dtype, i);
  }
  void SetStepScopes(absl::string_view) override {}
  void SetRaw(absl::string_view) override {}
  void ShareLoD(absl::string_view, absl::string_view, int, int) override {}
  int LoDLevels(absl::string_view slot, int i) const override {
    return gradient_.LoDLevels(slot, i);
  }
  absl::Span<const int64_t> Offsets(absl::string_view slot, int level,
                                    int i) const override {
    return gradient_.Offsets(slot, level, i);
  }
  void SetLoDLevels(absl::string_view, int, int) override {}
  void SetLoD(absl::string_view, std::vector<std::vector<int64_t>>,
              int) override {}
  const Attribute& attribute(absl::string_view name) const override {
    return gradient_.attribute(name);
  }
  SizeAlgebra& sizes() override { return gradient_.sizes(); }
  bool is_running() const override { return gradient_.is_running(); }

 private:
  int Count(absl::string_view name) const;
  void Check(const std::string& name, absl::string_view slot, const Dims& dims,
             DataType dtype, int i) const;

  InferShapeContext& gradient_;
  const std::vector<std::string>& inputs_;
};

}  // namespace paddle::framework
