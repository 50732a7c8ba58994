#include "paddle/tools/fuzz/given_values.h"

#include <type_traits>

#include "absl/types/variant.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/tools/fuzz/mutate_feed.h"

namespace paddle::fuzz {
namespace {

using framework::LoDTensor;
namespace proto = framework::proto;

bool IsTensor(const proto::VarDesc& var) {
  return var.kind() == proto::DENSE_TENSOR && var.dtype() != proto::UNKNOWN;
}

LoDTensor CopyOf(const LoDTensor& value) {
  LoDTensor copy = value;
  static_cast<framework::Tensor&>(copy) = framework::Copy(value);
  return copy;
}

void Perturb(LoDTensor* value, std::mt19937_64* random) {
  if (!value->initialized()) return;
  *value = CopyOf(*value);
  framework::VisitDataType(value->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_floating_point_v<T>) {
      std::uniform_real_distribution<T> change(-0x1p-20, 0x1p-20);
      T* data = value->mutable_data<T>();
      for (int64_t i = 0; i < value->numel(); ++i) {
        data[i] += data[i] * change(*random);
      }
    }
  });
}

}  // namespace

GivenValues ValuesFor(const framework::Program& program, bool fetches,
                      std::mt19937_64* random) {
  GivenValues made;
  const framework::UseDef uses(program, 0);
  for (const proto::VarDesc& var : program.global_block().desc().vars()) {
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

GivenValues Perturbed(const GivenValues& given, std::mt19937_64* random) {
  GivenValues other = given;
  for (auto& [name, value] : other.feeds) Perturb(&value, random);
  for (auto& [name, value] : other.state) Perturb(&value, random);
  return other;
}

std::vector<framework::Tensor> Execute(
    const std::shared_ptr<const framework::Program>& program,
    const GivenValues& given, const framework::ExecutorOptions& options) {
  const auto scope = framework::Scope::Create();
  for (const auto& [name, value] : given.state) {
    *scope->Var(name)->GetMutable<LoDTensor>() = CopyOf(value);
  }
  framework::Executor executor(platform::CPUPlace(), options);
  std::vector<framework::Tensor> results;
  for (int i = 0; i < 2; ++i) {
    for (const auto& fetched :
         executor.Run(program, given.feeds, given.fetches, scope.get())) {
      const auto* tensor = absl::get_if<LoDTensor>(&fetched);
      if (tensor != nullptr) results.push_back(framework::Copy(*tensor));
    }
  }
  for (const auto& [name, value] : given.state) {
    results.push_back(scope->FindVar(name)->Get<LoDTensor>());
  }
  return results;
}

}  // namespace paddle::fuzz
