#include "paddle/tools/fuzz/run_program.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/types/variant.h"

#include "paddle/framework/executor/evaluator.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/tools/fuzz/mutate_feed.h"

namespace paddle::fuzz {

namespace {

using framework::LoDTensor;
using framework::Program;
namespace proto = framework::proto;

// Limits of memory and time for a single input.
constexpr int64_t kMaxElements = 1 << 16;
constexpr int64_t kMaxIterations = 20;

bool IsSmall(const proto::VarDesc& var) {
  return var.dtype() == proto::UNKNOWN ||
         SmallDims(var).Numel() <= kMaxElements;
}

bool NumbersAreSmall(const proto::Attr& attr) {
  const auto small = [](int64_t v) {
    return -kMaxElements < v && v < kMaxElements;
  };
  return small(attr.i()) && std::all_of(attr.ints().values().begin(),
                                        attr.ints().values().end(), small);
}

// A mutated condition may never become false.
bool Ends(const proto::OpDesc& op) {
  if (op.type() != "while") return true;
  const auto most = framework::GetAttr<int64_t>(op, "max_iterations");
  return 0 < most && most <= kMaxIterations;
}

// A mutated size may ask for more memory or time than a fuzzer has, which the
// machine refuses, not the library.
bool IsSmall(const proto::BlockDesc& block) {
  return std::all_of(block.vars().begin(), block.vars().end(),
                     [](const proto::VarDesc& var) { return IsSmall(var); }) &&
         std::all_of(block.ops().begin(), block.ops().end(), Ends);
}

bool NumbersAreSmall(const proto::ProgramDesc& program) {
  for (const proto::BlockDesc& block : program.blocks()) {
    for (const proto::OpDesc& op : block.ops()) {
      if (!std::all_of(
              op.attrs().begin(), op.attrs().end(),
              [](const proto::Attr& attr) { return NumbersAreSmall(attr); })) {
        return false;
      }
    }
  }
  return true;
}

bool IsTensor(const proto::VarDesc& var) {
  return var.kind() == proto::DENSE_TENSOR && var.dtype() != proto::UNKNOWN;
}

// The values that are given to both runs of a program, and the names of those
// that both are asked for.
struct Interface {
  framework::Feeds feeds;
  std::vector<std::pair<std::string, LoDTensor>> state;
  framework::NameList fetches;
};

// Fetches, if any, what no operator reads, so that passes may do away with the
// rest.
Interface InterfaceOf(const Program& program, bool fetches,
                      std::mt19937_64* random) {
  Interface made;
  const proto::BlockDesc& block = program.global_block().desc();
  const framework::UseDef uses(program, 0);
  for (const proto::VarDesc& var : block.vars()) {
    if (!IsTensor(var)) continue;
    if (var.is_feed()) {
      made.feeds.emplace_back(var.name(), SmallValue(var));
    } else if (var.persistable()) {
      made.state.emplace_back(var.name(), SmallValue(var));
    } else if (fetches && uses.writers(var.name()).size() == 1 &&
               uses.readers(var.name()).empty()) {
      made.fetches.push_back(var.name());
    }
  }
  if (random != nullptr) {
    made.feeds = MutateFeeds(std::move(made.feeds), random);
  }
  return made;
}

// All passes of level 1, also over what is too small to be worth it.
framework::ExecutorOptions Optimizing() {
  framework::PassContext context;
  context.keep_all = false;
  context.pruned = true;
  context.few_elements = 0;
  context.place = platform::PlaceKind::kCPU;
  context.evaluate = framework::EvaluatorOn(platform::CPUPlace());
  framework::ExecutorOptions options;
  options.optimize = [context](const std::shared_ptr<const Program>& program) {
    return framework::Optimize(program, context);
  };
  return options;
}

// Returns the elements, with one NaN for all: which of two a processor keeps
// depends on their order in an instruction, and so on the compiler.
std::string BytesOf(const framework::Tensor& tensor) {
  framework::Tensor copy = framework::Copy(tensor);
  framework::VisitDataType(copy.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!std::is_integral_v<T>) {
      T* data = copy.mutable_data<T>();
      for (int64_t i = 0; i < copy.numel(); ++i) {
        const auto value = static_cast<double>(data[i]);
        if (std::isnan(value))
          data[i] = T(std::numeric_limits<float>::quiet_NaN());
      }
    }
  });
  return std::string(static_cast<const char*>(copy.raw_data()), copy.bytes());
}

// Returns the bytes of the fetches and of the state.
std::vector<std::string> Execute(const std::shared_ptr<const Program>& program,
                                 const Interface& given,
                                 const framework::ExecutorOptions& options) {
  const auto scope = framework::Scope::Create();
  for (const auto& [name, value] : given.state) {
    LoDTensor* own = scope->Var(name)->GetMutable<LoDTensor>();
    *own = value;
    static_cast<framework::Tensor&>(*own) = framework::Copy(value);
  }
  framework::Executor executor(platform::CPUPlace(), options);
  std::vector<std::string> results;
  // The second run uses the frames and plans of the first.
  for (int i = 0; i < 2; ++i) {
    for (const auto& fetched :
         executor.Run(program, given.feeds, given.fetches, scope.get())) {
      const auto* tensor = absl::get_if<LoDTensor>(&fetched);
      if (tensor != nullptr) results.push_back(BytesOf(*tensor));
    }
  }
  for (const auto& [name, value] : given.state) {
    results.push_back(BytesOf(scope->FindVar(name)->Get<LoDTensor>()));
  }
  return results;
}

// Runs the program as it is, and optimized: the results are the same bits.
Outcome ExecuteBoth(const std::shared_ptr<const Program>& program,
                    const Interface& given, std::string* error) {
  const std::vector<std::string> plain = Execute(program, given, {});
  try {
    if (Execute(program, given, Optimizing()) == plain) return Outcome::kRan;
    if (error != nullptr) *error = "other bits";
  } catch (const platform::Error& thrown) {
    if (error != nullptr) *error = thrown.what();
  }
  return Outcome::kDiffers;
}

Outcome Run(proto::ProgramDesc desc, bool any_numbers, std::string* error,
            std::mt19937_64* random) {
  Outcome outcome = Outcome::kRefused;
  try {
    auto program = std::make_shared<Program>(framework::OpInfoMap::Instance(),
                                             std::move(desc));
    framework::Verify(*program);
    if (!any_numbers && !NumbersAreSmall(program->desc())) {
      return Outcome::kTooLarge;
    }
    for (const proto::BlockDesc& block : program->desc().blocks()) {
      if (!IsSmall(block)) return Outcome::kTooLarge;
    }
    // From here on a failure is one of the run, not of the checks.
    outcome = Outcome::kFailed;
    // Attributes that are any numbers are wrong for most values.
    const Interface given = InterfaceOf(*program, !any_numbers, random);
    outcome = ExecuteBoth(program, given, error);
  } catch (const platform::Error& thrown) {
    if (error != nullptr) *error = thrown.what();
  }
  return outcome;
}

}  // namespace

Outcome RunProgram(absl::string_view bytes, std::string* error,
                   std::mt19937_64* random) {
  proto::ProgramDesc desc;
  if (!desc.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return Outcome::kNoProgram;
  }
  return Run(std::move(desc), /*any_numbers=*/false, error, random);
}

Outcome RunWithAnyNumbers(proto::ProgramDesc desc, std::string* error) {
  return Run(std::move(desc), /*any_numbers=*/true, error, nullptr);
}

}  // namespace paddle::fuzz
