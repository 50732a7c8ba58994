// Times work on a GPU, one line each: "name<tab>milliseconds<tab>what that is".
//
//   gpu_bench [--gpu NAME]    the sizes that matter
//   gpu_bench --quick         small ones, to check that everything runs
//
// NAME is what nvidia-smi calls the GPU: products are also printed in percent
// of its peak, if that is known. Programs are timed as they are written and, as
// "..., joined", after the passes.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/executor/evaluator.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
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

framework::ExecutorOptions OptionsOf(bool joined) {
  framework::ExecutorOptions options;
  if (joined) {
    options.optimize = framework::Optimizer(
        framework::kExact, framework::EvaluatorOn(platform::CPUPlace()),
        kGpu.kind());
  }
  return options;
}

// Times operators over persistable inputs of one data type.
class SomeOps {
 public:
  explicit SomeOps(DataType dtype = DataType::kFloat32) : dtype_(dtype) {}

  void AddInput(const std::string& name, const Dims& dims) {
    Declare(name, dims);
    LoDTensor value(dims, dtype_);
    framework::VisitDataType(dtype_, [&](auto tag) {
      using T = typename decltype(tag)::type;
      std::fill_n(value.mutable_data<T>(), value.numel(), T(0.5f));
    });
    *scope_->Var(name)->GetMutable<LoDTensor>() = value;
  }
  // A variable that the operators write and that is left of a run.
  void AddOutput(const std::string& name, const Dims& dims) {
    Declare(name, dims);
  }
  void Append(const framework::proto::OpDesc& op) { program_->AppendOp(0, op); }
  // Returns the time of a run of all operators.
  double Time(int calls, bool joined = false) const {
    framework::Executor executor(kGpu, OptionsOf(joined));
    const auto prepared =
        executor.Prepare(program_, {}, {}, framework::RunMode::kRun);
    return MillisecondsOf(calls, [&] { prepared->Run({}, scope_.get()); });
  }

 private:
  void Declare(const std::string& name, const Dims& dims) {
    framework::proto::VarDesc* var = program_->global_block().Var(name);
    var->set_dtype(static_cast<framework::proto::DataType>(dtype_));
    var->set_persistable(true);
    var->clear_dims();
    for (int64_t size : dims) var->add_dims(size);
  }

  const DataType dtype_;
  const std::shared_ptr<framework::Program> program_ =
      std::make_shared<framework::Program>(framework::OpInfoMap::Instance());
  const std::shared_ptr<framework::Scope> scope_ = framework::Scope::Create();
};

double GigabytesPerSecond(double bytes, double milliseconds) {
  return bytes / milliseconds / 1e6;
}

// Returns the time of a copy of so many floats.
double TimeCopy(int64_t size) {
  auto& allocator = memory::AllocatorOf(kGpu);
  const auto bytes = static_cast<size_t>(size) * sizeof(float);
  const auto from = allocator.Allocate(bytes), to = allocator.Allocate(bytes);
  const double copy = MillisecondsOf(10, [&] {
    memory::CopyAsync(kGpu, to->data(), kGpu, from->data(), bytes);
  });
  // A copy reads and writes each byte.
  const double moved = 2.0 * static_cast<double>(bytes);
  Print("copy", copy, absl::StrCat(GigabytesPerSecond(moved, copy), " GB/s"));
  return copy;
}

void TimeRelu(int64_t size, double copy) {
  SomeOps relu;
  relu.AddInput("x", {size});
  relu.AddOutput("y", {size});
  relu.Append(framework::MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"y"}}}));
  const double time = relu.Time(10);
  Print("relu", time, absl::StrCat(100 * copy / time, " % of a copy"));
}

// Appends eight operators, which read x four times and b once.
void AppendChain(SomeOps* chain) {
  const auto unary = [&](const char* type, const char* x, const char* out) {
    chain->Append(framework::MakeOp(type, {{"X", {x}}}, {{"Out", {out}}}));
  };
  const auto binary = [&](const char* type, const char* x, const char* y,
                          const char* out) {
    chain->Append(
        framework::MakeOp(type, {{"X", {x}}, {"Y", {y}}}, {{"Out", {out}}}));
  };
  binary("elementwise_add", "x", "b", "t1");
  unary("relu", "t1", "t2");
  binary("elementwise_mul", "t2", "x", "t3");
  unary("sigmoid", "t3", "t4");
  binary("elementwise_sub", "t4", "x", "t5");
  unary("tanh", "t5", "t6");
  unary("square", "t6", "t7");
  binary("elementwise_add", "t7", "x", "y");
}

// Joined, x and y are read and written once: as much as a copy.
void TimeChain(int64_t rows, int64_t columns, double copy) {
  SomeOps chain;
  chain.AddInput("x", {rows, columns});
  chain.AddInput("b", {columns});
  chain.AddOutput("y", {rows, columns});
  AppendChain(&chain);
  for (bool joined : {false, true}) {
    const double time = chain.Time(5, joined);
    Print(joined ? "chain of 8, joined" : "chain of 8", time,
          absl::StrCat(100 * copy / time, " % of a copy"));
  }
}

