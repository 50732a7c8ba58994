#include "paddle/framework/distributed/server/block_server.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_join.h"
#include "absl/types/variant.h"

#include "paddle/framework/ir/named_block.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/memory/allocator.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

using framework::LoDTensor;

namespace {

// Makes a tensor a view of an array, whose memory nobody else holds: an
// operator changes it in place.
void Lend(const LentArray& array, LoDTensor* tensor) {
  static float nothing;
  void* const numbers = array.numbers == nullptr ? &nothing : array.numbers;
  tensor->Bind(
      std::make_shared<memory::Allocation>(
          numbers, array.dims.Numel() * sizeof(float), platform::CPUPlace()),
      0, array.dims, framework::DataType::kFloat32);
}

// Lends arrays as long as it lives.
class Loan {
 public:
  Loan(absl::Span<const LentArray> lent, const std::vector<LoDTensor*>& tensors)
      : tensors_(tensors) {
    for (size_t i = 0; i < lent.size(); ++i) Lend(lent[i], tensors[i]);
  }
  ~Loan() {
    for (LoDTensor* tensor : tensors_) tensor->Release();
  }
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;

 private:
  const std::vector<LoDTensor*>& tensors_;
};

}  // namespace

BlockServer::BlockServer(
    const framework::Program& main,
    const std::shared_ptr<const framework::Program>& startup)
    : scope_(framework::Scope::Create()), names_(BlockNames(main)) {
  for (const std::string& name : names_) {
    const std::shared_ptr<const framework::Program> program =
        ProgramOfBlock(main, name);
    const framework::proto::ProgramDesc& desc = program->desc();
    prepared_[name] =
        executor_.Prepare(program, {desc.feeds().begin(), desc.feeds().end()},
                          {desc.fetches().begin(), desc.fetches().end()},
                          framework::RunMode::kRun);
  }
  for (const auto& var : main.global_block().desc().vars()) {
    if (var.persistable()) persistables_.push_back(var);
  }
  executor_.Run(startup, {}, {}, scope_.get());
}

const framework::PreparedProgram& BlockServer::Find(
    const std::string& block) const {
  const auto found = prepared_.find(block);
  PADDLE_ENFORCE(found != prepared_.end(), NotFound, "there is no block '",
                 block, "'; there are ", absl::StrJoin(names_, ", "));
  return *found->second;
}

std::vector<framework::proto::VarDesc> BlockServer::Arguments(
    const std::string& block) const {
  const framework::PreparedProgram& prepared = Find(block);
  std::vector<framework::proto::VarDesc> arguments;
  for (const std::string& name : prepared.feeds()) {
    arguments.push_back(prepared.pruned().global_block().GetVar(name));
  }
  return arguments;
}

std::vector<LoDTensor> BlockServer::Run(const std::string& block,
                                        absl::Span<const LoDTensor> arguments) {
  const framework::PreparedProgram& prepared = Find(block);
  PADDLE_ENFORCE(arguments.size() == prepared.feeds().size(), InvalidArgument,
                 "block '", block, "' takes ", prepared.feeds().size(),
                 " values, not ", arguments.size());
  std::vector<LoDTensor> results;
  for (framework::Fetched& fetched : prepared.Run(arguments, scope_.get())) {
    PADDLE_ENFORCE(absl::holds_alternative<LoDTensor>(fetched), Unimplemented,
                   "block '", block, "' returns rows");
    results.push_back(std::move(absl::get<LoDTensor>(fetched)));
  }
  return results;
}

void BlockServer::RunOn(absl::Span<const LentArray> lent,
                        const std::string& block,
                        absl::Span<const LoDTensor> arguments) {
  std::vector<LoDTensor*> tensors;
  for (const LentArray& array : lent) {
    tensors.push_back(scope_->Var(array.name)->GetMutable<LoDTensor>());
  }
  const Loan loan(lent, tensors);
  Run(block, arguments);
  for (size_t i = 0; i < lent.size(); ++i) {
    PADDLE_ENFORCE(
        lent[i].numbers == nullptr || tensors[i]->raw_data() == lent[i].numbers,
        Internal, "block '", block, "' has moved '", lent[i].name, "'");
  }
}

// Returns null if it has no value. The caller holds the scope's lock.
const LoDTensor* BlockServer::Persistable(const std::string& name) const {
  const framework::Variable* var = scope_->FindVar(name);
  if (var == nullptr || !var->Is<LoDTensor>()) return nullptr;
  const auto& value = var->Get<LoDTensor>();
  return value.initialized() ? &value : nullptr;
}

std::vector<std::string> BlockServer::ValueNames() const {
  auto locks =
      framework::ScopeLocks::One(*scope_, framework::ScopeAccess::kRead);
  locks.Lock();
  std::vector<std::string> names;
  for (const auto& var : persistables_) {
    if (Persistable(var.name()) != nullptr) names.push_back(var.name());
  }
  return names;
}

framework::Tensor BlockServer::Value(const std::string& name) const {
  auto locks =
      framework::ScopeLocks::One(*scope_, framework::ScopeAccess::kRead);
  locks.Lock();
  const framework::Variable* var = scope_->FindVar(name);
  PADDLE_ENFORCE(var != nullptr && var->Is<LoDTensor>(), NotFound,
                 "the server has no variable '", name, "'");
  const LoDTensor* value = Persistable(name);
  PADDLE_ENFORCE(value != nullptr, FailedPrecondition, "the variable '", name,
                 "' has no value");
  return framework::Copy(*value);
}

void BlockServer::Check(const std::string& name,
                        const framework::Tensor& value) const {
  const auto found = absl::c_find_if(
      persistables_,
      [&](const framework::proto::VarDesc& var) { return var.name() == name; });
  PADDLE_ENFORCE(found != persistables_.end(), NotFound,
                 "the server has no variable '", name, "'");
  const framework::Dims dims = framework::DimsOf(*found);
  const auto type = framework::DataTypeFromNumber(found->dtype());
  PADDLE_ENFORCE(value.dims() == dims && value.dtype() == type, InvalidArgument,
                 "the server has '", name, "' as ", dims.ToString(), " of ",
                 framework::DataTypeName(type), ", and is to set it to ",
                 value.dims().ToString(), " of ",
                 framework::DataTypeName(value.dtype()));
}

void BlockServer::SetValues(absl::Span<const std::string> names,
                            absl::Span<const framework::Tensor> values) {
  PADDLE_ENFORCE_EQ(names.size(), values.size(), "names and values");
  auto locks =
      framework::ScopeLocks::One(*scope_, framework::ScopeAccess::kWrite);
  locks.Lock();
  for (size_t i = 0; i < names.size(); ++i) Check(names[i], values[i]);
  for (size_t i = 0; i < names.size(); ++i) {
    *scope_->Var(names[i])->GetMutable<LoDTensor>() = LoDTensor(values[i]);
  }
}

}  // namespace paddle::distributed
