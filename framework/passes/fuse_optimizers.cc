// Runs the optimizers of many small parameters as one operator, whose threads
// share the elements of all. Alone, the loop of a small one is too short to be
// shared; large ones gain nothing. On a GPU it is one launch for many.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_upgrade.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/number_attributes.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/registry/elementwise_rule.h"

namespace paddle::framework {

namespace {

constexpr char kFused[] = "fused_update";

// A loop over fewer elements is that of one thread.
constexpr int64_t kShared = 32768;
// Finding the updates doubles the time of a first run; later ones gain 1 % at
// most where small parameters have as many elements as two threads share.
constexpr int64_t kWorth = 8 * kShared;

// Optimizers that one operator replaces, by index in the block.
using Updates = std::vector<int>;

// Finds optimizers that stand one behind the other, with equal attributes and
// learning rates. Nothing stands in between that could tell their order.
class Finder {
 public:
  Finder(const SymbolTable& table, const SchemaSource& schemas,
         const PassContext& context)
      : table_(table), schemas_(schemas), context_(context) {
    for (int i = 0; i < table.desc().ops_size(); ++i) Visit(i);
    EndRun();
  }

  const std::vector<Updates>& found() const { return found_; }

 private:
  void Visit(int op);
  void EndRun();
  bool IsUpdate(const proto::OpDesc& op) const;
  bool IsDense(const std::string& name) const;
  bool IsApart(const proto::OpDesc& op) const;
  bool IsWorth(const Updates& updates) const;
  static std::string KeyOf(const proto::OpDesc& op);

