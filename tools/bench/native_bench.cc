// Benchmarks that need no Python: each of ours next to its peer, through whole
// compiled blocks. bench.py runs this binary and makes rows of the medians.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <dnnl.hpp>

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/parallel_for.h"

namespace paddle {
namespace {

using framework::BlockCompiler;
using framework::Dims;
using framework::FramePool;
using framework::LoDTensor;
using framework::MakeOp;
using framework::Program;
using framework::Scope;

// Enough operators for the cost of one to be measurable.
constexpr int kOps = 1000;
// Rows of tensors of 64 MB, which no cache of a core holds.
constexpr int64_t kRows = 16 << 10, kRowSize = 1024;

template <typename T = float>
LoDTensor Filled(const Dims& dims, float value) {
  LoDTensor tensor(dims, framework::DataTypeOf<T>());
  std::fill_n(tensor.mutable_data<T>(), tensor.numel(), T(value));
  return tensor;
}

// A program over persistable variables, its scope and its compiled form.
class Bench {
 public:
  template <typename T = float>
  void AddVar(const std::string& name, const Dims& dims, float value) {
    AddVar<T>(name, Filled<T>(dims, value));
  }
  template <typename T = float>
  void AddVar(const std::string& name, LoDTensor value) {
    framework::proto::VarDesc* var = program_->global_block().Var(name);
    var->set_dtype(
        static_cast<framework::proto::DataType>(framework::DataTypeOf<T>()));
    var->set_persistable(true);
    for (int64_t size : value.dims()) var->add_dims(size);
    *scope_->Var(name)->GetMutable<LoDTensor>() = std::move(value);
  }
  Program* program() { return program_.get(); }
  // Compiles on first use; `last` stays in the scope.
  void Run(const std::string& last) {
    if (frames_ == nullptr) {
      framework::CompileOptions options;
      options.targets = {last};
      frames_ = std::make_unique<FramePool>(
          BlockCompiler(program_, 0, options).Compile());
    }
    framework::RunOnScope(frames_.get(), scope_.get(), {});
  }
  const LoDTensor& Value(const std::string& name) const {
    return scope_->FindVar(name)->Get<LoDTensor>();
  }

