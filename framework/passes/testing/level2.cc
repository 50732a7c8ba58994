#include "paddle/framework/passes/testing/level2.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/place.h"

namespace paddle::framework::testing {

namespace {

// Returns numbers, floats for each data type; at least 0.5 if `positive`.
// Integers are 0, 1 and 2.
LoDTensor Numbers(const proto::VarDesc& var, double seed, bool positive) {
  Dims dims;
  for (int64_t size : var.dims()) dims.Append(size < 0 ? 3 : size);
  LoDTensor tensor(dims, DataTypeFromNumber(var.dtype()));
  if (var.lod_level() == 1 && dims[0] == 3) {
    tensor.set_lod(LoD::FromLengths({{2, 0, 1}}));
  }
  if (tensor.dtype() == DataType::kInt64) {
    for (int64_t i = 0; i < tensor.numel(); ++i) {
      tensor.mutable_data<int64_t>()[i] = (i + std::lround(seed)) % 3;
    }
    return tensor;
  }
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    const double x = std::sin(seed + 12.9898 * static_cast<double>(i)) * 43758;
    const double part = x - std::floor(x);
    const auto value = static_cast<float>(positive ? part + 0.5 : part - 0.5);
    if (tensor.dtype() == DataType::kFloat32) {
      tensor.mutable_data<float>()[i] = value;
    } else {
      tensor.mutable_data<double>()[i] = value;
    }
  }
  return tensor;
}

bool IsVariance(const Program& program, const std::string& name) {
  for (const proto::OpDesc& op : program.global_block().desc().ops()) {
    if (op.type() == "batch_norm" && Input(op, "Variance") == name) return true;
  }
  return false;
}

std::shared_ptr<const Program> Optimized(const InferenceNet& net,
                                         const NameList& passes) {
  NameList feeds;
  for (const proto::VarDesc& var : net.program->global_block().desc().vars()) {
    if (var.is_feed()) feeds.push_back(var.name());
  }
  PassContext context;
  context.keep_all = false;
  context.place = platform::PlaceKind::kCPU;
  OptimizeOptions options;
  options.only = passes;
  return Optimize(WithInterface(*net.program, feeds, {net.fetch}), context,
                  options);
}

std::vector<double> Results(const InferenceNet& net, const NameList& passes) {
  const auto scope = Scope::Create();
  Feeds feeds;
  double seed = 0;
  // In the order of the program before passes, which all share.
  for (const proto::VarDesc& var : net.program->global_block().desc().vars()) {
    if (!var.is_feed() && !var.persistable()) continue;
    const LoDTensor numbers =
        Numbers(var, ++seed, IsVariance(*net.program, var.name()));
    if (var.is_feed()) feeds.emplace_back(var.name(), numbers);
    if (!var.persistable()) continue;
    *scope->Var(var.name())->GetMutable<LoDTensor>() = numbers;
  }
  Executor executor;
  const auto fetched =
      executor.Eval(Optimized(net, passes), feeds, {net.fetch}, scope.get());
  const auto& result = absl::get<LoDTensor>(fetched[0]);
  std::vector<double> values(result.numel());
  for (int64_t i = 0; i < result.numel(); ++i) {
    values[i] = result.dtype() == DataType::kFloat32 ? result.data<float>()[i]
                                                     : result.data<double>()[i];
  }
  return values;
}

double Distance(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    most = std::max(most, std::abs(a[i] - b[i]));
  }
  return most;
}

}  // namespace

InferenceNet InferenceNetOf(const Network& network, DataType dtype) {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  const std::string fetch = network(dtype).name();
  return {main->InferenceClone(), fetch};
}

std::shared_ptr<const Program> InsideBlock(const InferenceNet& net) {
  auto program = net.program->Clone();
  const int body = program->AddBlock(0);
  proto::BlockDesc* outer = program->mutable_desc()->mutable_blocks(0);
  proto::BlockDesc* inner = program->mutable_desc()->mutable_blocks(body);
  inner->mutable_ops()->Swap(outer->mutable_ops());
  inner->add_results(net.fetch);
  proto::BlockDesc vars;
  vars.mutable_vars()->Swap(outer->mutable_vars());
  std::string feed;
  for (const proto::VarDesc& var : vars.vars()) {
    const bool stays = var.persistable() || var.is_feed();
    *(stays ? outer : inner)->add_vars() = var;
    if (var.is_feed()) feed = var.name();
  }
  program->Changed();
  program->AppendOp(0, Loop({feed}, {"looped"}, body));
  return program;
}

std::string TextOf(const InferenceNet& net, const NameList& passes) {
  PrintOptions options;
  options.variables = false;
  return PrintText(*Optimized(net, passes), options);
}

void ExpectWithinBound(const Network& network, const NameList& passes,
                       double rounding) {
  const InferenceNet net = InferenceNetOf(network, DataType::kFloat32);
  EXPECT_NE(TextOf(net, passes), TextOf(net, {}));
  const auto wanted = Results(InferenceNetOf(network, DataType::kFloat64), {});
  const double plain = Distance(Results(net, {}), wanted);
  const double passed = Distance(Results(net, passes), wanted);
  double largest = 0;
  for (double value : wanted) largest = std::max(largest, std::abs(value));
  EXPECT_GT(largest, 0);
  EXPECT_LE(passed, 2 * std::max(plain, rounding * largest))
      << TextOf(net, passes);
}

}  // namespace paddle::framework::testing
