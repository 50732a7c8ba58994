#include "paddle/framework/interchange/onnx/load.h"

#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/interchange/onnx/graph_import.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/model_file.h"
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

void CountMissing(const proto::GraphProto& graph, const Opsets& opsets,
                  std::map<std::string, int>* missing) {
  for (const proto::NodeProto& node : graph.node()) {
    const std::string domain = DomainOf(node.domain());
    if (FindHandler(domain, node.op_type(), opsets.Of(domain)) == nullptr) {
      ++(*missing)[OperatorName(node)];
    }
    ForEachInnerGraph(node, [&](const proto::GraphProto& inner) {
      CountMissing(inner, opsets, missing);
    });
  }
}

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
  std::map<std::string, int> missing;
  CountMissing(model.graph(), Opsets(model), &missing);
  return missing;
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
    GraphImport import(std::make_shared<Program>(schemas), Opsets(model),
                       {name, folder, options.trainable, NamesIn(*scope)});
    const auto weights = import.Import(model.mutable_graph());
    SetValues(weights, name, scope);
    return import.program();
  });
}

std::shared_ptr<Program> LoadOnnx(const std::string& path,
                                  const framework::SchemaSource& schemas,
                                  Scope* scope, const LoadOptions& options) {
  return ImportModel(ReadModel(path), path, FolderOf(path), schemas, scope,
                     options);
}

}  // namespace paddle::onnx
