// Writes fused_layer_norm in place of a layer_norm and the addition of a
// residual before it, with the dropout of what is added, if there is one: each
// row is normalized while it is in cache. Gradients read what it writes.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/elementwise_members.h"
#include "paddle/framework/passes/pass.h"

namespace paddle::framework {

namespace {

constexpr char kFused[] = "fused_layer_norm";

// Operators of a block that become one where the last, `norm`, stands.
struct NormalizedSum {
  int norm = -1;
  int add = -1;
  int dropout = -1;  // -1: there is none
  std::string x;     // what is dropped, if anything is, and added
  std::string residual;
  std::string sum;
  bool keeps_sum = false;
  std::string mask;  // "": nobody reads it
};

// Finds those of one block. Facts and table outlive it.
class SumFinder {
 public:
  SumFinder(const BlockFacts& facts, const SymbolTable& table, bool keep_all)
      : facts_(facts), table_(table), keep_all_(keep_all) {}

  std::vector<NormalizedSum> Find() const;

 private:
  const proto::OpDesc& Op(int i) const { return facts_.desc().ops(i); }
  bool IsKept(const std::string& name) const {
    return keep_all_ || facts_.IsSeenOutside(name);
  }
  bool SameKind(int a, int b) const;
  bool CanBeAdded(const std::string& name, const proto::VarDesc& sum) const;
  bool KeepsInputs(int op, int norm) const;
  bool IsReadAfter(const std::string& name, int norm) const;
  absl::optional<NormalizedSum> At(int norm) const;
  bool CanBeDropped(const proto::OpDesc& dropout, int index,
                    const NormalizedSum& sum) const;
  bool TakeDropout(absl::string_view slot, NormalizedSum* sum) const;

