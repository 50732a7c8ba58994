#include "paddle/tools/fuzz/run_program.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "paddle/framework/executor/evaluator.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/tools/fuzz/given_values.h"
#include "paddle/tools/fuzz/mutate_feed.h"
#include "paddle/tools/fuzz/near_results.h"

namespace paddle::fuzz {

namespace {

using framework::Program;
using framework::SymbolTable;
using framework::Tensor;
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

// All passes of a level, also over what is too small to be worth it.
framework::ExecutorOptions Optimizing(framework::PassLevel level) {
  framework::PassContext context;
  context.keep_all = false;
  context.pruned = true;
  context.few_elements = 0;
  context.place = platform::PlaceKind::kCPU;
  context.evaluate = framework::EvaluatorOn(platform::CPUPlace());
  framework::OptimizeOptions passes;
  passes.level = level;
  framework::ExecutorOptions options;
  options.optimize = [=](const std::shared_ptr<const Program>& program) {
    return framework::Optimize(program, context, passes);
  };
  return options;
}

// Returns the elements, with one NaN for all: which of two a processor keeps
// depends on their order in an instruction, and so on the compiler.
std::string BytesOf(const Tensor& tensor) {
  if (!tensor.initialized()) return "";
  Tensor copy = framework::Copy(tensor);
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

bool SameBits(const Results& plain, const Results& results) {
  return std::equal(plain.begin(), plain.end(), results.begin(), results.end(),
                    [](const Tensor& a, const Tensor& b) {
                      return BytesOf(a) == BytesOf(b);
                    });
}

// Rounding to integers of 8 bits carries a small difference far.
bool Quantizes(const Program& program) {
  const auto& ops = program.global_block().desc().ops();
  return std::any_of(ops.begin(), ops.end(), [](const proto::OpDesc& op) {
    return op.type() == "quantize_linear";
  });
}

bool NearEnough(const std::shared_ptr<const Program>& program,
                const GivenValues& given, const Results& plain,
                const Results& results) {
  if (Quantizes(*program)) return plain.size() == results.size();
  std::mt19937_64 random;
  std::vector<Results> perturbed;
  try {
    for (int i = 0; i < 4; ++i) {
      perturbed.push_back(Execute(program, Perturbed(given, &random), {}));
    }
  } catch (const platform::Error&) {
    return true;  // it ran by chance
  }
  return AreNear(plain, results, perturbed);
}

// True if variables have the dims and types that operators give them. Programs
// that are written by the layers do; a mutated one may say otherwise, and
// passes of level 2 believe it.
bool DeclaresItsShapes(const Program& program) {
  const auto inferred = program.Clone();
  for (const proto::BlockDesc& block : program.desc().blocks()) {
    SymbolTable& table = inferred->block(block.index());
    for (const proto::OpDesc& op : block.ops()) {
      program.schemas().InferShape(op, &table);
    }
  }
  return inferred->desc().SerializeAsString() ==
         program.desc().SerializeAsString();
}

// Runs the program as it is, and optimized.
Outcome ExecuteBoth(const std::shared_ptr<const Program>& program,
                    const GivenValues& given, framework::PassLevel level,
                    std::string* error) {
  const Results plain = Execute(program, given, {});
  try {
    const Results results = Execute(program, given, Optimizing(level));
    if (SameBits(plain, results)) return Outcome::kRan;
    if (level > framework::kExact &&
        NearEnough(program, given, plain, results)) {
      return Outcome::kRan;
    }
    if (error != nullptr) *error = "other numbers";
  } catch (const platform::Error& thrown) {
    if (error != nullptr) *error = thrown.what();
  }
  return Outcome::kDiffers;
}

Outcome Run(proto::ProgramDesc desc, bool any_numbers,
            const RunOptions& options, std::string* error) {
  Outcome outcome = Outcome::kRefused;
  try {
    auto program = std::make_shared<Program>(framework::OpInfoMap::Instance(),
                                             std::move(desc));
    framework::Verify(*program);
    if (options.level > framework::kExact && !DeclaresItsShapes(*program)) {
      return Outcome::kRefused;
    }
    if (!any_numbers && !NumbersAreSmall(program->desc())) {
      return Outcome::kTooLarge;
    }
    for (const proto::BlockDesc& block : program->desc().blocks()) {
      if (!IsSmall(block)) return Outcome::kTooLarge;
    }
    // From here on a failure is one of the run, not of the checks.
    outcome = Outcome::kFailed;
    // Attributes that are any numbers are wrong for most values.
    const GivenValues given = ValuesFor(*program, !any_numbers, options.random);
    outcome = ExecuteBoth(program, given, options.level, error);
  } catch (const platform::Error& thrown) {
    if (error != nullptr) *error = thrown.what();
  }
  return outcome;
}

}  // namespace

Outcome RunProgram(absl::string_view bytes, std::string* error,
                   const RunOptions& options) {
  proto::ProgramDesc desc;
  if (!desc.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return Outcome::kNoProgram;
  }
  return Run(std::move(desc), /*any_numbers=*/false, options, error);
}

Outcome RunWithAnyNumbers(proto::ProgramDesc desc, std::string* error) {
  return Run(std::move(desc), /*any_numbers=*/true, {}, error);
}

}  // namespace paddle::fuzz
