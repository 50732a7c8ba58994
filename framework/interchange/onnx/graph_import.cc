#include "paddle/framework/interchange/onnx/graph_import.h"

#include <new>
#include <set>
#include <stdexcept>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/interchange/onnx/graph_inputs.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/rename.h"
#include "paddle/framework/interchange/onnx/shape_limits.h"
#include "paddle/framework/interchange/onnx/size_nodes.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::Program;
using proto::GraphProto;
using proto::NodeProto;
using proto::ValueInfoProto;

namespace {

// The most elements of the values that all nodes together are folded to; real
// models stay far below.
constexpr int64_t kMostFolded = 1LL << 22;

}  // namespace

GraphImport::GraphImport(std::shared_ptr<Program> program, Opsets opsets,
                         Options options)
    : values_(std::move(program), options.trainable, std::move(options.taken)),
      opsets_(std::move(opsets)),
      model_(std::move(options.model)),
      folder_(std::move(options.folder)),
      write_pending_([this](int index) { WritePending(index); }) {}

Values::Weights GraphImport::Import(GraphProto* graph) {
  graph_ = graph;
  // Operators without inputs go to the default program.
  const layer::ProgramGuard guard(program());
  ReadGraphInputs({model_, folder_}, graph, &values_);
  for (int i = 0; i < graph->node_size(); ++i) {
    At(i, [&] { ImportNode(i); });
  }
  SetFetches(*graph);  // May write pending nodes.
  SetCallSites();
  const NewNames names = RenameVariables(program().get(), NamesOfVariables());
  Values::Weights weights;
  for (const auto& [name, tensor] : values_.weights()) {
    const auto found = names.find(name);
    weights.emplace(found == names.end() ? name : found->second, tensor);
  }
  return weights;
}

NewNames GraphImport::NamesOfVariables() {
  // Among several names of one variable that of the feed or the fetch counts.
  NewNames names;
  for (const std::string& feed : program()->desc().feeds()) {
    names.emplace(feed, feed);
  }
  for (const std::string& fetch : program()->desc().fetches()) {
    names.emplace(values_.Get(fetch).variable.name(), fetch);
  }
  for (const auto& [name, variable] : values_.Named()) {
    names.emplace(variable.name(), name);
  }
  return names;
}

std::string GraphImport::Place(int index) const {
  const NodeProto& node = graph_->node(index);
  const std::string name =
      node.name().empty() ? "" : absl::StrCat(" '", node.name(), "'");
  return absl::StrCat(model_, ": node ", index, name, " (", node.op_type(),
                      ")");
}

template <typename Function>
void GraphImport::At(int index, Function function) const {
  try {
    function();
  } catch (platform::Error& error) {
    error.AddContext(absl::StrCat("at ", Place(index)));
    throw;
  } catch (const std::bad_alloc&) {
    PADDLE_THROW(ResourceExhausted, "out of memory at ", Place(index));
  } catch (const std::length_error&) {
    PADDLE_THROW(ResourceExhausted, "a list that no memory has, at ",
                 Place(index));
  }
}

void GraphImport::ImportNode(int index) {
  const NodeProto& node = graph_->node(index);
  const std::string domain = DomainOf(node.domain());
  Node view(node, opsets_.Of(domain), &values_, folder_, write_pending_);
  for (const std::string& input : node.input()) {
    if (!input.empty()) values_.Get(input);  // Throws if it is not defined.
  }
  const auto sizes =
      domain.empty() ? ComputeSizes(&view) : absl::optional<SizeArray>();
  if (!sizes) return WriteNode(index);
  folded_ += static_cast<int64_t>(sizes->elements.size());
  if (folded_ > kMostFolded) return WriteNode(index);
  Value value;
  value.sizes = sizes;
  if (sizes->HasSymbols()) {
    value.pending = index;
  } else {
    value.constant = ToTensor(*sizes);
  }
  if (!node.output(0).empty()) values_.Add(node.output(0), std::move(value));
}

void GraphImport::WriteNode(int index) {
  const NodeProto& node = graph_->node(index);
  const std::string domain = DomainOf(node.domain());
  const int opset = opsets_.Of(domain);
  const Handler handler = FindHandler(domain, node.op_type(), opset);
  PADDLE_ENFORCE(handler != nullptr, Internal, "no importer");
  Node view(node, opset, &values_, folder_, write_pending_);
  const auto& ops = program()->global_block().desc().ops();
  const int begin = ops.size();
  const auto& vars = program()->global_block().desc().vars();
  const int old_vars = vars.size();
  handler(&view);
  for (int i = old_vars; i < vars.size(); ++i) {
    CheckShape(vars.Get(i), program()->global_block().sizes());
  }
  written_.push_back({begin, ops.size(), index});
  for (int i = 0; i < node.output_size(); ++i) {
    PADDLE_ONNX_REFUSE(view.HasOutput(i) && !values_.Find(node.output(i)),
                       "output ", i, " ('", node.output(i), "') is not made");
  }
}

void GraphImport::WritePending(int index) {
  // Chains may be longer than the stack is deep.
  std::set<int> needed{index};
  std::vector<int> open{index};
  while (!open.empty()) {
    const NodeProto& node = graph_->node(open.back());
    open.pop_back();
    for (const std::string& input : node.input()) {
      const Value* value = input.empty() ? nullptr : values_.Find(input);
      const bool waits = value != nullptr && value->pending >= 0 &&
                         !value->variable.is_valid();
      if (waits && needed.insert(value->pending).second) {
        open.push_back(value->pending);
      }
    }
  }
  // Nodes come after those that they read.
  for (int pending : needed) {
    At(pending, [&] { WriteNode(pending); });
  }
}

void GraphImport::SetCallSites() {
  auto* ops = program()->mutable_desc()->mutable_blocks(0)->mutable_ops();
  // A pending node is written inside of the one that asks for it, and earlier
  // in the list: the first entry of an operator is the right one.
  for (auto written = written_.rbegin(); written != written_.rend();
       ++written) {
    for (int i = written->begin; i < written->end; ++i) {
      (*ops)[i].clear_call_site();
      (*ops)[i].add_call_site()->set_file(Place(written->node));
    }
  }
  program()->Changed();
}

void GraphImport::SetFetches(const GraphProto& graph) {
  absl::flat_hash_set<std::string> taken, named;
  for (const auto& name : program()->desc().feeds()) {
    taken.insert(name);
    named.insert(name);
  }
  for (const ValueInfoProto& output : graph.output()) {
    program()->mutable_desc()->add_fetches(output.name());
    // A feed, or an output before, is there under this name already.
    if (!named.insert(output.name()).second) continue;
    Value& value = values_.Get(output.name());
    if (!value.variable.is_valid() && value.pending >= 0) {
      write_pending_(value.pending);
    }
    values_.VariableOf(output.name());
    // A variable has one name, so that a second one is a copy.
    const layer::Variable variable = value.variable;
    if (!taken.insert(variable.name()).second || variable.persistable()) {
      value.variable = layer::Op("assign", {{"X", variable}});
    }
  }
  PADDLE_ENFORCE(graph.output_size() > 0, InvalidArgument, model_,
                 " has no outputs");
}

}  // namespace paddle::onnx
