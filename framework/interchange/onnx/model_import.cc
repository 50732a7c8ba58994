#include "paddle/framework/interchange/onnx/model_import.h"

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/interchange/onnx/graph_import.h"
#include "paddle/framework/interchange/onnx/graph_inputs.h"
#include "paddle/framework/interchange/onnx/rename.h"
#include "paddle/framework/interchange/onnx/tensor_data.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::Program;
using proto::GraphProto;
using proto::ModelProto;

namespace {

void SetFetches(const GraphProto& graph, GraphImport* import) {
  Program& program = *import->values().program();
  absl::flat_hash_set<std::string> taken, named;
  for (const auto& name : program.desc().feeds()) {
    taken.insert(name);
    named.insert(name);
  }
  for (const proto::ValueInfoProto& output : graph.output()) {
    program.mutable_desc()->add_fetches(output.name());
    // A feed, or an output before, is there under this name already.
    if (!named.insert(output.name()).second) continue;
    PADDLE_ONNX_REFUSE(import->values().IsAbsent(output.name()), "output '",
                       output.name(), "' is an optional that is never there");
    const layer::Variable variable = import->VariableOf(output.name());
    // A variable has one name, so that a second one is a copy.
    if (!taken.insert(variable.name()).second || variable.persistable()) {
      import->values().Get(output.name()).variable = layer::Op("assign",
                                                               {{ "X",
                                                                  variable }});
    }
  }
  PADDLE_ENFORCE(graph.output_size() > 0, InvalidArgument,
                 "the graph has no outputs");
}

void SetCallSites(const ModelContext& context, Program* program) {
  for (auto& block : *program->mutable_desc()->mutable_blocks()) {
    for (auto& op : *block.mutable_ops()) {
      const auto found = context.origins.find(op.id());
      if (found == context.origins.end()) continue;
      const auto& [graph, node] = found->second;
      op.clear_call_site();
      op.add_call_site()->set_file(graph->Place(node));
    }
  }
  program->Changed();
}

NewNames NamesOfVariables(const Program& program, GraphImport* import) {
  // Among several names of one variable that of the feed or the fetch counts.
  NewNames names;
  absl::flat_hash_set<std::string> given;
  const auto add = [&](const std::string& variable, const std::string& name) {
    if (names.contains(variable) || !given.insert(name).second) return;
    names.emplace(variable, name);
  };
  for (const std::string& feed : program.desc().feeds()) add(feed, feed);
  for (const std::string& fetch : program.desc().fetches()) {
    add(import->values().Get(fetch).variable.name(), fetch);
  }
  // The graphs inside may use names again.
  for (const auto& [name, variable] : import->Named()) {
    add(variable.name(), name);
  }
  return names;
}

}  // namespace

Values::Weights ImportMainGraph(const ImportOptions& options, ModelProto* model,
                                const std::shared_ptr<Program>& to) {
  // Operators without inputs go to the default program.
  const layer::ProgramGuard guard(to);
  CheckExternalBytes(*model, options.folder);
  ModelContext context(*model, options.model, options.folder);
  GraphImport import(&context, to, options.trainable, options.taken);
  GraphProto* graph = model->mutable_graph();
  ReadGraphInputs({options.model, options.folder}, graph, &import.values());
  import.ImportNodes(graph->node());
  SetFetches(*graph, &import);  // May write pending nodes.
  SetCallSites(context, to.get());
  const NewNames names =
      RenameVariables(to.get(), NamesOfVariables(*to, &import), options.taken);
  Values::Weights weights;
  for (const auto& [name, tensor] : import.values().weights()) {
    const auto found = names.find(name);
    weights.emplace(found == names.end() ? name : found->second, tensor);
  }
  return weights;
}

}  // namespace paddle::onnx
