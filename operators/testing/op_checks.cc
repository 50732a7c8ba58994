#include "paddle/operators/testing/op_checks.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/testing/thread_names.h"

namespace paddle::operators::testing {

using framework::DataType;
using framework::DataTypeName;

namespace {

// The step of central differences: their error is about kStep^2 times a third
// derivative, and 1e-16 / kStep of rounding.
constexpr double kStep = 1e-5;
// Elements that make a loop worth two threads.
constexpr int64_t kManyElements = 200000;

// Sets the number of threads for a while.
class ThreadsForNow {
 public:
  explicit ThreadsForNow(int threads) { platform::SetNumThreads(threads); }
  ~ThreadsForNow() { platform::SetNumThreads(saved_); }

 private:
  const int saved_ = platform::NumThreads();
};

// The variables in the wanted slots.
std::vector<std::string> WantedVariables(
    const framework::proto::OpDesc& desc,
    const std::vector<std::string>& slots) {
  std::vector<std::string> names;
  for (const std::string& slot : slots) {
    for (const std::string& name : framework::Inputs(desc, slot)) {
      names.push_back(name);
    }
  }
  return names;
}

int64_t TotalSize(const Results& results) {
  int64_t size = 0;
  for (const auto& [name, array] : results) size += array.numel();
  return size;
}

}  // namespace

Array FlowingGradient(const std::string& output, const Array& value,
                      DataType dtype) {
  // Wide types get numbers that float32 holds, too.
  if (dtype == DataType::kFloat64) dtype = DataType::kFloat32;
  Array gradient =
      Random(value.dims).Make(absl::StrCat("gradient ", output), dtype).data;
  gradient.lod = value.lod;
  return gradient;
}

void OpChecks::Fail(const std::string& what) {
  failures_.push_back(absl::StrCat(spec_.name, variant_.label, ": ", what));
}

void OpChecks::Guard(const std::string& what,
                     const std::function<void()>& check) {
  try {
    check();
  } catch (const std::exception& error) {
    Fail(absl::StrCat(what, " failed: ", error.what()));
  }
}

void OpChecks::TakeProblems(const std::string& what, const OpRun& run) {
  for (const std::string& problem : run.problems()) {
    Fail(absl::StrCat(what, ": ", problem));
  }
}

void OpChecks::Compare(const std::string& what, const Results& expected,
                       const Results& got, double tolerance) {
  for (const auto& [name, array] : expected) {
    auto it = got.find(name);
    const std::string difference =
        it == got.end() ? "is missing"
                        : Difference(array, it->second, tolerance);
    if (!difference.empty()) {
      Fail(absl::StrCat(what, ": output ", name, " ", difference));
    }
  }
}

bool OpChecks::HasGradient(DataType dtype) const {
  return !spec_.gradient.empty() && framework::IsFloating(dtype);
}

void OpChecks::Forward() {
  Guard("forward",
        [&] { CheckReference(Wide(), spec_.ToleranceOf(spec_.WideType())); });
}

void OpChecks::CheckReference(const Instance& instance, double tolerance) {
  OpRun run(instance);
  const Results made = run.Run();
  if (spec_.reference == nullptr) return;
  OpValues values(instance, run.desc(), made);
  spec_.reference(values);
  Compare("against the reference", values.expected(), made, tolerance);
}

void OpChecks::Types() {
  for (DataType dtype : spec_.DataTypes()) {
    if (dtype == spec_.WideType()) continue;
    Guard(DataTypeName(dtype), [&] { CheckType(dtype); });
  }
}

void OpChecks::CheckType(DataType dtype) {
  const Instance narrow = spec_.Make(dtype, variant_);
  const double tolerance = spec_.ToleranceOf(dtype);
  if (spec_.WideType() != DataType::kFloat64) {
    return CheckReference(narrow, tolerance);
  }
  const Instance wide = spec_.Retyped(narrow, DataType::kFloat64);
  const GradRequest grads = FullRequest(narrow, dtype);
  const Results expected = OpRun(wide, grads).Run();
  Compare(absl::StrCat(DataTypeName(dtype), " against float64"), expected,
          OpRun(narrow, grads).Run(), tolerance);
}

GradRequest OpChecks::FullRequest(const Instance& instance,
                                  DataType dtype) const {
  GradRequest request;
  if (!HasGradient(dtype)) return request;
  OpRun run(instance);
  const Results made = run.Run();
  request.wanted = spec_.gradient;
  for (const std::string& name : run.DifferentiableOutputs()) {
    request.flowing[name] = FlowingGradient(name, made.at(name), dtype);
  }
  return request;
}

void OpChecks::Gradients() {
  if (!HasGradient(spec_.WideType())) return;
  Guard("the gradient", [&] {
    const Instance instance = Wide();
    const GradRequest full = FullRequest(instance, spec_.WideType());
    const Jacobian numeric = Numeric(instance, full);
    CompareGradient(instance, full, numeric);
    for (const std::string& slot : full.wanted) {
      if (full.wanted.size() == 1) break;
      CompareGradient(instance, {{slot}, full.flowing}, numeric);
    }
    for (const auto& flowing : full.flowing) {
      if (full.flowing.size() == 1) break;
      CompareGradient(instance, {full.wanted, {flowing}, full.flowing},
                      numeric);
    }
  });
}

OpChecks::Jacobian OpChecks::Numeric(const Instance& instance,
                                     const GradRequest& full) const {
  PADDLE_ENFORCE(spec_.WideType() == DataType::kFloat64, Unimplemented,
                 "a gradient is checked in float64, and operator ", spec_.type,
                 " has no such kernel");
  OpRun run(instance);
  Jacobian jacobian;
  for (const std::string& name : WantedVariables(run.desc(), full.wanted)) {
    Array& input = run.input(name);
    for (const auto& [output, weight] : full.flowing) {
      jacobian[{output, name}] = Array(run.value(name).Dense().dims);
    }
    for (int64_t i = 0; i < input.numel(); ++i) {
      const double x = input[i];
      const double step = kStep * std::max(1.0, std::abs(x));
      input[i] = x + step;
      const Results above = run.Run();
      input[i] = x - step;
      const Results below = run.Run();
      input[i] = x;
      for (const auto& [output, weight] : full.flowing) {
        double sum = 0;
        for (int64_t k = 0; k < weight.numel(); ++k) {
          sum += weight[k] * (above.at(output)[k] - below.at(output)[k]);
        }
        jacobian[{output, name}][run.value(name).DenseIndex(i)] =
            sum / (2 * step);
      }
    }
  }
  return jacobian;
}

void OpChecks::CompareGradient(const Instance& instance,
                               const GradRequest& request,
                               const Jacobian& numeric) {
  OpRun run(instance, request);
  const Results made = run.Run();
  std::vector<std::string> outputs;
  for (const auto& flowing : request.flowing) outputs.push_back(flowing.first);
  const std::string what = absl::StrCat(
      "gradient of ", absl::StrJoin(outputs, ", "), " for ",
      absl::StrJoin(request.wanted, ", "), " against central differences");
  Results expected;
  for (const std::string& name : WantedVariables(run.desc(), request.wanted)) {
    Array sum(numeric.at({outputs.front(), name}).dims);
    for (const std::string& output : outputs) {
      for (int64_t i = 0; i < sum.numel(); ++i) {
        sum[i] += numeric.at({output, name})[i];
      }
    }
    sum.lod = run.input(name).lod;
    expected[framework::GradName(name)] = sum;
  }
  Compare(what, expected, made, spec_.gradient_tolerance);
}

void OpChecks::Memory() {
  for (DataType dtype : spec_.DataTypes()) {
    const std::string what = absl::StrCat("memory, ", DataTypeName(dtype));
    Guard(what, [&] {
      const Instance instance = spec_.Make(dtype, variant_);
      OpRun run(instance, FullRequest(instance, dtype));
      run.Run();
      const Results zeros = run.Run(0x00);
      const Results ones = run.Run(0xFF);
      Compare(what + ", with other numbers in the buffers before", zeros, ones,
              0);
      run.Replay();
      TakeProblems(what, run);
    });
  }
}

// Returns enough rows for several threads to be used, but few if the output
// grows faster than the rows.
int64_t OpChecks::ManyRows() const {
  const auto size = [&](int64_t rows) {
    Variant variant = variant_;
    variant.rows = rows;
    const Instance instance = spec_.Make(DataType::kFloat32, variant);
    int64_t elements = 1;
    for (const auto& [slot, values] : instance.inputs) {
      for (const Value& value : values) elements += value.data.numel();
    }
    return elements + TotalSize(OpRun(instance).Run());
  };
  const int64_t small = size(32);
  const int64_t large = size(64);
  return large > 3 * small ? 257 : kManyElements * 32 / small + 3;
}

void OpChecks::Threads() {
  const std::vector<DataType> types = spec_.DataTypes();
  const bool has_float32 =
      std::find(types.begin(), types.end(), DataType::kFloat32) != types.end();
  const DataType dtype = has_float32 ? DataType::kFloat32 : types.front();
  Guard("threads", [&] {
    Variant variant = variant_;
    if (!spec_.scaled_rows.empty() && has_float32) variant.rows = ManyRows();
    const Instance instance = spec_.Make(dtype, variant);
    OpRun run(instance, FullRequest(instance, dtype));
    const auto with = [&run](int threads) {
      ThreadsForNow now(threads);
      return run.Run();
    };
    const int before = platform::ForeignThreads();
    const Results one = with(1);
    for (int threads : {2, 3, 4, 8}) {
      Compare(absl::StrCat(threads, " threads against 1"), one, with(threads),
              0);
    }
    const int started = platform::ForeignThreads() - before;
    if (started > 0) Fail(absl::StrCat("started ", started, " threads"));
  });
}

void OpChecks::Symbols() {
  if (spec_.scaled_rows.empty() || !variant_.rows.has_value()) return;
  Guard("shapes from symbols", [&] {
    Instance instance = Wide();
    const Results made = OpRun(instance).Run();
    const framework::proto::OpDesc op = Describe(instance);
    framework::Program program(framework::OpInfoMap::Instance());
    const framework::NameList written = framework::OutputNames(op);
    for (const auto& [slot, values] : instance.inputs) {
      const auto& scaled = spec_.scaled_rows;
      const bool symbol =
          std::find(scaled.begin(), scaled.end(), slot) != scaled.end();
      const int count = static_cast<int>(values.size());
      for (int i = 0; i < count; ++i) {
        const std::string name = VarName(slot, i, count);
        const bool updated =
            std::find(written.begin(), written.end(), name) != written.end();
        Declare(name, values[i], updated, &program);
        framework::proto::VarDesc* var = program.global_block().Var(name);
        if (symbol) var->set_dims(0, framework::kBatchSize);
      }
    }
    program.AppendOp(0, op);
    for (const std::string& name : written) {
      const auto& inferred = program.global_block().GetVar(name).dims();
      const framework::Dims& dims = made.at(name).dims;
      bool same = inferred.size() == dims.rank();
      for (int axis = 0; same && axis < dims.rank(); ++axis) {
        const int64_t size = inferred[axis] == framework::kBatchSize
                                 ? *variant_.rows
                                 : inferred[axis];
        same = size < 0 || size == dims[axis];
      }
      if (same) continue;
      Fail(absl::StrCat(
          "output ", name, " is ",
          framework::Dims(absl::MakeSpan(inferred.data(), inferred.size()))
              .ToString(),
          " in the program, where N stands for ", *variant_.rows, " rows, and ",
          dims.ToString(), " in a run"));
    }
  });
}

void OpChecks::Cuda() {
  const auto keys = framework::KernelTable::Instance().Keys(spec_.type);
  const bool has_kernel = std::any_of(
      keys.begin(), keys.end(),
      [](const auto& key) { return key.place == platform::PlaceKind::kCUDA; });
  if (!has_kernel) {
    notes_.push_back("CUDA skipped: no kernel is linked");
    return;
  }
  try {
    platform::DeviceContextOf(platform::CUDAPlace(0));
  } catch (const platform::Error& error) {
    notes_.push_back(absl::StrCat("CUDA skipped: ", error.message()));
    return;
  }
  const std::vector<DataType> types = spec_.DataTypes();
  for (const auto& key : keys) {
    const bool tested =
        std::find(types.begin(), types.end(), key.dtype) != types.end();
    if (key.place != platform::PlaceKind::kCUDA || !tested) continue;
    Guard(absl::StrCat("CUDA ", DataTypeName(key.dtype)), [&] {
      const Instance instance = spec_.Make(key.dtype, variant_);
      const GradRequest grads = FullRequest(instance, key.dtype);
      OpRun device(instance, grads, platform::CUDAPlace(0));
      const std::string what = absl::StrCat("CUDA ", DataTypeName(key.dtype));
      const Results expected = OpRun(instance, grads).Run();
      const double tolerance = spec_.ToleranceOf(key.dtype);
      Compare(what + " against CPU", expected, device.Run(), tolerance);
      const auto replayed = device.RunAsGraph();
      if (!replayed.has_value()) return;
      Compare(what + " replayed against CPU", expected, *replayed, tolerance);
    });
  }
}

}  // namespace paddle::operators::testing
