#include "paddle/framework/c_api/testing/models.h"

#include <cmath>

#include "paddle/backward/optimizer.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::c_api::testing {

using framework::Dims;
using framework::LoDTensor;

TrainingProgram MakeTrainingProgram() {
  const auto main = layer::NewProgram();
  const auto startup = layer::NewProgram();
  main->set_random_seed(5);
  startup->set_random_seed(7);
  const layer::ProgramGuard guard(main, startup);
  const auto x = layer::data("x", {-1, 4});
  const auto y = layer::data("y", {-1, 1});
  const auto hidden = layer::dropout(layer::relu(layer::fc(x, 16)), 0.1);
  const auto prediction = layer::fc(hidden, 1);
  const auto loss = layer::mean(layer::square_error_cost(prediction, y));
  backward::AdamOptimizer(0.02).Minimize(loss);
  main->mutable_desc()->add_fetches(loss.name());
  main->Changed();
  return {main, startup, loss.name(), prediction.name()};
}

void SaveTraining(const TrainingProgram& program, const std::string& folder) {
  const auto scope = framework::Scope::Create();
  framework::Executor executor;
  executor.Run(program.startup, {}, {}, scope.get());
  framework::SaveModel(folder, *program.main, *scope);
}

void SaveSums(const std::string& folder) {
  const auto main = layer::NewProgram();
  const layer::ProgramGuard guard(main);
  const auto x = layer::data("x", {-1, 2}, layer::DataType::kFloat32, 1);
  const auto sums = layer::sequence_pool(x, "sum");
  framework::SaveInferenceModel(folder, *main, {"x"}, {sums.name()},
                                *framework::Scope::Create());
}

LoDTensor Numbers(const Dims& dims, int seed) {
  LoDTensor tensor(dims, framework::DataType::kFloat32);
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    tensor.mutable_data<float>()[i] =
        static_cast<float>(std::sin(1.7 * static_cast<double>(i + 31 * seed)));
  }
  return tensor;
}

}  // namespace paddle::c_api::testing
