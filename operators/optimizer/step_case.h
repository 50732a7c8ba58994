// Cases of operators that are a step of an optimizer.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {

// How a gradient is given: dense, or as rows of which some are missing, some
// appear twice, and which are not in order.
struct GradForm {
  const char* name;
  bool sparse;
  bool lazy;
};
inline constexpr GradForm kForms[] = {{"dense", false, false},
                                      {"of rows", true, false},
                                      {"of rows, lazily", true, true}};
inline const std::vector<int64_t> kRows = {5, 0, 2, 5, 5, 0};
inline constexpr int64_t kHeight = 7;
inline constexpr int64_t kWidth = 70;  // more than a block of a vector loop

// Param, LearningRate (0.25) and Grad.
OpCase StepCase(const std::string& type, const GradForm& form,
                const std::string& name = "");

// What the operator keeps, and the bounds of its random numbers.
struct State {
  std::string slot;
  double low = -1;
  double high = 1;
};

// The new parameter of one element; changes its states.
using ElementRule = std::function<double(OpValues& v, double param, double grad,
                                         std::vector<double>& states)>;

// A step case with states, whose reference follows `rule` at each element that
// the form of the gradient touches.
OpCase RuleCase(const std::string& type, const GradForm& form,
                std::initializer_list<State> states, const ElementRule& rule,
                const std::string& name = "");

}  // namespace paddle::operators::testing
