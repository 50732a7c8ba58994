#include "paddle/framework/c_api/model.h"

#include <utility>

#include "absl/types/variant.h"

#include "paddle/framework/c_api/load_options.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/place.h"

namespace paddle::c_api {
namespace {

using framework::LoDTensor;
using framework::Program;
using framework::Scope;
using framework::ScopeAccess;
using framework::ScopeLocks;
using Names = Model::Names;

// Without feeds in the description all data is fed.
Names FeedsOf(const Program& program) {
  const auto& desc = program.desc();
  if (desc.feeds_size() > 0) return {desc.feeds().begin(), desc.feeds().end()};
  Names names;
  for (const auto& var : program.global_block().desc().vars()) {
    if (var.is_feed()) names.push_back(var.name());
  }
  return names;
}

LoDTensor Dense(const framework::Fetched& value, const std::string& name) {
  const auto* tensor = absl::get_if<LoDTensor>(&value);
  PADDLE_ENFORCE(tensor != nullptr, Unimplemented, "fetch ", name,
                 " is rows of a table (SelectedRows), which the C interface "
                 "does not have");
  return *tensor;
}

void CheckFits(const framework::proto::VarDesc& var, const LoDTensor& value) {
  const framework::Dims dims = framework::DimsOf(var);
  const auto dtype = framework::DataTypeFromNumber(var.dtype());
  PADDLE_ENFORCE(dims == value.dims() && dtype == value.dtype(),
                 InvalidArgument, "variable ", var.name(), " is ",
                 framework::DataTypeName(dtype), " ", dims.ToString(), ", not ",
                 framework::DataTypeName(value.dtype()), " ",
                 value.dims().ToString());
}

}  // namespace

Model::Model(std::shared_ptr<const Program> program,
             std::shared_ptr<Scope> scope, const PaddleLoadOptions& options)
    : program_(std::move(program)),
      scope_(std::move(scope)),
      run_(InNumbersOf(program_, options.dtype)),
      executor_(std::make_unique<framework::Executor>(
          platform::CPUPlace(), RunOptionsOf(options.passes))),
      feeds_(FeedsOf(*program_)),
      fetches_(program_->desc().fetches().begin(),
               program_->desc().fetches().end()),
      persistables_(framework::PersistableNames(*program_)) {}

const std::string& Model::NameAt(const Names& names, int64_t i,
                                 const char* what) {
  PADDLE_ENFORCE(i >= 0 && i < static_cast<int64_t>(names.size()), OutOfRange,
                 what, " ", i, " of ", names.size());
  return names[i];
}

const framework::proto::VarDesc& Model::Variable(
    const std::string& name) const {
  return program_->global_block().GetVar(name);
}

std::vector<LoDTensor> Model::Run(const framework::Feeds& feeds,
                                  const Names& fetches,
                                  framework::RunMode mode) const {
  const auto fetched =
      mode == framework::RunMode::kRun
          ? executor_->Run(run_, feeds, fetches, scope_.get())
          : executor_->Eval(run_, feeds, fetches, scope_.get());
  std::vector<LoDTensor> values;
  for (size_t i = 0; i < fetched.size(); ++i) {
    values.push_back(Dense(fetched[i], fetches[i]));
  }
  return values;
}

void Model::Initialize(const std::shared_ptr<const Program>& startup) {
  executor_->Run(startup, {}, {}, scope_.get());
}

LoDTensor Model::Get(const std::string& name) const {
  PADDLE_ENFORCE(Variable(name).persistable(), FailedPrecondition, "variable ",
                 name, " does not outlive a run; fetch it");
  ScopeLocks locks = ScopeLocks::One(*scope_, ScopeAccess::kRead);
  locks.Lock();
  const framework::Variable* variable = scope_->FindVar(name);
  PADDLE_ENFORCE(variable != nullptr && variable->Is<LoDTensor>() &&
                     variable->Get<LoDTensor>().initialized(),
                 FailedPrecondition, "variable ", name,
                 " has no value; has the startup program been run?");
  const LoDTensor& value = variable->Get<LoDTensor>();
  return LoDTensor(Copy(value), value.lod());
}

void Model::Set(const std::string& name, const LoDTensor& value) {
  const auto& var = Variable(name);
  PADDLE_ENFORCE(var.persistable(), FailedPrecondition, "variable ", name,
                 " does not outlive a run; feed it");
  CheckFits(var, value);
  LoDTensor copy(Copy(value), value.lod());
  ScopeLocks locks = ScopeLocks::One(*scope_, ScopeAccess::kWrite);
  locks.Lock();
  *scope_->Var(name)->GetMutable<LoDTensor>() = std::move(copy);
}

}  // namespace paddle::c_api
