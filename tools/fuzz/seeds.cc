#include "paddle/tools/fuzz/seeds.h"

#include <functional>
#include <map>
#include <memory>

#include "paddle/backward/optimizer.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/passes/quantize.h"

namespace paddle::fuzz {

namespace {

using framework::DataType;
using layer::Variable;

// Adds the bytes of the main and the startup program that `build` writes.
void Add(const std::function<void()>& build, std::vector<std::string>* seeds) {
  auto main = layer::NewProgram();
  auto startup = layer::NewProgram();
  layer::ProgramGuard guard(main, startup);
  build();
  seeds->push_back(main->desc().SerializeAsString());
  seeds->push_back(startup->desc().SerializeAsString());
}

void LinearRegression() {
  Variable x = layer::data("x", {-1, 5});
  Variable y = layer::data("y", {-1, 1});
  Variable cost = layer::mean(layer::square_error_cost(layer::fc(x, 1), y));
  backward::SGDOptimizer(0.1).Minimize(cost);
}

void Perceptron() {
  Variable x = layer::data("x", {-1, 6});
  Variable label = layer::data("label", {-1, 1}, DataType::kInt64);
  layer::FcOptions act;
  act.act = "relu";
  Variable hidden = layer::dropout(layer::fc(x, 8, act), 0.5);
  act.act = "softmax";
  Variable prediction = layer::fc(hidden, 4, act);
  layer::accuracy(prediction, label, 2);
  Variable cost = layer::mean(layer::cross_entropy(prediction, label));
  backward::AdamOptimizer(0.01).Minimize(cost);
}

void ConvolutionalNet() {
  Variable image = layer::data("image", {-1, 2, 8, 8});
  Variable label = layer::data("label", {-1, 1}, DataType::kInt64);
  layer::Conv2dOptions conv;
  conv.padding = 1;
  conv.groups = 2;
  conv.act = "relu";
  layer::Pool2dOptions average;
  average.type = "avg";
  average.stride = 2;
  Variable maps = layer::batch_norm(layer::conv2d(image, 4, 3, conv));
  Variable pooled = layer::pool2d(layer::pool2d(maps, 2), 2, average);
  Variable logits = layer::fc(pooled, 3);
  Variable cost = layer::mean(layer::softmax_with_cross_entropy(logits, label));
  backward::MomentumOptimizer(0.01, 0.9, true).Minimize(cost);
}

void Embedding(bool is_sparse) {
  Variable ids = layer::data("ids", {-1, 1}, DataType::kInt64);
  Variable y = layer::data("y", {-1, 4});
  layer::EmbeddingOptions options;
  options.is_sparse = is_sparse;
  Variable rows = layer::embedding(ids, 7, 4, options);
  Variable cost = layer::mean(layer::square(rows - y));
  backward::AdamOptimizer(0.01).Minimize(cost);
}

void ShapesAndArithmetic() {
  Variable x = layer::data("x", {-1, 2, 3});
  Variable w = layer::parameter({3, 2});
  Variable product = layer::matmul(x, w);
  Variable turned = layer::transpose(product, {0, 2, 1});
  Variable flat = layer::reshape(turned, {0, -1});
  Variable both = layer::concat({flat, layer::tanh(flat)}, 1);
  Variable mixed = layer::sigmoid(both) * 2 + layer::exp(both) / 3 -
                   layer::log(layer::clip(both, 0.1, 5));
  Variable sums = layer::reduce_max(mixed, {1}) +
                  layer::reduce_sum(mixed, {1}) +
                  layer::reduce_mean(mixed, {-1});
  layer::cast(sums, DataType::kFloat64);
  backward::SGDOptimizer(0.1).Minimize(layer::mean(layer::sums({sums, sums})));
}

// Covers ragged and nested sequences, a memory, a static input and captures.
void Recurrent(bool reverse) {
  Variable x = layer::data("x", {-1, 3}, DataType::kFloat32, 1);
  Variable start = layer::data("start", {-1, 2});
  layer::RnnOptions options;
  options.reverse = reverse;
  layer::Rnn rnn(options);
  rnn.BeginStep();
  Variable h = rnn.Memory(start);
  Variable own = rnn.StaticInput(start);
  Variable w = layer::parameter({3, 2});
  Variable next = layer::tanh(layer::matmul(rnn.StepInput(x), w) + h * own);
  rnn.UpdateMemory(h, next);
  rnn.Output({next});
  rnn.EndStep();
  backward::SGDOptimizer(0.1).Minimize(layer::mean(rnn()[0]));
}

// Covers dense steps inside a loop that carries a tensor and a counter.
void RecurrentInALoop() {
  Variable x = layer::data("x", {3, 2, 2});
  Variable w = layer::parameter({2, 2});
  Variable i = layer::fill_constant({1}, DataType::kInt64, 0);
  Variable h = layer::matmul(layer::data("h", {2, 2}), w);
  layer::WhileOptions options;
  options.max_iterations = 5;
  layer::WhileLoop loop(layer::less_than(i, 2), options);
  loop.BeginBlock();
  Variable count = loop.Carry(i), now = loop.Carry(h);
  layer::Rnn rnn;
  rnn.BeginStep();
  Variable step = rnn.StepInput(x);
  Variable memory = rnn.Memory(now);
  Variable next = layer::tanh(layer::matmul(step + memory, w));
  rnn.UpdateMemory(memory, next);
  rnn.Output({next});
  rnn.EndStep();
  loop.Update(now, layer::reduce_sum(rnn()[0], {0}));
  loop.Update(count, layer::increment(count));
  loop.Condition(layer::less_than(layer::increment(count), 2));
  loop.EndBlock();
  backward::SGDOptimizer(0.1).Minimize(layer::mean(loop()[1]));
}

// Covers a loop inside each step of nested sequences, and a sparse gradient of
// a capture.
void LoopInSteps() {
  Variable ids = layer::data("ids", {-1, 1}, DataType::kInt64, 2);
  layer::Rnn rnn;
  rnn.BeginStep();
  layer::EmbeddingOptions sparse;
  sparse.is_sparse = true;
  Variable rows = layer::embedding(rnn.StepInput(ids), 7, 2, sparse);
  Variable i = layer::fill_constant({1}, DataType::kInt64, 0);
  layer::WhileOptions options;
  options.max_iterations = 5;
  layer::WhileLoop loop(layer::less_than(i, 2), options);
  loop.BeginBlock();
  Variable now = loop.Carry(rows), count = loop.Carry(i);
  loop.Update(now, layer::tanh(now));
  Variable next = layer::increment(count);
  loop.Update(count, next);
  loop.Condition(layer::less_than(next, 2));
  loop.EndBlock();
  rnn.Output({loop()[0]});
  rnn.EndStep();
  backward::SGDOptimizer(0.1).Minimize(layer::mean(rnn()[0]));
}

// Covers rows that pass through two blocks, and one block of two.
void Branches() {
  Variable x = layer::data("x", {-1, 2});
  Variable mask = layer::data("mask", {-1, 1}, DataType::kBool);
  Variable w = layer::parameter({2, 2});
  layer::IfElse ie;
  ie.BeginTrueBlock();
  ie.Output({layer::tanh(layer::matmul(x, w))});
  ie.EndBlock();
  ie.BeginFalseBlock();
  ie.Output({layer::matmul(x * x, w)});
  ie.EndBlock();
  Variable rows = ie(mask)[0];
  layer::Switch choice;
  choice.BeginCase(layer::less_than(layer::mean(rows), 0.5));
  choice.Output({layer::matmul(rows, w)});
  choice.EndBlock();
  choice.BeginDefault();
  choice.Output({layer::exp(rows)});
  choice.EndBlock();
  backward::SGDOptimizer(0.1).Minimize(layer::mean(choice()[0]));
}

layer::FcOptions FcAct(const std::string& act) {
  layer::FcOptions options;
  options.act = act;
  return options;
}

Variable Convolved(const Variable& x, int64_t filters, const std::string& act) {
  layer::Conv2dOptions options;
  options.padding = 1;
  options.act = act;
  return layer::conv2d(x, filters, 3, options);
}

// Covers what is folded into convolutions and computed with them.
Variable ResidualNet() {
  Variable image = layer::data("image", {-1, 2, 6, 6});
  Variable maps = layer::relu(layer::batch_norm(Convolved(image, 4, "")));
  Variable more = layer::batch_norm(Convolved(maps, 4, "relu"));
  Variable sum = layer::relu(Convolved(more, 4, "") + maps);
  layer::ConvOptions depthwise;
  depthwise.padding = 1;
  Variable thin = layer::depthwise_conv2d(sum, 0, 3, depthwise);
  Variable scaled =
      thin * layer::sigmoid(layer::reduce_mean(thin, {2, 3}, true));
  return layer::fc(layer::pool2d(layer::concat({scaled, sum}, 1), 2), 3,
                   FcAct("softmax"));
}

// Covers products with parameters, their biases, activations and residuals.
Variable Products() {
  Variable x = layer::data("x", {-1, 6});
  Variable hidden = layer::fc(x, 8, FcAct("gelu"));
  Variable sum = layer::relu(layer::fc(hidden, 8) + hidden);
  Variable w = layer::parameter({5, 8});
  Variable turned = layer::matmul(sum, w, false, true);
  return layer::layer_norm(turned) + layer::parameter({5});
}

// Covers steps that multiply by parameters.
Variable Steps() {
  Variable x = layer::data("x", {-1, 3}, DataType::kFloat32, 1);
  Variable w = layer::parameter({3, 2}), u = layer::parameter({2, 2});
  layer::Rnn rnn;
  rnn.BeginStep();
  Variable h = rnn.Memory(layer::data("start", {-1, 2}));
  Variable next = layer::tanh(layer::matmul(rnn.StepInput(x), w) +
                              layer::matmul(h, layer::exp(u)));
  rnn.UpdateMemory(h, next);
  rnn.Output({next});
  rnn.EndStep();
  return rnn()[0];
}

std::shared_ptr<const framework::Program> InferenceOf(
    const std::function<Variable()>& net) {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  net();
  return main->InferenceClone();
}

// Returns the program with its numbers rounded as if each were at most 2.
std::shared_ptr<const framework::Program> Quantized(
    const framework::Program& program) {
  std::map<std::string, framework::QuantizedNumbers> numbers;
  for (const std::string& name : framework::QuantizableVars(program)) {
    numbers[name].scale = 2. / 127;
  }
  return framework::QuantizeProgram(program, numbers);
}

}  // namespace

std::vector<std::string> SeedNets() {
  std::vector<std::string> seeds;
  for (const auto& net : {ResidualNet, Products, Steps}) {
    const auto program = InferenceOf(net);
    seeds.push_back(program->desc().SerializeAsString());
    if (framework::QuantizableVars(*program).empty()) continue;
    seeds.push_back(Quantized(*program)->desc().SerializeAsString());
  }
  return seeds;
}

std::vector<std::string> SeedPrograms() {
  std::vector<std::string> seeds;
  Add(LinearRegression, &seeds);
  Add(Perceptron, &seeds);
  Add(ConvolutionalNet, &seeds);
  Add([] { Embedding(false); }, &seeds);
  Add([] { Embedding(true); }, &seeds);
  Add(ShapesAndArithmetic, &seeds);
  Add([] { Recurrent(false); }, &seeds);
  Add([] { Recurrent(true); }, &seeds);
  Add(RecurrentInALoop, &seeds);
  Add(LoopInSteps, &seeds);
  Add(Branches, &seeds);
  return seeds;
}

}  // namespace paddle::fuzz
