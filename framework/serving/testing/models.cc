#include "paddle/framework/serving/testing/models.h"

#include <memory>

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::serving::testing {
namespace {

std::vector<std::string> NamesOf(const std::vector<layer::Variable>& vars) {
  std::vector<std::string> names;
  for (const layer::Variable& var : vars) names.push_back(var.name());
  return names;
}

}  // namespace

void SaveModel(const std::string& folder, const WriteNetwork& write,
               int64_t seed) {
  const auto main = layer::NewProgram();
  const auto startup = layer::NewProgram();
  startup->mutable_desc()->set_random_seed(seed);
  const layer::ProgramGuard guard(main, startup);
  const Network network = write();
  const auto scope = framework::Scope::Create();
  framework::Executor().Run(startup, {}, {}, scope.get());
  framework::SaveInferenceModel(folder, *main, NamesOf(network.feeds),
                                NamesOf(network.fetches), *scope);
}

Network Classifier(int64_t inputs, int64_t hidden, int64_t classes) {
  const auto x = layer::data("x", {-1, inputs});
  layer::FcOptions relu;
  relu.act = "relu";
  const auto scores = layer::fc(layer::fc(x, hidden, relu), classes);
  return {{x}, {layer::softmax(scores)}};
}

Network Recurrent(int64_t width, int64_t size) {
  const auto x =
      layer::data("x", {-1, width}, framework::DataType::kFloat32, 1);
  const auto states = layer::dynamic_lstm(layer::fc(x, 4 * size), 4 * size);
  return {{x}, {layer::sequence_last_step(states.hidden), states.hidden}};
}

Network Centered(int64_t width) {
  const auto x = layer::data("x", {-1, width});
  return {{x}, {layer::add(x, layer::reduce_mean(x, {0}, true))}};
}

Network Embedding(int64_t rows, int64_t width) {
  const auto id = layer::data("id", {-1, 1}, framework::DataType::kInt64);
  return {{id}, {layer::embedding(id, rows, width)}};
}

}  // namespace paddle::serving::testing
