// Fits y = 2 x + 1 to points a tenth of which are far off, with the operator of
// this folder as the loss.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

#include "absl/types/variant.h"

#include "paddle/backward/optimizer.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/operators.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"

namespace {

namespace layer = paddle::layer;
using paddle::framework::DataType;
using paddle::framework::Dims;
using paddle::framework::LoDTensor;

LoDTensor Column(const std::vector<float>& values) {
  LoDTensor tensor(Dims({static_cast<int64_t>(values.size()), 1}),
                   DataType::kFloat32);
  std::copy(values.begin(), values.end(), tensor.mutable_data<float>());
  return tensor;
}

float ValueOf(const paddle::framework::Fetched& fetched) {
  return *absl::get<LoDTensor>(fetched).data<float>();
}

}  // namespace

int main() {
  std::vector<float> xs, ys;
  for (int i = 0; i < 100; ++i) {
    const float x = static_cast<float>(i % 20 - 10) / 10;
    xs.push_back(x);
    ys.push_back(2 * x + 1 + (i % 10 == 3 ? 30.0f : 0.0f));
  }

  const auto x = layer::data("x", {-1, 1});
  const auto y = layer::data("y", {-1, 1});
  const auto off = layer::fc(x, 1) - y;
  const auto loss =
      layer::mean(layer::Op("log_cosh", {{"X", off}}, {{"scale", 0.1}}));
  paddle::backward::SGDOptimizer(1.0).Minimize(loss);

  paddle::framework::Executor executor;
  const auto scope = paddle::framework::Scope::Create();
  executor.Run(layer::DefaultStartupProgram(), {}, {}, scope.get());
  float first = 0, last = 0;
  for (int step = 0; step < 1000; ++step) {
    const auto fetched = executor.Run(layer::DefaultMainProgram(),
                                      {{"x", Column(xs)}, {"y", Column(ys)}},
                                      {loss.name()}, scope.get());
    last = ValueOf(fetched[0]);
    if (step == 0) first = last;
  }
  const auto parameter = [&](const char* name) {
    return *scope->FindVar(name)->Get<LoDTensor>().data<float>();
  };
  std::cout << "loss " << first << " -> " << last << "\n"
            << "y = " << parameter("fc_0.w_0") << " x + "
            << parameter("fc_0.b_0") << "\n";
  return last < first ? 0 : 1;
}
