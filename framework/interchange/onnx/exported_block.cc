#include "paddle/framework/interchange/onnx/exported_block.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "paddle/framework/interchange/onnx/exporters.h"
#include "paddle/framework/interchange/onnx/onnx_type.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::proto::BlockDesc;
using framework::proto::OpDesc;
using framework::proto::VarDesc;

namespace {

void Export(const OpDesc& op, ExportedGraph* graph) {
  try {
    ExportedOp view(op, graph);
    FindExporter(op.type())(&view);
  } catch (platform::Error& error) {
    error.AddContext(absl::StrCat("of operator ", op.type(),
                                  ", exported to "
                                  "ONNX, ",
                                  framework::CallSiteText(op)));
    throw;
  }
}

// Throws Unimplemented, naming the operator, for a value that one of the first
// `end` operators makes, but its exporter did not write.
void CheckWritten(const BlockDesc& block, int end, const std::string& name,
                  const ExportedGraph& graph) {
  if (graph.Writes(name) || graph.FindWeight(name) != nullptr) return;
  for (int i = 0; i < end; ++i) {
    const OpDesc& op = block.ops(i);
    for (const auto& slot : op.outputs()) {
      const auto& names = slot.arguments();
      const bool makes =
          std::find(names.begin(), names.end(), name) != names.end();
      PADDLE_ENFORCE(!makes, Unimplemented, "output ", slot.name(), " of ",
                     op.type(), ", ", name, ", cannot be exported to ONNX, ",
                     framework::CallSiteText(op));
    }
  }
}

// Outputs have the sequences of the first input with as many rows, unless the
// exporter said otherwise.
void ShareSequences(const OpDesc& op, ExportedGraph* graph) {
  for (const std::string& out : framework::OutputNames(op)) {
    const VarDesc* var = graph->block().FindVar(out);
    const bool open = var != nullptr && var->lod_level() > 0 &&
                      graph->FindSequences(out) == nullptr;
    if (!open) continue;
    for (const std::string& in : framework::InputNames(op)) {
      const ExportedSequences* found = graph->FindSequences(in);
      const bool same =
          found != nullptr && graph->DimsOf(in)[0] == graph->DimsOf(out)[0];
      if (!same) continue;
      graph->SetSequences(out, ExportedSequences(*found));
      break;
    }
  }
}

}  // namespace

void ExportOps(const std::vector<std::string>& ends, ExportedGraph* graph) {
  const BlockDesc& block = graph->block().desc();
  for (int i = 0; i < block.ops_size(); ++i) {
    for (const std::string& input : framework::InputNames(block.ops(i))) {
      CheckWritten(block, i, input, *graph);
    }
    Export(block.ops(i), graph);
    ShareSequences(block.ops(i), graph);
  }
  for (const std::string& end : ends) {
    CheckWritten(block, block.ops_size(), end, *graph);
  }
}

ExportedBlock::ExportedBlock(ExportedOp* op, int block, proto::NodeProto* node,
                             const std::string& attribute)
    : op_(*op),
      graph_(*SetGraph(node, attribute)),
      inside_(op->graph(), block, &graph_) {}

ExportedBlock::Names ExportedBlock::arguments() const {
  const auto& names = op_.graph()->block().desc().arguments();
  return {names.begin(), names.end()};
}

ExportedBlock::Names ExportedBlock::results() const {
  const auto& names = op_.graph()->block().desc().results();
  return {names.begin(), names.end()};
}

void ExportedBlock::CheckTensor(const std::string& name) const {
  const VarDesc& var = op_.graph()->block().GetVar(name);
  PADDLE_ONNX_CANNOT(var.kind() != framework::proto::DENSE_TENSOR, name,
                     ", which is no tensor");
  PADDLE_ONNX_CANNOT(var.lod_level() > 0, "the sequences of ", name);
}

void ExportedBlock::AddInput(const std::string& name) {
  CheckTensor(name);
  *graph_.add_input() = op_.graph()->InfoOf(name);
}

void ExportedBlock::SetScalar(framework::DataType type, const std::string& name,
                              proto::ValueInfoProto* info) {
  info->set_name(name);
  auto* tensor = info->mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(OnnxTypeOf(type));
  tensor->mutable_shape();
}

void ExportedBlock::AddInput(framework::DataType type) {
  SetScalar(type, op_.NewName("unused"), graph_.add_input());
}

void ExportedBlock::AddOutput(framework::DataType type,
                              const std::string& value) {
  SetScalar(type, op_.Value("Identity", {value}), graph_.add_output());
}

void ExportedBlock::Run() { ExportOps(results(), op_.graph()); }

void ExportedBlock::AddOutputs(const Names& names) {
  for (const std::string& name : names) AddOutput(name);
}

void ExportedBlock::AddOutput(const std::string& name) {
  CheckTensor(name);
  // A graph gives values of its own nodes, each once.
  proto::ValueInfoProto info = op_.graph()->InfoOf(name);
  info.set_name(op_.Value("Identity", {name}));
  *graph_.add_output() = info;
}

}  // namespace paddle::onnx
