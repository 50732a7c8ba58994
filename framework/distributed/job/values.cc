#include "paddle/framework/distributed/job/values.h"

#include <type_traits>
#include <utility>
#include <variant>

#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/serialization.h"

namespace paddle::distributed {

using framework::LoDTensor;
using framework::Scope;
using framework::ScopeAccess;
using framework::ScopeLocks;
using framework::SelectedRows;
using framework::Variable;

namespace {

void Add(const std::string& name, const Variable& variable,
         framework::NamedTensors* values) {
  if (variable.Is<LoDTensor>()) {
    const auto& tensor = variable.Get<LoDTensor>();
    if (tensor.initialized()) values->emplace(name, tensor);
  } else if (variable.Is<SelectedRows>()) {
    values->emplace(name, variable.Get<SelectedRows>());
  }
}

}  // namespace

std::string PackValues(const Scope& scope,
                       const std::vector<std::string>& names) {
  ScopeLocks locks =
      ScopeLocks::Chain(scope, ScopeAccess::kRead, ScopeAccess::kRead);
  locks.Lock();
  framework::NamedTensors values;
  for (const std::string& name : names) {
    const Variable* variable = scope.FindVar(name);
    if (variable != nullptr) Add(name, *variable, &values);
  }
  return framework::SerializeTensors(values);
}

std::vector<std::string> UnpackValues(absl::string_view bytes, Scope* scope) {
  framework::NamedTensors values =
      framework::ParseTensors(bytes, "another trainer's values");
  ScopeLocks locks =
      ScopeLocks::Chain(*scope, ScopeAccess::kWrite, ScopeAccess::kWrite);
  locks.Lock();
  std::vector<std::string> names;
  for (auto& [name, value] : values) {
    names.push_back(name);
    Variable* variable = scope->FindVar(name);
    if (variable == nullptr) variable = scope->Var(name);
    std::visit(
        [variable = variable](auto& held) {
          *variable->GetMutable<std::decay_t<decltype(held)>>() =
              std::move(held);
        },
        value);
  }
  return names;
}

}  // namespace paddle::distributed
