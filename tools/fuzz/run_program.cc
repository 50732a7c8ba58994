#include "paddle/tools/fuzz/run_program.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
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

void Execute(std::shared_ptr<Program> program, std::mt19937_64* random) {
  auto scope = framework::Scope::Create();
  framework::Feeds feeds;
  framework::NameList fetches;
  for (const proto::VarDesc& var : program->global_block().desc().vars()) {
    if (!IsTensor(var)) continue;
    if (var.is_feed()) {
      feeds.emplace_back(var.name(), SmallValue(var));
    } else if (var.persistable()) {
      *scope->Var(var.name())->GetMutable<LoDTensor>() = SmallValue(var);
    }
  }
  if (random != nullptr) feeds = MutateFeeds(std::move(feeds), random);
  framework::Executor executor;
  // The second run uses the frames and plans of the first.
  for (int i = 0; i < 2; ++i) {
    executor.Run(program, feeds, fetches, scope.get());
  }
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
    Execute(program, random);
    outcome = Outcome::kRan;
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
