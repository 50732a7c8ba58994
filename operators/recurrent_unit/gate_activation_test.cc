#include "paddle/operators/recurrent_unit/gate_activation.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators::kernels {
namespace {

const std::string kNames[] = {"identity", "sigmoid", "tanh", "relu"};

double Expected(const std::string& name, double x) {
  if (name == "identity") return x;
  if (name == "sigmoid") return 1 / (1 + std::exp(-x));
  if (name == "tanh") return std::tanh(x);
  return std::max(x, 0.0);
}

TEST(GateActivation, ComputesValuesAndDerivatives) {
  for (const std::string& name : kNames) {
    SCOPED_TRACE(name);
    const GateActivation f = ParseGateActivation(name);
    std::vector<double> x, y, d;
    for (int i = 0; i < 77; ++i) x.push_back((i - 38.5) / 10);
    y = x;
    ActivateRun<double>(f, x.size(), y.data(), y.data());
    d.assign(x.size(), 3);
    ActivateRunGrad<double>(f, x.size(), y.data(), d.data());
    for (size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(y[i], Expected(name, x[i]), 1e-12);
      const double h = 1e-6;
      EXPECT_NEAR(
          d[i],
          3 * (Expected(name, x[i] + h) - Expected(name, x[i] - h)) / (2 * h),
          1e-8);
    }
  }
}

TEST(GateActivation, CopiesWhatItDoesNotChange) {
  const std::vector<float> x = {1, 2, 3};
  std::vector<float> y(3);
  ActivateRun<float>(GateActivation::kIdentity, 3, x.data(), y.data());
  EXPECT_EQ(x, y);
}

TEST(GateActivation, NamesThoseThereAre) {
  EXPECT_ERROR(ParseGateActivation("softmax"), InvalidArgument,
               "identity, sigmoid, tanh, relu");
}

}  // namespace
}  // namespace paddle::operators::kernels
