// Mutated feeds of networks of few operators, which a sanitizer compiles soon:
// whatever is fed, the process goes on, and the only exception is
// platform::Error. program_fuzz_test feeds networks of all operators.

#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/tools/fuzz/fuzz_loop.h"
#include "paddle/tools/fuzz/mutate_feed.h"
#include "paddle/tools/fuzz/outcomes.h"

namespace paddle::fuzz {
namespace {

using framework::DataType;
using layer::Variable;
using platform::ErrorCode;

Variable Perceptron() {
  Variable x = layer::data("x", {-1, 5});
  Variable y = layer::data("y", {-1, 1});
  return layer::mean(layer::relu(layer::fc(x, 3)) + y);
}

Variable Classifier() {
  Variable x = layer::data("x", {-1, 4});
  Variable label = layer::data("label", {-1, 1}, DataType::kInt64);
  return layer::mean(layer::softmax_with_cross_entropy(layer::fc(x, 3), label));
}

Variable Words() {
  Variable words = layer::data("words", {-1, 1}, DataType::kInt64, 1);
  Variable dense = layer::data("dense", {-1, 2});
  Variable pooled = layer::sequence_pool(layer::embedding(words, 7, 4), "max");
  return layer::reduce_sum(layer::concat({pooled, dense}, 1), {0});
}

// A network, its parameters, and feeds that fit.
struct Network {
  explicit Network(Variable (*build)()) {
    layer::ProgramGuard guard(program, layer::NewProgram());
    fetches = {build().name()};
    for (const auto& var : program->global_block().desc().vars()) {
      if (var.is_feed()) {
        feeds.emplace_back(var.name(), SmallValue(var));
      } else if (var.persistable()) {
        *scope->Var(var.name())->GetMutable<framework::LoDTensor>() =
            SmallValue(var);
      }
    }
  }
  void Run(const framework::Feeds& values) {
    executor.Eval(program, values, fetches, scope.get());
  }

  std::shared_ptr<framework::Program> program = layer::NewProgram();
  std::shared_ptr<framework::Scope> scope = framework::Scope::Create();
  framework::Executor executor;
  framework::Feeds feeds;
  std::vector<std::string> fetches;
};

TEST(FeedFuzzTest, AnythingMayBeFed) {
  std::vector<std::unique_ptr<Network>> networks;
  for (auto* build : {&Perceptron, &Classifier, &Words}) {
    networks.push_back(std::make_unique<Network>(build));
    networks.back()->Run(networks.back()->feeds);
  }
  Outcomes outcomes;
  FuzzLoop("feed", [&](uint64_t i) {
    std::mt19937_64 random(i);
    Network& network = *networks[i % networks.size()];
    outcomes.Count([&] { network.Run(MutateFeeds(network.feeds, &random)); });
  });
  outcomes.Check(ErrorCode::kInvalidArgument);
  for (const auto& network : networks) network->Run(network->feeds);
}

}  // namespace
}  // namespace paddle::fuzz