  const BlockFacts& facts_;
  const SymbolTable& table_;
  const bool keep_all_;
};

bool SumFinder::SameKind(int a, int b) const {
  return Op(a).role() == Op(b).role() && Op(a).device() == Op(b).device() &&
         !Op(a).has_part() && !Op(b).has_part();
}

// Nobody checks the shapes of parameters against what the program says.
bool SumFinder::CanBeAdded(const std::string& name,
                           const proto::VarDesc& sum) const {
  const proto::VarDesc& var = table_.GetVar(name);
  return var.kind() == proto::DENSE_TENSOR && !var.persistable() &&
         SameDims(var, sum);
}

bool SumFinder::KeepsInputs(int op, int norm) const {
  const NameList& reads = facts_.uses().reads(op);
  return std::all_of(reads.begin(), reads.end(), [&](const auto& name) {
    return facts_.KeepsValue(name, op, norm);
  });
}

// True if a variable may be computed as late as `norm`, which may read it.
bool SumFinder::IsReadAfter(const std::string& name, int norm) const {
  const std::vector<int>& readers = facts_.uses().readers(name);
  return std::all_of(readers.begin(), readers.end(),
                     [&](int reader) { return reader >= norm; });
}

// True if a layer_norm reads its X as another input, too.
bool ReadsXTwice(const proto::OpDesc& norm) {
  const NameList names = InputNames(norm);
  return std::count(names.begin(), names.end(), Input(norm, "X")) > 1;
}

absl::optional<NormalizedSum> SumFinder::At(int norm) const {
  NormalizedSum made;
  made.norm = norm;
  made.sum = Input(Op(norm), "X");
  made.add = facts_.uses().WriterBefore(made.sum, norm);
  if (made.add < 0 || Op(made.add).type() != "elementwise_add" ||
      ReadsXTwice(Op(norm)) || !facts_.IsPure(norm) ||
      !facts_.IsPure(made.add) || !SameKind(made.add, norm) ||
      !IsReadAfter(made.sum, norm) || !KeepsInputs(made.add, norm)) {
    return absl::nullopt;
  }
  made.x = Input(Op(made.add), "X");
  made.residual = Input(Op(made.add), "Y");
  const proto::VarDesc& sum = table_.GetVar(made.sum);
  if (!CanBeAdded(made.x, sum) || !CanBeAdded(made.residual, sum)) {
    return absl::nullopt;
  }
  made.keeps_sum =
      IsKept(made.sum) || facts_.uses().readers(made.sum).size() > 1;
  if (!TakeDropout("X", &made)) TakeDropout("Y", &made);
  return made;
}

// True if the result of a dropout is read by the addition alone, but for its
// shape, and the operator may draw as late as the layer_norm.
bool SumFinder::CanBeDropped(const proto::OpDesc& dropout, int index,
                             const NormalizedSum& sum) const {
  const std::string out = Output(dropout, "Out"),
                    mask = Output(dropout, "Mask");
  const std::vector<int>& readers = facts_.uses().readers(out);
  return dropout.type() == "dropout" && SameKind(index, sum.norm) &&
         facts_.IsPrivateOutput(out) && facts_.IsPrivateOutput(mask) &&
         !IsKept(out) && IsReadAfter(mask, sum.norm) &&
         KeepsInputs(index, sum.norm) &&
         std::all_of(readers.begin(), readers.end(), [&](int reader) {
           return reader == sum.add ||
                  (reader > sum.norm && !facts_.ReadsValue(reader, out));
         });
}

// Takes the dropout that computes an operand of the addition, if it fits.
bool SumFinder::TakeDropout(absl::string_view slot, NormalizedSum* sum) const {
  const proto::OpDesc& add = Op(sum->add);
  const std::string out = Input(add, slot);
  const std::string other = Input(add, slot == "X" ? "Y" : "X");
  // The sum has the sequences of X.
  const bool dense = table_.GetVar(sum->sum).lod_level() == 0 &&
                     table_.GetVar(out).lod_level() == 0;
  const int index = facts_.uses().WriterBefore(out, sum->add);
  if (index < 0 || out == other || (slot == "Y" && !dense) ||
      !CanBeDropped(Op(index), index, *sum)) {
    return false;
  }
  const std::string x = Input(Op(index), "X"), mask = Output(Op(index), "Mask");
  if (!CanBeAdded(x, table_.GetVar(sum->sum))) return false;
  sum->dropout = index;
  sum->x = x;
  sum->residual = other;
  if (IsKept(mask) || !facts_.uses().readers(mask).empty()) sum->mask = mask;
  return true;
}

std::vector<NormalizedSum> SumFinder::Find() const {
  std::vector<NormalizedSum> found;
  absl::flat_hash_set<int> taken;  // additions, which two may normalize
  for (int i = 0; i < facts_.desc().ops_size(); ++i) {
    if (Op(i).type() != "layer_norm") continue;
    auto sum = At(i);
    if (sum && taken.insert(sum->add).second) found.push_back(*std::move(sum));
  }
  return found;
}

// Copies a slot that may be left out.
void AddSlot(const std::string& slot, NameList names, SlotMap* slots) {
  if (!names.empty()) slots->push_back({slot, std::move(names)});
}

NameList Named(const std::string& name) {
  return name.empty() ? NameList() : NameList{name};
}

// The attributes of a dropout, which draws the numbers that it would have
// drawn.
void AddDropout(const proto::OpDesc& op, AttributeMap* attrs) {
  for (const char* name : {"dropout_prob", "is_test", "seed"}) {
    attrs->emplace_back(name, GetAttribute(op, name));
  }
  const auto drawn = GetAttr<int64_t>(op, "draws_as");
  attrs->emplace_back("draws_as", drawn != 0 ? drawn : op.id());
}

proto::OpDesc Made(const proto::BlockDesc& block, const NormalizedSum& sum) {
  const proto::OpDesc& norm = block.ops(sum.norm);
  SlotMap inputs = {{"X", {sum.x}}, {"Residual", {sum.residual}}};
  for (const char* slot : {"Scale", "Bias"}) {
    AddSlot(slot, Inputs(norm, slot), &inputs);
  }
  SlotMap outputs;
  if (sum.keeps_sum) outputs.push_back({"Sum", {sum.sum}});
  AddSlot("Mask", Named(sum.mask), &outputs);
  for (const char* slot : {"Y", "Mean", "Variance"}) {
    AddSlot(slot, Outputs(norm, slot), &outputs);
  }
  AttributeMap attrs;
  for (const char* name : {"begin_norm_axis", "epsilon"}) {
    attrs.emplace_back(name, GetAttribute(norm, name));
  }
  if (sum.dropout >= 0) AddDropout(block.ops(sum.dropout), &attrs);
  return MakeOp(kFused, inputs, outputs, attrs);
}

// Writes a block anew. Whoever read the shape of what was dropped reads that of
// the sum, or of what it became.
void Replace(const std::vector<NormalizedSum>& sums, BlockWriter* writer) {
  const proto::BlockDesc& before = writer->before();
  absl::flat_hash_map<int, const NormalizedSum*> at;
  absl::flat_hash_set<int> gone;
  absl::flat_hash_map<std::string, std::string> shapes;
  for (const NormalizedSum& sum : sums) {
    at[sum.norm] = &sum;
    gone.insert({sum.add, sum.dropout});
    if (sum.dropout < 0) continue;
    shapes[Output(before.ops(sum.dropout), "Out")] =
        sum.keeps_sum ? sum.sum : Output(before.ops(sum.norm), "Y");
  }
  for (int i = 0; i < before.ops_size(); ++i) {
    const auto found = at.find(i);
    if (found != at.end()) {
      writer->Write(i, Made(before, *found->second));
    } else if (!gone.contains(i)) {
      proto::OpDesc op = before.ops(i);
      for (const auto& [name, shape] : shapes) RenameInput(&op, name, shape);
      writer->Put(std::move(op));
    }
  }
}

// True if a layer_norm reads what an elementwise_add of the block writes. Where
// none does, which is most programs, the analysis is saved.
bool MayFuse(const proto::BlockDesc& block) {
  absl::flat_hash_set<std::string> sums;
  for (const proto::OpDesc& op : block.ops()) {
    if (op.type() == "elementwise_add") sums.insert(Output(op, "Out"));
    if (op.type() == "layer_norm" && sums.contains(Input(op, "X"))) return true;
  }
  return false;
}

std::shared_ptr<const Program> FuseLayerNorm(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  if (!context.place || program->schemas().Find(kFused) == nullptr) {
    return program;
  }
  absl::optional<ProgramFacts> facts;
  ChangedProgram changed(program);
  for (int i = 0; i < program->num_blocks(); ++i) {
    if (!MayFuse(program->block(i).desc())) continue;
    if (!facts) facts.emplace(*program);
    const BlockFacts block = facts->Block(i);
    const auto sums =
        SumFinder(block, program->block(i), context.keep_all).Find();
    if (sums.empty()) continue;
    BlockWriter writer(changed.get(), i);
    Replace(sums, &writer);
  }
  return changed.Finish();
}

}  // namespace

REGISTER_PASS(fuse_layer_norm, /*version=*/1, kExact, PassStage::kRewrite,
              "Normalizes the rows of a sum as they are added up.",
              FuseLayerNorm);

}  // namespace paddle::framework