 private:
  std::shared_ptr<Program> program_ =
      std::make_shared<Program>(framework::OpInfoMap::Instance());
  std::shared_ptr<Scope> scope_ = Scope::Create();
  std::unique_ptr<FramePool> frames_;
};

// Runs a chain of operators on tensors of one float. The cost of an operator
// beyond its kernel is the time of the chain minus that of the kernels called
// alone.
void BlockOfScales(benchmark::State& state) {
  Bench bench;
  bench.AddVar("x", Dims({1}), 1);
  std::string last = "x";
  for (int i = 0; i < kOps; ++i) {
    const std::string next = "h" + std::to_string(i);
    bench.program()->AppendOp(
        0, MakeOp("scale", {{"X", {last}}}, {{"Out", {next}}},
                  {{"scale", 1.0}, {"bias", 1.0}}));
    last = next;
  }
  for (auto _ : state) bench.Run(last);
  // A benchmark of wrong results would be worthless.
  if (bench.Value(last).data<float>()[0] != kOps + 1) {
    state.SkipWithError("wrong result");
  }
}

// Calls the kernels one after the other with nothing around them.
void KernelsOfScale(benchmark::State& state) {
  Bench bench;
  bench.AddVar("x", Dims({1}), 1);
  bench.program()->AppendOp(0, MakeOp("scale", {{"X", {"x"}}}, {{"Out", {"y"}}},
                                      {{"scale", 1.0}, {"bias", 1.0}}));
  const auto block =
      BlockCompiler(std::make_shared<Program>(bench.program()->schemas(),
                                              bench.program()->desc()),
                    0, {})
          .Compile();
  auto scope = Scope::Create();
  framework::Variable* vars[] = {scope->Var("x"), scope->Var("y")};
  for (framework::Variable* var : vars) {
    *var->GetMutable<LoDTensor>() = Filled(Dims({1}), 1);
  }
  framework::RunState run;
  run.device = &platform::DeviceContextOf(platform::CPUPlace());
  const framework::KernelContext context(vars, &run, {});
  const framework::OperatorBase& op = *block->instructions()[0].op;
  const platform::SerialLibraries serial;  // as around a block
  for (auto _ : state) {
    for (int i = 0; i < kOps; ++i) op.Compute(context);
  }
}

// Products of square matrices whose size is the benchmark's argument.
template <typename T>
void MatmulBlock(benchmark::State& state) {
  const int64_t size = state.range(0);
  Bench bench;
  bench.AddVar<T>("a", Dims({size, size}), 0.5f);
  bench.AddVar<T>("b", Dims({size, size}), 0.25f);
  bench.program()->AppendOp(
      0, MakeOp("matmul", {{"X", {"a"}}, {"Y", {"b"}}}, {{"Out", {"c"}}}));
  for (auto _ : state) bench.Run("c");
  if (bench.Value("c").data<T>()[0] != 0.125f * size) {
    state.SkipWithError("wrong result");
  }
}

// oneDNN's own.
template <typename T>
void MatmulOneDnn(benchmark::State& state) {
  using dnnl::memory;
  const int64_t size = state.range(0);
  const auto type = std::is_same_v<T, float> ? memory::data_type::f32
                                             : memory::data_type::bf16;
  const platform::SerialLibraries serial;  // one thread each
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  const dnnl::stream stream(engine);
  const memory::desc plain({size, size}, type, memory::format_tag::ab);
  const dnnl::matmul product(
      dnnl::matmul::primitive_desc({plain, plain, plain}, engine));
  LoDTensor a = Filled<T>(Dims({size, size}), 0.5f);
  LoDTensor b = Filled<T>(Dims({size, size}), 0.25f);
  LoDTensor c = Filled<T>(Dims({size, size}), 0);
  const auto in = [&](LoDTensor& tensor) {
    return memory(plain, engine, tensor.mutable_data<T>());
  };
  const memory x = in(a), w = in(b), y = in(c);
  for (auto _ : state) {
    product.execute(
        stream, {{DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, w}, {DNNL_ARG_DST, y}});
  }
  if (c.data<T>()[0] != 0.125f * size) state.SkipWithError("wrong result");
}

// An operator that reads and writes large tensors once.
struct Stream {
  framework::proto::OpDesc op;  // of x, and of y where it has two inputs
  std::string out;
  // Returns what `out` is where x is `x` in a row of Slopes, and y is 2.
  double (*expected)(double x);
};

// Rows of which each rises from -1 to nearly 1 in equal steps. Their mean is
// -1 / kRowSize, and their variance 1 / 3 but for parts in a million.
LoDTensor Slopes() {
  LoDTensor x = Filled(Dims({kRows, kRowSize}), 0);
  float* values = x.mutable_data<float>();
  for (int64_t i = 0; i < x.numel(); ++i) {
    values[i] = 2.0f * (i % kRowSize) / kRowSize - 1;
  }
  return x;
}

bool HoldsExpected(const Stream& stream, const Bench& bench) {
  const float* x = bench.Value("x").data<float>();
  const float* out = bench.Value(stream.out).data<float>();
  for (int64_t i = (kRows - 1) * kRowSize; i < kRows * kRowSize; ++i) {
    const double wanted = stream.expected(x[i]);
    if (!(std::abs(out[i] - wanted) <= 1e-5 + 1e-3 * std::abs(wanted))) {
      return false;
    }
  }
  return true;
}

// Runs the operator on as many threads as the benchmark's argument says.
void RunStream(benchmark::State& state, const Stream& stream) {
  platform::SetNumThreads(state.range(0));
  Bench bench;
  bench.AddVar("x", Slopes());
  bench.AddVar("y", Dims({kRows, kRowSize}), 2);
  bench.AddVar("ones", Dims({kRowSize}), 1);
  bench.AddVar("zeros", Dims({kRowSize}), 0);
  bench.program()->AppendOp(0, stream.op);
  for (auto _ : state) bench.Run(stream.out);
  if (!HoldsExpected(stream, bench)) state.SkipWithError("wrong result");
  platform::SetNumThreads(1);
}

void AddBlock(benchmark::State& state) {
  RunStream(state, {MakeOp("elementwise_add", {{"X", {"x"}}, {"Y", {"y"}}},
                           {{"Out", {"out"}}}),
                    "out", [](double x) { return x + 2; }});
}

void ReluBlock(benchmark::State& state) {
  RunStream(state, {MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"out"}}}), "out",
                    [](double x) { return std::max(x, 0.0); }});
}

