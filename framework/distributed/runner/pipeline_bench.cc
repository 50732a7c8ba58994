// Measures how long stages of a pipeline wait for each other. Operators take a
// known time, asleep, so that other work of the machine changes little.
#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

#include "paddle/backward/optimizer.h"
#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/layers/device_guard.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/passes/pipeline.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/math/loops/copy.h"

namespace paddle::operators {
namespace {

void DescribeNap(framework::OpMaker* op) {
  op->AddInput("X", "Any tensor.");
  op->AddOutput("Out", "X.");
  op->AddAttr<double>("milliseconds", "How long it takes.").AtLeast(0);
  op->AddComment("Copies X when some time has passed.");
}

void InferNap(framework::InferShapeContext* context) {
  context->SetOutput("Out", context->InputDims("X"), context->InputType("X"));
}

// A backward pass takes twice as long as a forward one.
std::vector<framework::proto::OpDesc> NapGradient(
    const framework::proto::OpDesc& forward, framework::GradContext* context) {
  const auto time = framework::GetAttr<double>(forward, "milliseconds");
  return {framework::AsGradientOf(
      forward, framework::MakeOp("nap", {{"X", {context->OutputGrad("Out")}}},
                                 {{"Out", {context->InputGrad("X")}}},
                                 {{"milliseconds", 2 * time}}))};
}

class NapKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    std::this_thread::sleep_for(
        std::chrono::duration<double, std::milli>(milliseconds_.value()));
    kernels::CopyElements(context.device(), x_(context), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<double> milliseconds_{this, "milliseconds"};
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(nap, framework::ShapeFunction(InferNap),
                             framework::MakerFunction(DescribeNap));
REGISTER_GRADIENT_MAKER(nap, NapGradient);
REGISTER_OP_FLOPS(nap, framework::NoFlops());
REGISTER_OPERATOR(nap, NapKernel);

}  // namespace paddle::operators

namespace paddle::distributed {
namespace {

constexpr double kForward = 30;  // milliseconds of a stage
constexpr int kRows = 16, kWidth = 8, kRuns = 3;

using Stages = std::vector<framework::StagePrograms>;

Stages Cut(int stages, int parts, const char* schedule) {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard programs(main, startup);
  layer::Variable h = layer::data("x", {-1, kWidth});
  for (int i = 0; i < stages; ++i) {
    const layer::DeviceGuard device("stage:" + std::to_string(i));
    h = layer::Op("nap", {{"X", layer::fc(h, kWidth)}},
                  {{"milliseconds", kForward}});
    if (i + 1 == stages) h = layer::mean(h);
  }
  backward::SGDOptimizer(0.1).Minimize(h);
  framework::PipelineOptions options;
  options.micro_batches = parts;
  options.schedule = schedule;
  return framework::Pipeline(main, startup, options);
}

// Returns the milliseconds of a run on a stage, the first one left out.
double TimeOf(const framework::StagePrograms& programs, Communicator* group) {
  const auto scope = framework::Scope::Create();
  *scope->Var("stages@JOB")->GetMutable<std::shared_ptr<Communicator>>() = {
      group, [](Communicator*) {}};
  framework::LoDTensor x;
  x.Allocate({kRows, kWidth}, framework::DataType::kFloat32);
  std::fill_n(x.mutable_data<float>(), x.numel(), 1.0f);
  framework::Feeds feeds;
  if (programs.main->global_block().FindVar("x") != nullptr) {
    feeds.emplace_back("x", x);
  }
  framework::Executor executor;
  executor.Run(programs.startup, {}, {}, scope.get());
  executor.Run(programs.main, feeds, {}, scope.get());
  group->Barrier();
  const auto start = std::chrono::steady_clock::now();
  for (int run = 0; run < kRuns; ++run) {
    executor.Run(programs.main, feeds, {}, scope.get());
    group->Barrier();
  }
  const std::chrono::duration<double, std::milli> time =
      std::chrono::steady_clock::now() - start;
  return time.count() / kRuns;
}

void Measure(int stages, int parts, const char* schedule) {
  const Stages made = Cut(stages, parts, schedule);
  double total = 0;
  RunRanks(stages, 0, [&](Communicator& group) {
    const double time = TimeOf(made[group.rank()], &group);
    if (group.rank() == 0) total = time;
  });
  const double busy = parts * 3 * kForward;
  const double bubble = (total - busy) / total;
  const double formula = (stages - 1.0) / (parts + stages - 1);
  std::printf(
      "%-5s stages %d micro-batches %2d: %7.1f ms, waiting %.3f, "
      "formula %.3f, ratio %.3f\n",
      schedule, stages, parts, total, bubble, formula, bubble / formula);
}

}  // namespace
}  // namespace paddle::distributed

int main() {
  for (const char* schedule : {"gpipe", "1f1b"}) {
    for (const int stages : {2, 4}) {
      for (const int parts : {2, 4, 8}) {
        paddle::distributed::Measure(stages, parts, schedule);
      }
    }
  }
}