  const SymbolTable& table_;
  const SchemaSource& schemas_;
  const PassContext& context_;
  std::vector<Updates> found_;
  // The run of optimizers before the operator that is visited.
  absl::flat_hash_map<std::string, size_t> group_;  // by key
  std::vector<Updates> run_;
  absl::flat_hash_set<std::string> reads_;
  absl::flat_hash_set<std::string> writes_;
};

bool Finder::IsDense(const std::string& name) const {
  const proto::VarDesc* var = table_.FindVar(name);
  return var != nullptr && var->kind() == proto::DENSE_TENSOR;
}

// An update that is not in place would need a copy; sparse gradients change
// some rows alone.
bool Finder::IsUpdate(const proto::OpDesc& op) const {
  if (!UpdatesElements(op.type()) || op.has_part()) return false;
  const OpProto& proto = FindOpProto(schemas_, op.type());
  const auto in_place = [&](const auto& pair) {
    const std::string out = Output(op, pair.first);
    return out.empty() || out == Input(op, pair.second);
  };
  return IsDense(Input(op, "Grad")) && IsDense(Input(op, "Param")) &&
         std::all_of(proto.updates.begin(), proto.updates.end(), in_place) &&
         HasNumbersAlone(op, proto);
}

// True if the operator may change places with all of the run: no other
// optimizer touches what it updates, and it updates nothing that they read.
bool Finder::IsApart(const proto::OpDesc& op) const {
  const auto written = [&](const std::string& name) {
    return writes_.contains(name);
  };
  const NameList in = InputNames(op), out = OutputNames(op);
  return std::none_of(in.begin(), in.end(), written) &&
         std::none_of(out.begin(), out.end(), [&](const std::string& name) {
           return written(name) || reads_.contains(name);
         });
}

std::string Finder::KeyOf(const proto::OpDesc& op) {
  std::string key = absl::StrCat(op.type(), "\n", Input(op, "LearningRate"),
                                 "\n", op.device(), "\n", op.role());
  for (const proto::Attr& attr : op.attrs()) {
    absl::StrAppend(&key, "\n", attr.SerializeAsString());
  }
  return key;
}

void Finder::Visit(int i) {
  const proto::OpDesc& op = table_.desc().ops(i);
  if (!IsUpdate(op)) return EndRun();
  if (!IsApart(op)) EndRun();
  const std::string key =
      absl::StrCat(KeyOf(op), "\n", table_.GetVar(Input(op, "Param")).dtype());
  const auto [group, is_new] = group_.try_emplace(key, run_.size());
  if (is_new) run_.emplace_back();
  run_[group->second].push_back(i);
  for (std::string& name : InputNames(op)) reads_.insert(std::move(name));
  for (std::string& name : OutputNames(op)) writes_.insert(std::move(name));
}

// True if small parameters have many elements together, and on a GPU always.
bool Finder::IsWorth(const Updates& updates) const {
  if (updates.size() < 2) return false;
  if (context_.few_elements == 0 ||
      context_.place == platform::PlaceKind::kCUDA) {
    return true;
  }
  int64_t small = 0;
  for (int i : updates) {
    int64_t size = 1;
    const auto& param = table_.GetVar(Input(table_.desc().ops(i), "Param"));
    for (int64_t dim : param.dims()) {
      size = std::min(kShared, size * std::clamp<int64_t>(dim, 0, kShared));
    }
    if (size < kShared) small += size;
  }
  return small >= kWorth;
}

void Finder::EndRun() {
  for (Updates& updates : run_) {
    if (IsWorth(updates)) found_.push_back(std::move(updates));
  }
  run_.clear();
  group_.clear();
  reads_.clear();
  writes_.clear();
}

// True if two optimizers of one type stand one behind the other. Where none do,
// nothing else is looked at.
bool MayFuse(const proto::BlockDesc& block) {
  for (int i = 1; i < block.ops_size(); ++i) {
    const std::string& type = block.ops(i).type();
    if (type == block.ops(i - 1).type() && UpdatesElements(type)) return true;
  }
  return false;
}

// Writes the operator in the place of the last one.
proto::OpDesc Fused(const Updates& updates, const proto::BlockDesc& block,
                    const SchemaSource& schemas) {
  const proto::OpDesc& last = block.ops(updates.back());
  const OpProto& proto = FindOpProto(schemas, last.type());
  NameList grads, inputs, outputs;
  for (int i : updates) {
    grads.push_back(Input(block.ops(i), "Grad"));
    for (const auto& [output, input] : proto.updates) {
      inputs.push_back(Input(block.ops(i), input));
      outputs.push_back(Output(block.ops(i), output));
    }
  }
  AttributeMap attributes = {{"type", last.type()}};
  NumberAttributes numbers;
  numbers.Add("", last, proto);
  numbers.AppendTo(&attributes);
  proto::OpDesc op = MakeOp(kFused,
                            {{"LearningRate", {Input(last, "LearningRate")}},
                             {"Grad", grads},
                             {"X", inputs}},
                            {{"Out", outputs}}, attributes);
  schemas.CheckAndComplete(&op);
  TakePlaceOf(last, &op);
  return op;
}

void Replace(const std::vector<Updates>& found, const SchemaSource& schemas,
             proto::BlockDesc* block) {
  std::vector<bool> kept(block->ops_size(), true);
  for (const Updates& updates : found) {
    *block->mutable_ops(updates.back()) = Fused(updates, *block, schemas);
    for (int i : updates) kept[i] = i == updates.back();
  }
  KeepOps(kept, block);
}

std::shared_ptr<const Program> FuseOptimizers(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  const SchemaSource& schemas = program->schemas();
  if (!context.place || schemas.Find(kFused) == nullptr) return program;
  ChangedProgram changed(program);
  for (int i = 0; i < program->num_blocks(); ++i) {
    const SymbolTable& table = program->block(i);
    if (!MayFuse(table.desc())) continue;
    const Finder finder(table, schemas, context);
    if (finder.found().empty()) continue;
    Replace(finder.found(), schemas,
            changed.get()->mutable_desc()->mutable_blocks(i));
  }
  if (changed.made()) {
    RecordOpVersion(*schemas.Find(kFused), changed.get()->mutable_desc());
  }
  return changed.Finish();
}

}  // namespace

REGISTER_PASS(fuse_optimizers, /*version=*/1, kExact, PassStage::kFuse,
              "Runs the optimizers of many small parameters as one operator.",
              FuseOptimizers);

}  // namespace paddle::framework
