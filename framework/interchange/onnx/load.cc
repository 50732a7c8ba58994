#include "paddle/framework/interchange/onnx/load.h"

#include <set>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/interchange/onnx/functions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/model_file.h"
#include "paddle/framework/interchange/onnx/model_import.h"
#include "paddle/framework/interchange/onnx/opsets.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/scope/variable.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::Program;
using framework::Scope;

namespace {

std::string OperatorName(const proto::NodeProto& node) {
  const std::string domain = DomainOf(node.domain());
  return domain.empty() ? node.op_type()
                        : absl::StrCat(domain, "::", node.op_type());
}

// Counts the nodes that nothing imports, those of a function once.
class MissingCounter {
 public:
  explicit MissingCounter(const proto::ModelProto& model)
      : functions_(model), opsets_(model) {
    Count(model.graph(), opsets_);
    // Functions call others; the list grows.
    for (size_t i = 0; i < called_.size(); ++i) {
      const Opsets opsets(*called_[i], opsets_);
      for (const proto::NodeProto& node : called_[i]->node()) {
        Count(node, opsets);
      }
    }
  }

  const std::map<std::string, int>& missing() const { return missing_; }

 private:
  void Count(const proto::GraphProto& graph, const Opsets& opsets) {
    for (const proto::NodeProto& node : graph.node()) Count(node, opsets);
  }

  void Count(const proto::NodeProto& node, const Opsets& opsets) {
    const std::string domain = DomainOf(node.domain());
    const proto::FunctionProto* function = functions_.Find(node);
    if (function != nullptr) {
      if (seen_.insert(function).second) called_.push_back(function);
    } else if (FindHandler(domain, node.op_type(), opsets.Of(domain)) ==
               nullptr) {
      ++missing_[OperatorName(node)];
    }
    ForEachInnerGraph(
        node, [&](const proto::GraphProto& inner) { Count(inner, opsets); });
  }

  const Functions functions_;
  const Opsets opsets_;
  std::set<const proto::FunctionProto*> seen_;
  std::vector<const proto::FunctionProto*> called_;
  std::map<std::string, int> missing_;
};

void CheckNothingMissing(const proto::ModelProto& model,
                         const std::string& name) {
  std::string text;
  for (const auto& [op, nodes] : MissingOps(model)) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", op, " (", nodes,
                    nodes == 1 ? " node)" : " nodes)");
  }
  PADDLE_ENFORCE(text.empty(), Unimplemented, name,
                 " has operators that cannot be imported: ", text);
}

// Throws if the scope holds something else under the name of a weight.
void CheckFree(const Scope& scope, const std::string& name,
               const framework::Tensor& tensor, const std::string& model) {
  const framework::Variable* variable = scope.FindLocalVar(name);
  if (variable == nullptr || variable->empty()) return;
  const auto* held = variable->Is<framework::LoDTensor>()
                         ? &variable->Get<framework::LoDTensor>()
                         : nullptr;
  const bool empty = held != nullptr && !held->initialized();
  const bool same = held != nullptr && held->initialized() &&
                    held->dims() == tensor.dims() &&
                    held->dtype() == tensor.dtype();
  PADDLE_ENFORCE(
      empty || same, AlreadyExists, model, " has a weight '", name, "', ",
      tensor.dims().ToString(), " ", framework::DataTypeName(tensor.dtype()),
      ", and the scope holds another value of this name: give each model a "
      "scope of its own");
}

Values::Names NamesIn(const Scope& scope) {
  framework::ScopeLocks locks =
      framework::ScopeLocks::One(scope, framework::ScopeAccess::kRead);
  locks.Lock();
  const std::vector<std::string> names = scope.LocalNames();
  return {names.begin(), names.end()};
}

void SetValues(const Values::Weights& weights, const std::string& model,
               Scope* scope) {
  framework::ScopeLocks locks =
      framework::ScopeLocks::One(*scope, framework::ScopeAccess::kWrite);
  locks.Lock();
  for (const auto& [name, tensor] : weights) {
    CheckFree(*scope, name, tensor, model);
  }
  for (const auto& [name, tensor] : weights) {
    *scope->Var(name)->GetMutable<framework::LoDTensor>() =
        framework::LoDTensor(tensor);
  }
}

// Calls the function; errors name the model.
template <typename Function>
auto Of(const std::string& model, Function function) {
  try {
    return function();
  } catch (platform::Error& error) {
    if (!absl::StrContains(error.what(), model)) {
      error.AddContext(absl::StrCat("in model ", model));
    }
    throw;
  }
}

}  // namespace

std::map<std::string, int> MissingOps(const proto::ModelProto& model) {
  return MissingCounter(model).missing();
}

std::map<std::string, int> MissingOps(const std::string& path) {
  return Of(path, [&] { return MissingOps(ReadModel(path)); });
}

std::shared_ptr<Program> ImportModel(proto::ModelProto model,
                                     const std::string& name,
                                     const std::string& folder,
                                     const framework::SchemaSource& schemas,
                                     Scope* scope, const LoadOptions& options) {
  return Of(name, [&] {
    CheckNothingMissing(model, name);
    auto program = std::make_shared<Program>(schemas);
    const auto weights = ImportMainGraph(
        {name, folder, options.trainable, NamesIn(*scope)}, &model, program);
    SetValues(weights, name, scope);
    return program;
  });
}

std::shared_ptr<Program> LoadOnnx(const std::string& path,
                                  const framework::SchemaSource& schemas,
                                  Scope* scope, const LoadOptions& options) {
  return ImportModel(ReadModel(path), path, FolderOf(path), schemas, scope,
                     options);
}

}  // namespace paddle::onnx