void SoftmaxBlock(benchmark::State& state) {
  RunStream(state, {MakeOp("softmax", {{"X", {"x"}}}, {{"Out", {"out"}}}),
                    "out", [](double x) {
                      const double sum = (std::exp(1) - std::exp(-1)) /
                                         std::expm1(2.0 / kRowSize);
                      return std::exp(x) / sum;
                    }});
}

void LayerNormBlock(benchmark::State& state) {
  RunStream(
      state,
      {MakeOp("layer_norm",
              {{"X", {"x"}}, {"Scale", {"ones"}}, {"Bias", {"zeros"}}},
              {{"Y", {"out"}}, {"Mean", {"mean"}}, {"Variance", {"variance"}}},
              {{"begin_norm_axis", 1}}),
       "out", [](double x) { return (x + 1.0 / kRowSize) * std::sqrt(3); }});
}

// Copies 64 MB or, with a second argument of 3, as many as an operator of two
// inputs moves: the machine's own way of moving bytes.
void Copy(benchmark::State& state) {
  platform::SetNumThreads(state.range(0));
  const int64_t size = kRows * kRowSize * state.range(1) / 2;
  const LoDTensor from = Filled(Dims({size}), 1);
  LoDTensor to = Filled(Dims({size}), 0);
  const float* x = from.data<float>();
  float* y = to.mutable_data<float>();
  for (auto _ : state) {
    platform::ParallelFor(
        size, platform::kPieceAlignment, [&](int64_t begin, int64_t end) {
          std::memcpy(y + begin, x + begin, (end - begin) * sizeof(float));
        });
    benchmark::ClobberMemory();
  }
  if (y[size - 1] != 1) state.SkipWithError("wrong result");
  platform::SetNumThreads(1);
}

BENCHMARK(BlockOfScales)->Unit(benchmark::kMicrosecond);
BENCHMARK(KernelsOfScale)->Unit(benchmark::kMicrosecond);
void Sizes(benchmark::internal::Benchmark* matrices) {
  matrices->RangeMultiplier(2)->Range(256, 4096)->Unit(benchmark::kMillisecond);
}
BENCHMARK_TEMPLATE(MatmulBlock, float)->Apply(Sizes);
BENCHMARK_TEMPLATE(MatmulOneDnn, float)->Apply(Sizes);
BENCHMARK_TEMPLATE(MatmulBlock, platform::bfloat16)->Apply(Sizes);
BENCHMARK_TEMPLATE(MatmulOneDnn, platform::bfloat16)->Apply(Sizes);
void Threads(benchmark::internal::Benchmark* stream) {
  stream->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
}
BENCHMARK(AddBlock)->Apply(Threads);
BENCHMARK(ReluBlock)->Apply(Threads);
BENCHMARK(SoftmaxBlock)->Apply(Threads);
BENCHMARK(LayerNormBlock)->Apply(Threads);
BENCHMARK(Copy)->ArgsProduct({{1, 2}, {2, 3}})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace paddle

int main(int argc, char** argv) {
  // The peers use one thread, too.
  paddle::platform::SetNumThreads(1);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
