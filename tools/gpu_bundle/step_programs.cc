#include "paddle/tools/gpu_bundle/step_programs.h"

#include <functional>
#include <utility>

#include "absl/types/optional.h"

#include "paddle/backward/optimizer.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/loss.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/rnn.h"
#include "paddle/framework/layers/sequences.h"
#include "paddle/framework/tensor/lod.h"

namespace paddle::gpu_bundle {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using layer::Variable;

constexpr int64_t kClasses = 10;
constexpr int64_t kWords = 1000;

LoDTensor Images(const Dims& dims) {
  LoDTensor tensor(dims, DataType::kFloat32);
  float* data = tensor.mutable_data<float>();
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    // Values that spread without a generator of random numbers.
    data[i] = static_cast<float>(i * 7919 % 1000) / 500 - 1;
  }
  return tensor;
}

LoDTensor Numbers(const Dims& dims, int64_t below) {
  LoDTensor tensor(dims, DataType::kInt64);
  int64_t* data = tensor.mutable_data<int64_t>();
  for (int64_t i = 0; i < tensor.numel(); ++i) data[i] = i * 31 % below;
  return tensor;
}

// Writes a classifier: `logits` declares the data and returns the logits.
StepProgram Classifier(const std::string& name, framework::Feeds feeds,
                       int64_t batch, backward::Optimizer&& optimizer,
                       const std::function<Variable()>& logits) {
  auto main = layer::NewProgram();
  auto startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  const auto label = layer::data("label", {-1, 1}, DataType::kInt64);
  const auto loss =
      layer::mean(layer::softmax_with_cross_entropy(logits(), label));
  optimizer.Minimize(loss);
  feeds.emplace_back("label", Numbers({batch, 1}, kClasses));
  return {name, startup, main, std::move(feeds), loss.name()};
}

Variable Dense(const Variable& x, int64_t size, const char* act) {
  layer::FcOptions options;
  options.act = act;
  return layer::fc(x, size, options);
}

Variable Filtered(const Variable& x, int64_t filters) {
  layer::Conv2dOptions options;
  options.act = "relu";
  layer::Pool2dOptions pool;
  pool.stride = 2;
  return layer::pool2d(layer::conv2d(x, filters, 5, options), 2, pool);
}

}  // namespace

StepProgram MlpStep(int64_t batch) {
  return Classifier("mlp", {{"image", Images({batch, 784})}}, batch,
                    backward::SGDOptimizer(0.01), [] {
                      const auto image = layer::data("image", {-1, 784});
                      const auto hidden = Dense(image, 200, "relu");
                      return Dense(Dense(hidden, 200, "relu"), kClasses, "");
                    });
}

StepProgram ConvStep(int64_t batch) {
  return Classifier("conv", {{"image", Images({batch, 1, 28, 28})}}, batch,
                    backward::SGDOptimizer(0.01), [] {
                      const auto image = layer::data("image", {-1, 1, 28, 28});
                      return Dense(Filtered(Filtered(image, 20), 50), kClasses,
                                   "");
                    });
}

StepProgram LstmStep(int64_t sequences, int64_t length, int64_t width) {
  LoDTensor words = Numbers({sequences * length, 1}, kWords);
  words.set_lod(framework::LoD::FromLengths(
      {std::vector<int64_t>(static_cast<size_t>(sequences), length)}));
  return Classifier(
      "lstm", {{"words", words}}, sequences, backward::AdamOptimizer(1e-3),
      [width] {
        const auto ids = layer::data("words", {-1, 1}, DataType::kInt64, 1);
        const auto x = layer::embedding(ids, kWords, width);
        layer::FcOptions without_bias;
        // The LSTM adds a bias of its own.
        without_bias.bias = absl::nullopt;
        layer::DynamicLstmOptions options;
        options.use_peepholes = false;
        const auto states = layer::dynamic_lstm(
            layer::fc(x, 4 * width, without_bias), 4 * width, options);
        return Dense(layer::sequence_pool(states.hidden, "max"), kClasses, "");
      });
}

}  // namespace paddle::gpu_bundle
