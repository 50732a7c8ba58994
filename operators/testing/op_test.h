// The test harness of operators. A test is data:
//
//   TEST(Activation, Relu) {
//     OpCase("relu")
//         .Input("X", Random({3, 5}).AwayFrom(0))
//         .Reference([](OpValues& v) {
//           v.Out("Out") = v.In("X").Map([](double x) {
//             return std::max(x, 0.0);
//           });
//         })
//         .Gradient({"X"})
//         .ScaleRows({"X"})
//         .Check();
//   }
//
// Check runs the operator through program and executor, and looks at: the
// reference in float64; every registered data type against float64; the
// gradients against central differences; guards around all buffers, unchanged
// inputs, fully written outputs, reused memory, inputs of which only the shape
// is read; the number of threads; 0, 1 and
// 7 rows and the shape function on symbols; extreme attributes; GPU against CPU
// (see op_checks.h).
#pragma once

#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/testing/array.h"
#include "paddle/operators/testing/data.h"
#include "paddle/operators/testing/op_spec.h"
#include "paddle/platform/place.h"

namespace paddle::operators::testing {

// Returns the failures of a case.
using CaseChecks = std::vector<std::string> (*)(const OpSpec& spec);
// Replaces Check and Failures from now on, for programs that check something
// else of the cases of many folders; errors are no longer expected.
void SetCaseChecks(CaseChecks checks);

class OpCase {
 public:
  // `name` tells cases of one operator apart in messages.
  explicit OpCase(std::string type, const std::string& name = "");

  // Sets an input of one variable or a list. Other inputs are omitted.
  OpCase& Input(std::string slot, Data data);
  OpCase& Input(std::string slot, std::vector<Data> list);
  // Sets the number of variables of an output slot, 0 to omit an optional one.
  // By default every output has 1, but 0 if it updates a missing input. An
  // output that updates an input is the input's variable.
  OpCase& Output(std::string slot, int count);

  // Sets an attribute to any C++ integer, floating-point number, bool, string
  // or vector of these.
  template <typename T>
  OpCase& Attr(std::string name, T value) {
    if constexpr (std::is_same_v<T, bool>) {
      return SetAttr(std::move(name), value);
    } else if constexpr (std::is_integral_v<T>) {
      return SetAttr(std::move(name), static_cast<int64_t>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
      return SetAttr(std::move(name), static_cast<double>(value));
    } else if constexpr (std::is_convertible_v<T, std::string>) {
      return SetAttr(std::move(name), std::string(std::move(value)));
    } else {
      return SetAttr(std::move(name), std::move(value));
    }
  }
  OpCase& Attr(std::string name, std::initializer_list<int64_t> values) {
    return SetAttr(std::move(name), std::vector<int64_t>(values));
  }

  // Return this case with another input or attribute: error cases differ in
  // little.
  OpCase With(std::string slot, Data data) const {
    return OpCase(*this).Input(std::move(slot), std::move(data));
  }
  OpCase With(std::string slot, std::vector<Data> list) const {
    return OpCase(*this).Input(std::move(slot), std::move(list));
  }
  template <typename T>
  OpCase WithAttr(std::string name, T value) const {
    return OpCase(*this).Attr(std::move(name), std::move(value));
  }
  OpCase WithAttr(std::string name,
                  std::initializer_list<int64_t> values) const {
    return OpCase(*this).Attr(std::move(name), values);
  }

  // Sets the function that computes the expected results, in double.
  OpCase& Reference(testing::Reference reference);
  // Makes these the expected values of an output, beside those of earlier
  // calls.
  OpCase& Expect(const std::string& slot, const framework::Dims& dims,
                 std::vector<double> values);
  // Says why there is no reference (random numbers, say).
  OpCase& WithoutReference(std::string reason);
  // Sets the inputs whose gradients are checked.
  OpCase& Gradient(std::vector<std::string> slots);
  // Declares that axis 0 of these inputs is the number of rows: 0, 1, 7 and
  // many rows are tested as well.
  OpCase& ScaleRows(std::vector<std::string> slots);
  // Also tests the bounds, choices or both truth values of these attributes, as
  // the schema declares them.
  OpCase& SweepAttrs(std::vector<std::string> names);
  // Tests only these types instead of all that have kernels.
  OpCase& DataTypes(std::vector<framework::DataType> dtypes);
  // Sets the tolerance of float32 against float64, relative to max(1, |x|). The
  // default is 1e-5.
  OpCase& Tolerance(double tolerance);
  // Sets the tolerance of gradients against central differences. The default is
  // 1e-6.
  OpCase& GradientTolerance(double tolerance);

  // Runs all checks; fails the test once for each problem.
  void Check() const;
  // Returns the problems as text instead.
  std::vector<std::string> Failures() const;
  // Expects that building or running the operator (and its gradient, if
  // Gradient is given) throws an Error whose text matches `regex`.
  void ExpectError(const std::string& regex) const;
  // Expects an error on a GPU, whose kernels report errors in data in their own
  // words. Does nothing without a GPU.
  void ExpectErrorOnGPU(const std::string& regex) const;

 private:
  OpCase& SetAttr(std::string name, framework::Attribute value);
  // Returns "" if nothing was thrown.
  std::string ErrorText(platform::Place place) const;
  void ExpectErrorAt(platform::Place place, const std::string& regex) const;

  OpSpec spec_;
};

}  // namespace paddle::operators::testing
