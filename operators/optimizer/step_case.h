// Cases for tests of operators that are one step of an optimizer. A test gives
// the rule for one element, in double, and runs it for each form of a gradient:
//
//   for (const GradForm& form : kForms) {
//     RuleCase("decayed_adagrad", form, {{"Moment", 0.01, 1}},
//              [](OpValues& v, double p, double g, std::vector<double>& s) {
//                ...
//              })
//         .Check();
//   }
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {

// The form of a gradient: dense, or rows of which some are missing, some appear
// twice, and which are not in order.
struct GradForm {
  const char* name;
  bool sparse;
  bool lazy;
};
// All forms, for tests to loop over.
inline constexpr GradForm kForms[] = {{"dense", false, false},
                                      {"of rows", true, false},
                                      {"of rows, lazily", true, true}};
// Rows 0 and 5 more than once, out of order; rows 1, 3, 4 and 6 missing.
inline const std::vector<int64_t> kRows = {5, 0, 2, 5, 5, 0};
inline constexpr int64_t kHeight = 7;
inline constexpr int64_t kWidth = 70;  // more than a block of a vector loop

// Returns a case with Param, LearningRate (0.25) and Grad.
OpCase StepCase(const std::string& type, const GradForm& form,
                const std::string& name = "");

// A state of the operator, and the bounds of its random numbers.
struct State {
  std::string slot;
  double low = -1;
  double high = 1;
};

// Returns the new parameter of one element, and changes its states.
using ElementRule = std::function<double(OpValues& v, double param, double grad,
                                         std::vector<double>& states)>;

// Returns a case with states, whose reference applies `rule` to each element
// that the form of the gradient touches.
OpCase RuleCase(const std::string& type, const GradForm& form,
                std::initializer_list<State> states, const ElementRule& rule,
                const std::string& name = "");

}  // namespace paddle::operators::testing
