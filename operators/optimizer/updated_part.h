// The optimizer of one parameter, as the shape function of fused_update shows
// it to the shape function of the optimizer: so its checks are made, and its
// errors are given, as if it stood alone.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/operators/optimizer/update_list.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

// Slots of the optimizer are variables of the lists. Refers to what it is made
// from, which must live as long.
class UpdatedPart final : public framework::InferShapeContext {
 public:
  UpdatedPart(framework::InferShapeContext* whole, const UpdateList& list,
              int parameter)
      : whole_(*whole), list_(list), parameter_(parameter) {}

  const std::string& op_type() const override { return list_.desc.type(); }
  int InputCount(absl::string_view slot) const override {
    return HasInput(slot, 0) ? 1 : 0;
  }
  int OutputCount(absl::string_view slot) const override {
    return HasOutput(slot, 0) ? 1 : 0;
  }
  bool HasInput(absl::string_view slot, int) const override {
    const auto [name, i] = InputOf(slot);
    return whole_.HasInput(name, i);
  }
  bool HasOutput(absl::string_view slot, int) const override {
    return whole_.HasOutput("Out", OutputOf(slot));
  }
  framework::Dims InputDims(absl::string_view slot, int) const override {
    const auto [name, i] = InputOf(slot);
    return whole_.InputDims(name, i);
  }
  framework::DataType InputType(absl::string_view slot, int) const override {
    const auto [name, i] = InputOf(slot);
    return whole_.InputType(name, i);
  }
  bool InputIsSelectedRows(absl::string_view, int) const override {
    return false;
  }
  bool InputIsTensorArray(absl::string_view, int) const override {
    return false;
  }
  void SetOutput(absl::string_view slot, const framework::Dims& dims,
                 framework::DataType dtype, int) override {
    whole_.SetOutput("Out", dims, dtype, OutputOf(slot));
  }
  void ShareLoD(absl::string_view input, absl::string_view output, int,
                int) override {
    const auto [name, i] = InputOf(input);
    whole_.ShareLoD(name, "Out", i, OutputOf(output));
  }
  int LoDLevels(absl::string_view slot, int) const override {
    const auto [name, i] = InputOf(slot);
    return whole_.LoDLevels(name, i);
  }
  const framework::Attribute& attribute(absl::string_view name) const override {
    for (const auto& [key, value] : list_.attributes) {
      if (key == name) return value;
    }
    PADDLE_THROW(NotFound, "operator ", op_type(), " has no attribute ", name);
  }
  framework::SizeAlgebra& sizes() override { return whole_.sizes(); }
  bool is_running() const override { return whole_.is_running(); }

  // Optimizers make tensors without sequences of their own.
  void SetSelectedRows(absl::string_view slot, const framework::Dims&,
                       framework::DataType, int) override {
    Refuse(slot);
  }
  void SetTensorArray(absl::string_view slot, const framework::Dims&,
                      framework::DataType, int) override {
    Refuse(slot);
  }
  void SetStepScopes(absl::string_view slot) override { Refuse(slot); }
  void SetRaw(absl::string_view slot) override { Refuse(slot); }
  absl::Span<const int64_t> Offsets(absl::string_view slot, int,
                                    int) const override {
    Refuse(slot);
  }
  void SetLoDLevels(absl::string_view slot, int, int) override { Refuse(slot); }
  void SetLoD(absl::string_view slot, std::vector<std::vector<int64_t>>,
              int) override {
    Refuse(slot);
  }

 private:
  std::pair<absl::string_view, int> InputOf(absl::string_view slot) const {
    if (slot == "LearningRate") return {"LearningRate", 0};
    if (slot == "Grad") return {"Grad", parameter_};
    return {"X", PlaceOf(slot)};
  }
  int OutputOf(absl::string_view slot) const { return PlaceOf(slot); }
  int PlaceOf(absl::string_view slot) const {
    const int place = list_.PlaceOf(parameter_, slot);
    PADDLE_ENFORCE(place >= 0, Internal, "operator ", op_type(),
                   " updates no slot ", slot);
    return place;
  }
  [[noreturn]] void Refuse(absl::string_view slot) const {
    PADDLE_THROW(Internal, "operator ", op_type(), " makes of slot ", slot,
                 " what fused_update does not have");
  }

  framework::InferShapeContext& whole_;
  const UpdateList& list_;
  const int parameter_;
};

}  // namespace paddle::operators
