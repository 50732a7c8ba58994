// Training steps after the passes for GPUs: the bits of those as written.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/variant.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/evaluator.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/place.h"
#include "paddle/platform/testing/gpu.h"
#include "paddle/tools/gpu_bundle/step_programs.h"

namespace paddle::gpu_bundle {
namespace {

using framework::LoDTensor;
using framework::NameList;

NameList ParametersOf(const framework::Program& program) {
  NameList names;
  for (const auto& var : program.global_block().desc().vars()) {
    if (var.persistable()) names.push_back(var.name());
  }
  return names;
}

void Append(const framework::Tensor& tensor, std::vector<float>* all) {
  ASSERT_EQ(tensor.dtype(), framework::DataType::kFloat32);
  const float* data = tensor.data<float>();
  all->insert(all->end(), data, data + tensor.numel());
}

// Returns the losses of three steps, and all that they change.
std::vector<float> Trained(const StepProgram& step,
                           framework::ExecutorOptions options) {
  framework::Executor executor(platform::CUDAPlace(0), std::move(options));
  const auto scope = framework::Scope::Create();
  executor.Run(step.startup, {}, {}, scope.get());
  std::vector<float> all;
  for (int i = 0; i < 3; ++i) {
    const auto fetched =
        executor.Run(step.main, step.feeds, {step.loss}, scope.get());
    Append(absl::get<LoDTensor>(fetched[0]), &all);
  }
  for (const std::string& name : ParametersOf(*step.main)) {
    Append(Copy(scope->FindVar(name)->Get<LoDTensor>(), platform::CPUPlace()),
           &all);
  }
  return all;
}

framework::ProgramFunction Passes() {
  return framework::Optimizer(framework::kExact,
                              framework::EvaluatorOn(platform::CPUPlace()),
                              platform::PlaceKind::kCUDA);
}

// Returns the operators of a step after the passes.
NameList TypesAfterPasses(const StepProgram& step) {
  const auto program = Passes()(step.main);
  NameList types;
  for (const auto& op : program->global_block().desc().ops()) {
    types.push_back(op.type());
  }
  return types;
}

void ExpectSameBits(const StepProgram& step) {
  framework::ExecutorOptions options;
  options.optimize = Passes();
  EXPECT_EQ(Trained(step, options), Trained(step, {})) << step.name;
}

TEST(StepPasses, KeepAllBits) {
  PADDLE_SKIP_WITHOUT_GPU();
  ExpectSameBits(MlpStep(8));
  ExpectSameBits(ConvStep(2));
  ExpectSameBits(LstmStep(3, 4, 8));
}

TEST(StepPasses, JoinOperators) {
  const auto count = [](const StepProgram& step, const char* type) {
    const NameList types = TypesAfterPasses(step);
    return std::count(types.begin(), types.end(), type);
  };
  EXPECT_EQ(count(LstmStep(3, 4, 8), "fused_update"), 1);
  EXPECT_EQ(count(LstmStep(3, 4, 8), "adam"), 0);
  EXPECT_GE(count(ConvStep(2), "fused_elementwise"), 2);
}

}  // namespace
}  // namespace paddle::gpu_bundle
