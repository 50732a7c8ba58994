#include "paddle/framework/interchange/onnx/save.h"

#include <algorithm>
#include <map>
#include <memory>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/interchange/onnx/exported_graph.h"
#include "paddle/framework/interchange/onnx/exported_op.h"
#include "paddle/framework/interchange/onnx/exporters.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prune.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/scope/variable.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::onnx {

using framework::Program;
using framework::Scope;
using framework::proto::BlockDesc;
using framework::proto::OpDesc;
using framework::proto::VarDesc;

namespace {

constexpr int kOldestOpset = 13;
constexpr int kNewestExported = 22;

// Returns the version of the format that a version of the operators asks for
// (github.com/onnx/onnx, docs/Versioning.md).
int64_t FormatOf(int opset) {
  if (opset < 15) return 7;
  if (opset < 19) return 8;
  return opset < 21 ? 9 : 10;
}

void CheckOps(const BlockDesc& block) {
  std::map<std::string, int> missing;
  for (const OpDesc& op : block.ops()) {
    if (framework::ReadsAttributes(op)) {
      ++missing[op.type() + " with attributes from inputs"];
    } else if (FindExporter(op.type()) == nullptr) {
      ++missing[op.type()];
    }
  }
  std::string text;
  for (const auto& [type, count] : missing) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", type, " (", count, ")");
  }
  PADDLE_ENFORCE(text.empty(), Unimplemented,
                 "there are operators that cannot be exported to ONNX: ", text);
}

// A graph defines each value once, and knows no sequences.
void CheckValues(const BlockDesc& block) {
  absl::flat_hash_set<std::string> defined;
  for (const OpDesc& op : block.ops()) {
    const auto inputs = framework::InputNames(op);
    for (const std::string& name : framework::OutputNames(op)) {
      const bool in_place =
          std::find(inputs.begin(), inputs.end(), name) != inputs.end();
      PADDLE_ENFORCE(defined.insert(name).second || in_place, Unimplemented,
                     "variable ", name, " is written twice, by ", op.type());
    }
  }
  for (const VarDesc& var : block.vars()) {
    PADDLE_ENFORCE(var.lod_level() == 0, Unimplemented, "variable ", var.name(),
                   " has sequences, which ONNX has not: pad them first");
  }
}

// The caller holds the scope's locks as long as the weights are read.
ExportedGraph::Weights WeightsIn(const BlockDesc& block, const Scope& scope) {
  ExportedGraph::Weights weights;
  for (const VarDesc& var : block.vars()) {
    if (!var.persistable()) continue;
    const framework::Variable* value = scope.FindVar(var.name());
    const bool held = value != nullptr && value->Is<framework::LoDTensor>() &&
                      value->Get<framework::LoDTensor>().initialized();
    PADDLE_ENFORCE(held, FailedPrecondition, "variable ", var.name(),
                   " has no value in the scope: run the startup program first");
    weights.emplace(var.name(),
                    framework::OnCPU(value->Get<framework::LoDTensor>()));
  }
  return weights;
}

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

}  // namespace

proto::ModelProto ExportModel(const Program& program,
                              const std::vector<std::string>& feeds,
                              const std::vector<std::string>& fetches,
                              const Scope& scope, const SaveOptions& options) {
  PADDLE_ENFORCE(
      options.opset >= kOldestOpset && options.opset <= kNewestExported,
      InvalidArgument, "opset ", options.opset, " is not in [", kOldestOpset,
      ", ", kNewestExported, "]");
  const std::shared_ptr<Program> part =
      framework::Prune(*program.InferenceClone(), 0, feeds, fetches);
  const BlockDesc& block = part->desc().blocks(0);
  CheckOps(block);
  CheckValues(block);
  using framework::ScopeAccess;
  framework::ScopeLocks locks = framework::ScopeLocks::Chain(
      scope, ScopeAccess::kRead, ScopeAccess::kRead);
  // held until all bytes are in the model, so that nobody updates the values
  locks.Lock();
  const ExportedGraph::Weights weights = WeightsIn(block, scope);
  proto::ModelProto model;
  model.set_ir_version(FormatOf(options.opset));
  model.set_producer_name("paddle");
  auto* opset = model.add_opset_import();
  opset->set_domain("");
  opset->set_version(options.opset);
  proto::GraphProto* out = model.mutable_graph();
  out->set_name("program");
  ExportedGraph graph(*part, weights, options.opset, out);
  for (const std::string& feed : feeds) {
    *out->add_input() = graph.InfoOf(feed);
  }
  for (int i = 0; i < block.ops_size(); ++i) {
    for (const std::string& input : framework::InputNames(block.ops(i))) {
      CheckWritten(block, i, input, graph);
    }
    Export(block.ops(i), &graph);
  }
  for (const std::string& fetch : fetches) {
    if (graph.FindWeight(fetch) != nullptr) graph.NeedWeight(fetch);
    CheckWritten(block, block.ops_size(), fetch, graph);
    *out->add_output() = graph.InfoOf(fetch);
  }
  return model;
}

void SaveOnnx(const std::string& path, const Program& program,
              const std::vector<std::string>& feeds,
              const std::vector<std::string>& fetches, const Scope& scope,
              const SaveOptions& options) {
  const proto::ModelProto model =
      ExportModel(program, feeds, fetches, scope, options);
  std::string bytes;
  PADDLE_ENFORCE(model.SerializeToString(&bytes), ResourceExhausted,
                 "the model has more than 2 GiB, which one file cannot hold");
  platform::AtomicWriteFile(path, bytes);
}

}  // namespace paddle::onnx
