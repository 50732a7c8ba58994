#include "paddle/framework/interchange/onnx/graph_import.h"

#include <map>
#include <new>
#include <stdexcept>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/interchange/onnx/graph_inputs.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/model_file.h"
#include "paddle/framework/interchange/onnx/shape_limits.h"
#include "paddle/framework/interchange/onnx/size_nodes.h"
#include "paddle/framework/interchange/onnx/value_type.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::Program;
using proto::FunctionProto;
using proto::NodeProto;

namespace {

// The most elements of the values that all nodes together are folded to; real
// models stay far below.
constexpr int64_t kMostFolded = 1LL << 22;

// The most nodes that the calls of functions and the graphs in nodes come to,
// with the inputs and outputs of these graphs: a small file of functions that
// call others twice would have no end.
constexpr int64_t kMostInnerNodes = 1LL << 18;

// The most blocks of a program: each new name is looked for in all of them.
constexpr int kMostBlocks = 1 << 12;

}  // namespace

GraphImport::GraphImport(ModelContext* model, std::shared_ptr<Program> program,
                         bool trainable, Values::Names taken)
    : model_(*model),
      place_(model->name),
      values_(std::move(program), trainable, std::move(taken)) {}

GraphImport::GraphImport(GraphImport* outer, const FunctionProto* function,
                         std::string place)
    : model_(outer->model_),
      outer_(outer),
      function_(function),
      place_(std::move(place)),
      block_(layer::CurrentBlock(*outer->values_.program())),
      depth_(outer->depth_ + 1),
      repeated_(outer->repeated_),
      values_(outer->values_, /*sees_outer=*/function == nullptr) {
  if (function == nullptr) return;
  opsets_ = std::make_unique<Opsets>(*function, model_.opsets);
  repeated_ |= !model_.called.insert(function).second;
}

void GraphImport::ImportNodes(const Nodes& nodes) {
  nodes_ = &nodes;
  for (int i = 0; i < nodes.size(); ++i) {
    At(i, [&] { ImportNode(i); });
  }
}

layer::Variable GraphImport::VariableOf(const std::string& name) {
  const Value& value = values_.Get(name);
  if (value.is_pending()) WritePending(value);
  return values_.VariableOf(name);
}

std::vector<std::pair<std::string, layer::Variable>> GraphImport::Named()
    const {
  auto named = values_.Named();
  for (const auto& inner : inner_) {
    const auto more = inner->Named();
    named.insert(named.end(), more.begin(), more.end());
  }
  return named;
}

