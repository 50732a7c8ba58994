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

// Gives the failures of a case.
using CaseChecks = std::vector<std::string> (*)(const OpSpec& spec);
// For programs that check something else of the cases of many folders: what
// Check and Failures do from now on instead; errors are not expected any more.
void SetCaseChecks(CaseChecks checks);

class OpCase {
 public:
  // `name` tells cases of one operator apart in messages.
  explicit OpCase(std::string type, const std::string& name = "");

  // An input, of one variable or a list. What is not given is left out.
  OpCase& Input(std::string slot, Data data);
  OpCase& Input(std::string slot, std::vector<Data> list);
  // How many variables an output slot gets, 0 to leave an optional one out.
  // Default: every output 1, but none for the update of a missing input. An
  // output that updates an input is the input's variable.
  OpCase& Output(std::string slot, int count);

  // Any C++ integer, floating number, bool, string or vector of these.
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

  // What the operator should compute, in double.
  OpCase& Reference(testing::Reference reference);
  // There is none, because ... (random numbers, say).
  OpCase& WithoutReference(std::string reason);
  // Inputs whose gradients are checked.
  OpCase& Gradient(std::vector<std::string> slots);
  // Axis 0 of these inputs is the number of rows: 0, 1, 7 and many rows are
  // tested as well.
  OpCase& ScaleRows(std::vector<std::string> slots);
  // The bounds, choices, or both truth values of these attributes are tested
  // as well; they are taken from the operator's schema.
  OpCase& SweepAttrs(std::vector<std::string> names);
  // Only these types, instead of all that have kernels.
  OpCase& DataTypes(std::vector<framework::DataType> dtypes);
  // Of float32 against float64, relative to max(1, |x|). Default 1e-5.
  OpCase& Tolerance(double tolerance);
  // Of gradients against central differences. Default 1e-6.
  OpCase& GradientTolerance(double tolerance);

  // Runs everything; a test failure for each thing that is wrong.
  void Check() const;
  // The same as text.
  std::vector<std::string> Failures() const;
  // Building or running the operator (with its gradient, if Gradient is given)
  // throws an Error whose text has a match of `regex`.
  void ExpectError(const std::string& regex) const;
  // The same on a GPU, whose kernels report what they find in data in words of
  // their own. Does nothing where there is none.
  void ExpectErrorOnGPU(const std::string& regex) const;

 private:
  OpCase& SetAttr(std::string name, framework::Attribute value);
  // "" if nothing was thrown.
  std::string ErrorText(platform::Place place) const;
  void ExpectErrorAt(platform::Place place, const std::string& regex) const;

  OpSpec spec_;
};

}  // namespace paddle::operators::testing
