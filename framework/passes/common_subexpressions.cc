// Computes once what a block computes twice.
//
// This is value numbering within one block (Aho, Sethi and Ullman, "Compilers:
// Principles, Techniques, and Tools", 1986, section 9.5): two operators are
// equal if type, attributes and role are, and if they read the same values. A
// value is a name together with its last writer, so that an update in place in
// between, by an operator or by a block that one owns, makes it another value.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/stand_ins.h"

namespace paddle::framework {

namespace {

// Two outputs may stand for each other: the description says the same of them.
bool SameKind(const proto::VarDesc& a, const proto::VarDesc& b) {
  return a.dtype() == b.dtype() && a.lod_level() == b.lod_level() &&
         std::equal(a.dims().begin(), a.dims().end(), b.dims().begin(),
                    b.dims().end());
}

using Words = std::vector<absl::string_view>;

// Returns what two operators that compute the same have in common as long as no
// output has been replaced: type, role and the names that they read.
Words WordsOf(const proto::OpDesc& op) {
  Words words = {op.type(), RoleName(op.role())};
  for (const proto::Slot& slot : op.inputs()) {
    words.push_back(slot.name());
    words.insert(words.end(), slot.arguments().begin(), slot.arguments().end());
  }
  return words;
}

bool WritesPersistable(const proto::OpDesc& op, const SymbolTable& table) {
  for (const proto::Slot& slot : op.outputs()) {
    for (const std::string& name : slot.arguments()) {
      const proto::VarDesc* var = table.FindVar(name);
      if (var != nullptr && var->persistable()) return true;
    }
  }
  return false;
}

// True if there may be a repetition. Where there is none, which is most
// programs, the analysis is saved. The first one, before which no output was
// replaced, repeats type and names.
bool MayRepeat(const SymbolTable& table) {
  absl::flat_hash_set<Words> seen;
  for (const proto::OpDesc& op : table.desc().ops()) {
    if (WritesPersistable(op, table)) continue;
    if (!seen.insert(WordsOf(op)).second) return true;
  }
  return false;
}

// The repetitions in one block: operators to drop, and the outputs to use
// instead.
class Repetitions {
 public:
  Repetitions(const BlockFacts& facts, const SymbolTable& table)
      : facts_(facts), table_(table), stand_ins_(facts.desc().ops_size()) {
    for (int i = 0; i < facts.desc().ops_size(); ++i) Visit(i);
  }

  const StandIns& stand_ins() const { return stand_ins_; }

 private:
  void Visit(int op);
  std::string KeyOf(int op) const;
  bool MayStandFor(const proto::OpDesc& first,
                   const proto::OpDesc& again) const;

  const BlockFacts& facts_;
  const SymbolTable& table_;
  StandIns stand_ins_;
  absl::flat_hash_map<std::string, int> first_;  // by key
};

// The role is part of it: what is computed again for the backward pass, to save
// memory, stays computed again.
std::string Repetitions::KeyOf(int index) const {
  const proto::OpDesc& op = facts_.desc().ops(index);
  std::string key = absl::StrCat(op.type(), "\n", op.role());
  for (const proto::Attr& attr : op.attrs()) {
    absl::StrAppend(&key, "\n", attr.SerializeAsString());
  }
  for (const proto::Slot& slot : op.inputs()) {
    absl::StrAppend(&key, "\n<", slot.name());
    for (const std::string& name : slot.arguments()) {
      const std::string& same = stand_ins_.Of(name);
      absl::StrAppend(&key, " ", same, "@",
                      facts_.uses().WriterBefore(same, index));
    }
  }
  for (const proto::Slot& slot : op.outputs()) {
    absl::StrAppend(&key, "\n>", slot.name());
    for (const std::string& name : slot.arguments()) {
      absl::StrAppend(&key, name.empty() ? "-" : "+");
    }
  }
  return key;
}

bool Repetitions::MayStandFor(const proto::OpDesc& first,
                              const proto::OpDesc& again) const {
  const NameList kept = OutputNames(first), gone = OutputNames(again);
  for (size_t i = 0; i < gone.size(); ++i) {
    if (facts_.IsSeenOutside(gone[i])) return false;
    if (!SameKind(table_.GetVar(kept[i]), table_.GetVar(gone[i]))) return false;
  }
  return true;
}

void Repetitions::Visit(int index) {
  if (!facts_.IsPure(index)) return;
  const auto [found, is_first] = first_.try_emplace(KeyOf(index), index);
  if (is_first) return;
  const proto::OpDesc& first = facts_.desc().ops(found->second);
  const proto::OpDesc& again = facts_.desc().ops(index);
  if (!MayStandFor(first, again)) return;
  const NameList kept = OutputNames(first), gone = OutputNames(again);
  for (size_t i = 0; i < gone.size(); ++i) {
    stand_ins_.Replace(gone[i], kept[i]);
  }
  stand_ins_.Drop(index);
}

std::shared_ptr<const Program> ShareCommonSubexpressions(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  if (context.keep_all) return program;
  bool may_repeat = false;
  for (int i = 0; i < program->num_blocks() && !may_repeat; ++i) {
    may_repeat = MayRepeat(program->block(i));
  }
  if (!may_repeat) return program;
  const ProgramFacts facts(*program);
  ChangedProgram changed(program);
  for (int i = 0; i < program->num_blocks(); ++i) {
    const BlockFacts block = facts.Block(i);
    const Repetitions found(block, program->block(i));
    if (!found.stand_ins().any()) continue;
    found.stand_ins().Apply(changed.get()->mutable_desc()->mutable_blocks(i));
  }
  return changed.Finish();
}

}  // namespace

REGISTER_PASS(common_subexpressions, /*version=*/1, kExact, PassStage::kShare,
              "Computes once what a block computes twice.",
              ShareCommonSubexpressions);

}  // namespace paddle::framework