std::string GraphImport::Place(int index) const {
  const NodeProto& node = nodes_->Get(index);
  const std::string name =
      node.name().empty() ? "" : absl::StrCat(" '", node.name(), "'");
  return absl::StrCat(place_, ": node ", index, name, " (", node.op_type(),
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

int GraphImport::OpsetOf(const std::string& domain) const {
  if (opsets_ != nullptr) return opsets_->Of(domain);
  return outer_ != nullptr ? outer_->OpsetOf(domain) : model_.opsets.Of(domain);
}

const proto::AttributeProto* GraphImport::CallAttr(
    const std::string& name) const {
  if (function_ == nullptr) {
    return outer_ != nullptr ? outer_->CallAttr(name) : nullptr;
  }
  const auto found = call_attrs_.find(name);
  return found == call_attrs_.end() ? nullptr : found->second;
}

void GraphImport::CountInner(int64_t nodes) {
  model_.inner += nodes;
  PADDLE_ENFORCE(model_.inner <= kMostInnerNodes, ResourceExhausted,
                 "the functions and inner graphs of the model come to more "
                 "than ",
                 kMostInnerNodes, " nodes, inputs and outputs");
}

void GraphImport::CheckBlocks() const {
  PADDLE_ENFORCE(values_.program()->desc().blocks_size() <= kMostBlocks,
                 ResourceExhausted, "the model comes to more than ",
                 kMostBlocks, " blocks");
}

void GraphImport::ImportNode(int index) {
  const NodeProto& node = nodes_->Get(index);
  ++model_.nodes;
  if (outer_ != nullptr) CountInner(1);
  for (const std::string& input : node.input()) {
    // Throws if it is not defined.
    if (!input.empty() && !values_.IsAbsent(input)) values_.Get(input);
  }
  // A node that waits finds its inputs by their names when it is written.
  for (const std::string& output : node.output()) {
    PADDLE_ENFORCE(output.empty() || !values_.IsOfOuter(output),
                   InvalidArgument, "output '", output,
                   "' has the name of a value of an outer graph");
  }
  const FunctionProto* function = model_.functions.Find(node);
  if (function != nullptr) return Call(*function, index);
  const std::string domain = DomainOf(node.domain());
  Node view(node, OpsetOf(domain), &values_, this);
  const auto sizes =
      domain.empty() ? ComputeSizes(&view) : absl::optional<SizeArray>();
  if (!sizes) return WriteNode(index);
  model_.folded += static_cast<int64_t>(sizes->elements.size());
  if (model_.folded > kMostFolded) return WriteNode(index);
  Value value;
  value.sizes = sizes;
  if (sizes->HasSymbols()) {
    value.pending = {this, index, model_.nodes};
  } else {
    value.constant = ToTensor(*sizes);
  }
  if (!node.output(0).empty()) values_.Add(node.output(0), std::move(value));
}

void GraphImport::WriteNode(int index) {
  const NodeProto& node = nodes_->Get(index);
  const auto& program = values_.program();
  const auto& block = program->block(block_).desc();
  const int begin = block.ops_size(), old_vars = block.vars_size();
  const int outer_node = current_;
  current_ = index;
  Handle(node);
  current_ = outer_node;
  CheckBlocks();
  for (int i = old_vars; i < block.vars_size(); ++i) {
    CheckShape(block.vars(i), program->global_block().sizes());
  }
  // A pending node is written inside of the one that asks for it: the first
  // that claims an operator is right.
  for (int i = begin; i < block.ops_size(); ++i) {
    model_.origins.try_emplace(block.ops(i).id(), this, index);
  }
}

void GraphImport::Handle(const NodeProto& node) {
  const std::string domain = DomainOf(node.domain());
  const int opset = OpsetOf(domain);
  const Handler handler = FindHandler(domain, node.op_type(), opset);
  PADDLE_ONNX_REFUSE(handler == nullptr, "operator ", node.op_type(),
                     " of domain '", domain, "' in version ", opset);
  Node view(node, opset, &values_, this);
  handler(&view);
  for (int i = 0; i < node.output_size(); ++i) {
    PADDLE_ONNX_REFUSE(view.HasOutput(i) && !values_.Find(node.output(i)) &&
                           !values_.IsAbsent(node.output(i)),
                       "output ", i, " ('", node.output(i), "') is not made");
  }
}

void GraphImport::WritePending(const Value& value) {
  // Chains may be longer than the stack is deep.
  std::map<int64_t, PendingNode> needed{{value.pending.order, value.pending}};
  std::vector<PendingNode> open{value.pending};
  while (!open.empty()) {
    const auto& graph = *static_cast<const GraphImport*>(open.back().graph);
    const NodeProto& node = graph.nodes_->Get(open.back().node);
    open.pop_back();
    for (const std::string& input : node.input()) {
      const Value* read = input.empty() ? nullptr : graph.values_.Find(input);
      const bool waits = read != nullptr && read->is_pending();
      if (waits && needed.emplace(read->pending.order, read->pending).second) {
        open.push_back(read->pending);
      }
    }
  }
  // Nodes come after those that they read.
  for (const auto& [order, pending] : needed) {
    auto& graph = *static_cast<GraphImport*>(pending.graph);
    const layer::BlockGuard block(graph.values_.program(), graph.block_);
    const int node = pending.node;
    graph.At(node, [&] { graph.WriteNode(node); });
  }
}

GraphImport* GraphImport::AddInner(const FunctionProto* function,
                                   const std::string& what) {
  PADDLE_ONNX_REFUSE(depth_ >= kMostNestedGraphs, "more than ",
                     kMostNestedGraphs, " graphs and functions in one another");
  inner_.push_back(std::unique_ptr<GraphImport>(
      new GraphImport(this, function, absl::StrCat(Place(current_), what))));
  return inner_.back().get();
}

std::vector<ValuePtr> GraphImport::Import(const proto::GraphProto& graph,
                                          const std::string& name,
                                          const std::vector<Value>& inputs) {
  CheckBlocks();
  // A loop may ask for a graph without nodes once for each of its inputs.
  CountInner(graph.input_size() + graph.output_size());
  GraphImport& inner = *AddInner(nullptr, absl::StrCat(", ", name));
  PADDLE_ENFORCE(graph.input_size() == static_cast<int>(inputs.size()),
                 InvalidArgument, "the graph ", name, " has ",
                 graph.input_size(), " inputs, and not ", inputs.size());
  ReadInnerWeights({inner.place_, model_.folder}, graph, repeated_,
                   &inner.values_);
  for (int i = 0; i < graph.input_size(); ++i) {
    Value input = inputs[i];
    const bool array = input.variable.is_valid() &&
                       input.variable.kind() == framework::proto::TENSOR_ARRAY;
    // The name is that of the graph's input, whose type says more.
    if (array) input.optional = ValueTypeOf(graph.input(i).type()).optional();
    inner.values_.Add(graph.input(i).name(), std::move(input));
  }
  inner.ImportNodes(graph.node());
  std::vector<ValuePtr> outputs;
  for (const proto::ValueInfoProto& output : graph.output()) {
    const bool absent = inner.values_.IsAbsent(output.name());
    outputs.push_back(absent ? nullptr
                             : inner.values_.GetShared(output.name()));
  }
  return outputs;
}

void GraphImport::Undo(size_t mark) {
  inner_.resize(mark);
  GraphImport* main = this;
  while (main->outer_ != nullptr) main = main->outer_;
  main->ForgetRemoved();
}

void GraphImport::ForgetRemoved() {
  values_.ForgetRemoved();
  for (const auto& inner : inner_) inner->ForgetRemoved();
}

void GraphImport::CheckDoesNotCallItself(const FunctionProto& function) const {
  for (const GraphImport* one = this; one != nullptr; one = one->outer_) {
    PADDLE_ENFORCE(one->function_ != &function, InvalidArgument, "function '",
                   function.name(), "' calls itself");
  }
}

void GraphImport::Call(const FunctionProto& function, int index) {
  const NodeProto& node = nodes_->Get(index);
  CheckDoesNotCallItself(function);
  const int outer_node = current_;
  current_ = index;
  GraphImport& inner = *AddInner(&function, ", function");
  inner.BindCall(function, node);
  inner.ImportNodes(function.node());
  current_ = outer_node;
  PADDLE_ENFORCE(node.output_size() <= function.output_size(), InvalidArgument,
                 "function '", function.name(), "' has ",
                 function.output_size(), " outputs, and not ",
                 node.output_size());
  for (int i = 0; i < node.output_size(); ++i) {
    if (node.output(i).empty()) continue;
    const std::string& name = function.output(i);
    const bool absent = inner.values_.IsAbsent(name);
    values_.AddShared(node.output(i),
                      absent ? nullptr : inner.values_.GetShared(name));
  }
}

void GraphImport::BindCall(const FunctionProto& function,
                           const NodeProto& call) {
  PADDLE_ENFORCE(call.input_size() <= function.input_size(), InvalidArgument,
                 "function '", function.name(), "' has ", function.input_size(),
                 " inputs, and not ", call.input_size());
  Values& outer = outer_->values_;
  for (int i = 0; i < function.input_size(); ++i) {
    const std::string name = i < call.input_size() ? call.input(i) : "";
    const bool absent = name.empty() || outer.IsAbsent(name);
    values_.AddShared(function.input(i),
                      absent ? nullptr : outer.GetShared(name));
  }
  for (const auto& attribute : function.attribute_proto()) {
    call_attrs_[attribute.name()] = &attribute;
  }
  // An attribute of the call may itself refer to one of the call around it.
  const Node view(call, 1, &outer, outer_);
  for (const auto& attribute : call.attribute()) {
    const auto* given = view.FindAttr(attribute.name());
    if (given != nullptr) call_attrs_[attribute.name()] = given;
  }
}

}  // namespace paddle::onnx
