// Fits a line with Paddle as a static archive, and saves what predicts it in
// the folder that is given.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

#include "absl/types/variant.h"

#include "paddle/backward/optimizer.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/operators/register_all_ops.h"

using paddle::framework::DataType;
using paddle::framework::Dims;
using paddle::framework::LoDTensor;

namespace {

namespace layer = paddle::layer;

LoDTensor Column(const std::vector<float>& values) {
  LoDTensor tensor(Dims({static_cast<int64_t>(values.size()), 1}),
                   DataType::kFloat32);
  std::copy(values.begin(), values.end(), tensor.mutable_data<float>());
  return tensor;
}

}  // namespace

int main(int argc, char** argv) {
  std::cout << (paddle::operators::RegisterAllOps() > 300 ? "many" : "few")
            << " operators and kernels\n";
  const auto x = layer::data("x", {-1, 1});
  const auto y = layer::data("y", {-1, 1});
  const auto line = layer::fc(x, 1);
  const auto loss = layer::mean(layer::square_error_cost(line, y));
  paddle::backward::SGDOptimizer(0.1).Minimize(loss);

  paddle::framework::Executor executor;
  const auto scope = paddle::framework::Scope::Create();
  executor.Run(layer::DefaultStartupProgram(), {}, {}, scope.get());
  float first = 0, last = 0;
  for (int step = 0; step < 200; ++step) {
    const auto fetched = executor.Run(
        layer::DefaultMainProgram(),
        {{"x", Column({-1, 0, 1, 2})}, {"y", Column({-1, 1, 3, 5})}},
        {loss.name()}, scope.get());
    last = *absl::get<LoDTensor>(fetched[0]).data<float>();
    if (step == 0) first = last;
  }
  std::cout << "loss " << first << " -> " << last << "\n";
  if (argc > 1) {
    paddle::framework::SaveInferenceModel(argv[1], *layer::DefaultMainProgram(),
                                          {"x"}, {line.name()}, *scope);
  }
  return last < 1e-3f && last < first ? 0 : 1;
}
