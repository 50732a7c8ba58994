// A test case of an operator, as data.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/operators/testing/array.h"
#include "paddle/operators/testing/data.h"
#include "paddle/operators/testing/op_run.h"

namespace paddle::operators::testing {

// The values that a reference computes with: inputs (SelectedRows as dense
// tensors) and attributes of the operator, and places for its outputs.
class OpValues {
 public:
  OpValues(const Instance& instance, const framework::proto::OpDesc& desc,
           const Results& made);

  bool HasIn(absl::string_view slot) const { return Count(slot) > 0; }
  int Count(absl::string_view slot) const;
  // Throws NotFound if the case does not give the input.
  const Array& In(absl::string_view slot, int i = 0) const;
  // Returns an output, zeros of the shape that the operator computed. Only the
  // outputs that a reference asks for are compared; assign an Array to have its
  // shape and LoD compared, too.
  Array& Out(absl::string_view slot, int i = 0);
  template <typename T>
  T Attr(absl::string_view name) const {
    return framework::GetAttr<T>(desc_, name);
  }

  // By variable name.
  const Results& expected() const { return expected_; }

 private:
  const framework::proto::OpDesc& desc_;
  const Results& made_;
  std::map<std::string, std::vector<Array>> inputs_;
  Results expected_;
};

using Reference = std::function<void(OpValues& values)>;

// A variant of a case: with other attributes or more rows.
struct Variant {
  std::string label;
  framework::AttributeMap attrs;
  std::optional<int64_t> rows;
};

// The data of a case; OpCase (op_test.h) fills it in and documents each member.
struct OpSpec {
  std::string type;
  std::string name;
  std::vector<std::pair<std::string, std::vector<Data>>> inputs;
  std::vector<std::pair<std::string, int>> outputs;
  framework::AttributeMap attrs;
  Reference reference;
  std::string no_reference;
  std::vector<std::string> gradient;
  std::vector<std::string> scaled_rows;
  std::vector<std::string> swept_attrs;
  std::vector<framework::DataType> dtypes;
  double tolerance = 1e-5;
  double gradient_tolerance = 1e-6;

  // Returns the data types to test: `dtypes`, or those of the CPU kernels.
  std::vector<framework::DataType> DataTypes() const;
  // Returns float64, or the first data type if that is not tested.
  framework::DataType WideType() const;
  // Returns how far results of a type may differ from those of float64.
  double ToleranceOf(framework::DataType dtype) const;
  // Returns the case itself, boundary numbers of rows, and extreme attributes.
  std::vector<Variant> Variants() const;
  Instance Make(framework::DataType dtype, const Variant& variant) const;
  // Returns the same numbers in another type.
  Instance Retyped(Instance instance, framework::DataType dtype) const;

 private:
  void SetDataTypeAttr(framework::DataType dtype, Instance* instance) const;
  std::vector<std::pair<std::string, int>> OutputCounts() const;
  void AddAttrVariants(const std::string& attr,
                       std::vector<Variant>* variants) const;
};

}  // namespace paddle::operators::testing
