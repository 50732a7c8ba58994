#include "paddle/framework/interchange/onnx/save.h"

#include <algorithm>
#include <map>
#include <memory>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/interchange/onnx/exported_block.h"
#include "paddle/framework/interchange/onnx/exported_graph.h"
#include "paddle/framework/interchange/onnx/exporters.h"
#include "paddle/framework/interchange/onnx/onnx_type.h"
#include "paddle/framework/interchange/onnx/remove_unread.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prune.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/ir/var_kinds.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/scope/variable.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/data_type.h"
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

// Returns the global block and all that operators own, directly or not.
std::vector<const BlockDesc*> BlocksIn(const Program& program) {
  std::vector<const BlockDesc*> blocks{&program.desc().blocks(0)};
  for (size_t i = 0; i < blocks.size(); ++i) {
    for (const OpDesc& op : blocks[i]->ops()) {
      for (int index : framework::BlocksOf(op)) {
        blocks.push_back(&program.desc().blocks(index));
      }
    }
  }
  return blocks;
}

void CheckOps(const std::vector<const BlockDesc*>& blocks) {
  std::map<std::string, int> missing;
  for (const BlockDesc* block : blocks) {
    for (const OpDesc& op : block->ops()) {
      if (framework::ReadsAttributes(op)) {
        ++missing[op.type() + " with attributes from inputs"];
      } else if (FindExporter(op.type()) == nullptr) {
        ++missing[op.type()];
      }
    }
  }
  std::string text;
  for (const auto& [type, count] : missing) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", type, " (", count, ")");
  }
  PADDLE_ENFORCE(text.empty(), Unimplemented,
                 "there are operators that cannot be exported to ONNX: ", text);
}

// A graph defines each value once, and knows no sequences: those of one level
// are rows and lengths. `opset` knows not all data types.
void CheckValues(const BlockDesc& block, int opset) {
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
    PADDLE_ENFORCE(var.lod_level() <= 1, Unimplemented, "variable ", var.name(),
                   " has sequences of sequences, which ONNX has not");
    // A list of the steps of a loop has no type.
    if (var.dtype() == framework::proto::UNKNOWN) continue;
    const auto type = framework::DataTypeFromNumber(var.dtype());
    PADDLE_ENFORCE(FirstOpsetOf(type) <= opset, Unimplemented, "variable ",
                   var.name(), " is ", framework::DataTypeName(type),
                   ", which is in ONNX since opset ", FirstOpsetOf(type),
                   ", not in ", opset);
  }
}

// The caller holds the scope's locks as long as the weights are read.
ExportedGraph::Weights WeightsIn(const BlockDesc& block, const Scope& scope) {
  ExportedGraph::Weights weights;
  for (const VarDesc& var : block.vars()) {
    if (!var.persistable()) continue;
    PADDLE_ENFORCE(var.kind() == framework::proto::DENSE_TENSOR, Unimplemented,
                   "variable ", var.name(), " is ",
                   framework::KindText(var.kind()),
                   ", which files of ONNX do not keep");
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

bool HasSequences(const Program& program, const std::string& name) {
  const VarDesc* var = program.global_block().FindVar(name);
  return var != nullptr && var->lod_level() > 0;
}

// Adds the lengths of a value's sequences to inputs or outputs, and returns
// their name.
std::string AddLengths(
    const Program& program, const std::string& name,
    google::protobuf::RepeatedPtrField<proto::ValueInfoProto>* infos) {
  const std::string lengths = absl::StrCat(name, ".lengths");
  PADDLE_ENFORCE(program.global_block().FindVar(lengths) == nullptr,
                 AlreadyExists, "variable ", lengths,
                 " has the name that the lengths of ", name, " are to have");
  proto::ValueInfoProto* info = infos->Add();
  info->set_name(lengths);
  auto* type = info->mutable_type()->mutable_tensor_type();
  type->set_elem_type(proto::TensorProto::INT64);
  type->mutable_shape()->add_dim()->set_dim_param(
      absl::StrCat(name, ".sequences"));
  return lengths;
}

void AddInput(const Program& program, const std::string& feed,
              ExportedGraph* graph, proto::GraphProto* out) {
  *out->add_input() = graph->InfoOf(feed);
  if (!HasSequences(program, feed)) return;
  graph->SetSequences(feed, {AddLengths(program, feed, out->mutable_input())});
}

void AddOutput(const Program& program, const std::string& fetch,
               ExportedGraph* graph, proto::GraphProto* out) {
  if (graph->FindWeight(fetch) != nullptr) graph->NeedWeight(fetch);
  *out->add_output() = graph->InfoOf(fetch);
  if (!HasSequences(program, fetch)) return;
  const ExportedSequences* found = graph->FindSequences(fetch);
  PADDLE_ENFORCE(found != nullptr, Unimplemented, "the sequences of ", fetch,
                 ", which come from no input of the model, cannot be exported "
                 "to ONNX");
  const std::string lengths = AddLengths(program, fetch, out->mutable_output());
  // Those of a feed have their name already.
  if (found->lengths != lengths) {
    graph->AddNode("Identity", {found->lengths}, {lengths});
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
  const auto blocks = BlocksIn(*part);
  CheckOps(blocks);
  for (const BlockDesc* block : blocks) {
    CheckValues(*block, options.opset);
  }
  using framework::ScopeAccess;
  framework::ScopeLocks locks = framework::ScopeLocks::Chain(
      scope, ScopeAccess::kRead, ScopeAccess::kRead);
  // held until all bytes are in the model, so that nobody updates the values
  locks.Lock();
  const ExportedGraph::Weights weights = WeightsIn(*blocks[0], scope);
  proto::ModelProto model;
  model.set_ir_version(FormatOf(options.opset));
  model.set_producer_name("paddle");
  auto* opset = model.add_opset_import();
  opset->set_domain("");
  opset->set_version(options.opset);
  proto::GraphProto* out = model.mutable_graph();
  out->set_name("program");
  ExportedGraph graph(*part, weights, options.opset, out);
  for (const std::string& feed : feeds) AddInput(*part, feed, &graph, out);
  ExportOps(fetches, &graph);
  for (const std::string& fetch : fetches) {
    AddOutput(*part, fetch, &graph, out);
  }
  RemoveUnread(out);
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
