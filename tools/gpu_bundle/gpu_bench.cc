// Times work on a GPU, one line each: "name<tab>milliseconds<tab>what that is".
//
//   gpu_bench            the sizes that matter
//   gpu_bench --quick    small ones, to check that everything runs
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/enforce.h"
#include "paddle/tools/gpu_bundle/step_programs.h"

namespace paddle::gpu_bundle {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoDTensor;

const platform::Place kGpu = platform::CUDAPlace(0);

void Wait() { platform::DeviceContextOf(kGpu).Wait(); }

// Returns the milliseconds of one call, the median of 15 rounds of `calls`
// calls.
double MillisecondsOf(int calls, const std::function<void()>& call) {
  using Clock = std::chrono::steady_clock;
  // The first calls compile, allocate and record.
  for (int i = 0; i < 3; ++i) call();
  Wait();
  std::vector<double> rounds(15);
  for (double& round : rounds) {
    const auto start = Clock::now();
    for (int i = 0; i < calls; ++i) call();
    Wait();
    round =
        std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  }
  // A median ignores the rounds in which something else used the machine.
  std::nth_element(rounds.begin(), rounds.begin() + 7, rounds.end());
  return rounds[7] / calls;
}

void Print(const std::string& name, double milliseconds,
           const std::string& what) {
  std::cout << absl::StrCat(name, "\t", milliseconds, "\t", what, "\n")
            << std::flush;
}

// Times one operator over persistable inputs.
class OneOp {
 public:
  void AddInput(const std::string& name, const Dims& dims) {
    Declare(name, dims, true);
    LoDTensor value(dims, DataType::kFloat32);
    std::fill_n(value.mutable_data<float>(), value.numel(), 0.5f);
    *scope_->Var(name)->GetMutable<LoDTensor>() = value;
  }
  void Append(const framework::proto::OpDesc& op) { program_->AppendOp(0, op); }
  // Returns the time of a run that computes `out`, a persistable variable, too.
  double Time(const std::string& out, const Dims& dims, int calls) {
    Declare(out, dims, true);
    framework::Executor executor(kGpu);
    const auto prepared =
        executor.Prepare(program_, {}, {}, framework::RunMode::kRun);
    return MillisecondsOf(calls, [&] { prepared->Run({}, scope_.get()); });
  }

 private:
  void Declare(const std::string& name, const Dims& dims, bool persistable) {
    framework::proto::VarDesc* var = program_->global_block().Var(name);
    var->set_dtype(framework::proto::FLOAT32);
    var->set_persistable(persistable);
    var->clear_dims();
    for (int64_t size : dims) var->add_dims(size);
  }

  std::shared_ptr<framework::Program> program_ =
      std::make_shared<framework::Program>(framework::OpInfoMap::Instance());
  std::shared_ptr<framework::Scope> scope_ = framework::Scope::Create();
};

double GigabytesPerSecond(double bytes, double milliseconds) {
  return bytes / milliseconds / 1e6;
}

// Measures the speed of an elementwise operator relative to a copy.
void TimeElementwise(int64_t size) {
  auto& allocator = memory::AllocatorOf(kGpu);
  const auto bytes = static_cast<size_t>(size) * sizeof(float);
  const auto from = allocator.Allocate(bytes), to = allocator.Allocate(bytes);
  const double copy = MillisecondsOf(10, [&] {
    memory::CopyAsync(kGpu, to->data(), kGpu, from->data(), bytes);
  });
  // A copy reads and writes each byte.
  const double moved = 2.0 * static_cast<double>(bytes);
  Print("copy", copy, absl::StrCat(GigabytesPerSecond(moved, copy), " GB/s"));
  OneOp relu;
  relu.AddInput("x", {size});
  relu.Append(framework::MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"y"}}}));
  const double time = relu.Time("y", {size}, 10);
  Print("relu", time, absl::StrCat(100 * copy / time, " % of a copy"));
}

void TimeProduct(int64_t n) {
  OneOp product;
  product.AddInput("x", {n, n});
  product.AddInput("y", {n, n});
  product.Append(framework::MakeOp("matmul", {{"X", {"x"}}, {"Y", {"y"}}},
                                   {{"Out", {"z"}}}));
  const double time = product.Time("z", {n, n}, 5);
  const double flop = 2.0 * static_cast<double>(n * n * n);
  Print(absl::StrCat("matmul ", n), time,
        absl::StrCat(flop / time / 1e9, " TFLOP/s"));
}

void TimeStep(const StepProgram& step, int calls) {
  framework::Executor executor(kGpu);
  const auto scope = framework::Scope::Create();
  executor.Run(step.startup, {}, {}, scope.get());
  std::vector<std::string> names;
  std::vector<LoDTensor> values;
  for (const auto& [name, value] : step.feeds) {
    names.push_back(name);
    values.push_back(value);
  }
  const auto prepared =
      executor.Prepare(step.main, names, {}, framework::RunMode::kRun);
  const double time =
      MillisecondsOf(calls, [&] { prepared->Run(values, scope.get()); });
  Print(absl::StrCat(step.name, " step"), time, "forward, backward, update");
}

void TimeAll(bool quick) {
  const int calls = quick ? 1 : 20;
  TimeElementwise(quick ? 1 << 16 : int64_t{1} << 26);
  TimeProduct(quick ? 64 : 4096);
  TimeStep(MlpStep(64), calls);
  TimeStep(ConvStep(quick ? 4 : 128), calls);
  TimeStep(LstmStep(quick ? 4 : 64, quick ? 5 : 100, quick ? 8 : 128), calls);
}

}  // namespace
}  // namespace paddle::gpu_bundle

int main(int argc, char** argv) {
  try {
    paddle::gpu_bundle::TimeAll(argc > 1 &&
                                std::strcmp(argv[1], "--quick") == 0);
  } catch (const paddle::platform::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