void AppendAdam(const std::string& i, const Dims& dims, SomeOps* ops) {
  for (const char* name : {"p", "g", "m", "v"}) ops->AddInput(name + i, dims);
  for (const char* name : {"b1", "b2"}) ops->AddInput(name + i, {1});
  ops->Append(framework::MakeOp("adam",
                                {{"Param", {"p" + i}},
                                 {"Grad", {"g" + i}},
                                 {"LearningRate", {"rate"}},
                                 {"Moment1", {"m" + i}},
                                 {"Moment2", {"v" + i}},
                                 {"Beta1Pow", {"b1" + i}},
                                 {"Beta2Pow", {"b2" + i}}},
                                {{"ParamOut", {"p" + i}},
                                 {"Moment1Out", {"m" + i}},
                                 {"Moment2Out", {"v" + i}},
                                 {"Beta1PowOut", {"b1" + i}},
                                 {"Beta2PowOut", {"b2" + i}}}));
}

// As many parameters as a ResNet-50 has.
void TimeOptimizer(int64_t size, int calls) {
  constexpr int kParameters = 161;
  SomeOps adam;
  adam.AddInput("rate", {1});
  for (int i = 0; i < kParameters; ++i) {
    AppendAdam(absl::StrCat(i), {size}, &adam);
  }
  // Four arrays are read and three are written.
  const double bytes = 7. * kParameters * static_cast<double>(size) * 4;
  for (bool joined : {false, true}) {
    const double time = adam.Time(calls, joined);
    Print(absl::StrCat("adam of ", kParameters, joined ? ", joined" : ""), time,
          absl::StrCat(GigabytesPerSecond(bytes, time), " GB/s"));
  }
}

// The TFLOP/s of products without sparsity, by NVIDIA's data sheets: of float32
// (no TF32), and of 16 bits that are added up in float32.
struct Peak {
  const char* gpu;
  double float32;
  double half;
};
constexpr Peak kPeaks[] = {
    {"A100", 19.5, 312},   {"A10", 31.2, 125},    {"H100 PCIe", 51.2, 756},
    {"H100", 66.9, 989.4}, {"H200", 66.9, 989.4}, {"L40S", 91.6, 362},
    {"L4", 30.3, 121},
};

// Returns the first whose name is part of the GPU's; null for others.
const Peak* PeakOf(const std::string& gpu) {
  for (const Peak& peak : kPeaks) {
    if (absl::StrContains(gpu, peak.gpu)) return &peak;
  }
  return nullptr;
}

void TimeProduct(int64_t n, DataType dtype, const std::string& gpu) {
  SomeOps product(dtype);
  product.AddInput("x", {n, n});
  product.AddInput("y", {n, n});
  product.AddOutput("z", {n, n});
  product.Append(framework::MakeOp("matmul", {{"X", {"x"}}, {"Y", {"y"}}},
                                   {{"Out", {"z"}}}));
  const double time = product.Time(5);
  const double speed = 2.0 * static_cast<double>(n * n * n) / time / 1e9;
  std::string what = absl::StrCat(speed, " TFLOP/s");
  const bool is_half = dtype != DataType::kFloat32;
  if (const Peak* peak = PeakOf(gpu)) {
    const double most = is_half ? peak->half : peak->float32;
    absl::StrAppend(&what, ", ", 100 * speed / most, " % of ", most);
  }
  const std::string type =
      is_half ? absl::StrCat(" ", framework::DataTypeName(dtype)) : "";
  Print(absl::StrCat("matmul ", n, type), time, what);
}

void TimeStep(const StepProgram& step, int calls) {
  std::vector<std::string> names;
  std::vector<LoDTensor> values;
  for (const auto& [name, value] : step.feeds) {
    names.push_back(name);
    values.push_back(value);
  }
  for (bool joined : {false, true}) {
    framework::Executor executor(kGpu, OptionsOf(joined));
    const auto scope = framework::Scope::Create();
    executor.Run(step.startup, {}, {}, scope.get());
    const auto prepared =
        executor.Prepare(step.main, names, {}, framework::RunMode::kRun);
    const double time =
        MillisecondsOf(calls, [&] { prepared->Run(values, scope.get()); });
    Print(absl::StrCat(step.name, " step", joined ? ", joined" : ""), time,
          "forward, backward, update");
  }
}

void TimeAll(bool quick, const std::string& gpu) {
  const int calls = quick ? 1 : 20;
  const int64_t size = quick ? 1 << 16 : int64_t{1} << 26;
  const double copy = TimeCopy(size);
  TimeRelu(size, copy);
  TimeChain(size / 1024, 1024, copy);
  TimeOptimizer(quick ? 100 : 1 << 14, calls);
  for (DataType dtype :
       {DataType::kFloat32, DataType::kFloat16, DataType::kBFloat16}) {
    TimeProduct(quick ? 64 : 4096, dtype, gpu);
  }
  TimeStep(MlpStep(64), calls);
  TimeStep(ConvStep(quick ? 4 : 128), calls);
  TimeStep(LstmStep(quick ? 4 : 64, quick ? 5 : 100, quick ? 8 : 128), calls);
}

// Times what the arguments say; false if they are none of those above.
bool Main(const std::vector<std::string>& arguments) {
  const bool quick = arguments == std::vector<std::string>{"--quick"};
  const bool has_gpu = arguments.size() == 2 && arguments[0] == "--gpu";
  if (!quick && !has_gpu && !arguments.empty()) return false;
  TimeAll(quick, has_gpu ? arguments[1] : "");
  return true;
}

}  // namespace
}  // namespace paddle::gpu_bundle

int main(int argc, char** argv) {
  try {
    if (paddle::gpu_bundle::Main({argv + 1, argv + argc})) return 0;
    std::cerr << "usage: gpu_bench [--quick | --gpu NAME]\n";
    return 2;
  } catch (const paddle::platform::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
