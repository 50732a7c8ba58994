#include "paddle/framework/passes/row_runs.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/types/optional.h"

#include "paddle/framework/ir/contains.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/passes/known_bytes.h"
#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/framework/registry/row_rules.h"

namespace paddle::framework {

namespace {

// Describes how an operator treats the rows of a batch.
struct RowUse {
  int64_t batch = 0;   // as a program says it: a number, or a symbol
  int64_t row = 0;     // bytes of one row of all that it reads and writes
  int64_t shared = 0;  // bytes of the largest parameter
};

void AddOnce(const std::string& name, NameList* names) {
  if (!Contains(*names, name)) names->push_back(name);
}

// Finds the runs of one block.
class RunFinder {
 public:
  RunFinder(const Program& program, int block, const BlockFacts& facts,
            const FixedVars& fixed, const PassContext& context)
      : schemas_(program.schemas()),
        table_(program.block(block)),
        block_(block),
        facts_(facts),
        fixed_(fixed),
        context_(context) {}

  std::vector<RowRun> Find() const;

 private:
  // Returns none for an operator that may mix rows, or whose sizes are not
  // known but for their number.
  absl::optional<RowUse> UseOf(int op) const;
  bool KeepsRows(const proto::OpDesc& op) const;
  bool AddRows(const std::string& name, RowUse* use) const;
  bool AddShared(const std::string& slot, const std::string& name,
                 RowUse* use) const;
  bool AlignsRows(const proto::OpDesc& op, const std::string& name,
                  bool rows) const;
  RowRun RunOf(int begin, int end) const;
  bool IsWorth(const RowRun& run) const;
  bool IsInner(const std::string& name, const RowRun& run) const;

  const SchemaSource& schemas_;
  const SymbolTable& table_;
  const int block_;
  const BlockFacts& facts_;
  const FixedVars& fixed_;
  const PassContext& context_;
};

// Returns the bytes of a row of a batch; -1 if they are not known.
int64_t RowBytes(const proto::VarDesc& var) {
  if (var.dims_size() < 2) return -1;
  proto::VarDesc row = var;
  row.set_dims(0, 1);
  return KnownBytes(row);
}

bool RunFinder::AddRows(const std::string& name, RowUse* use) const {
  const proto::VarDesc& var = table_.GetVar(name);
  const int64_t bytes = RowBytes(var);
  if (bytes < 0 || (use->batch != 0 && var.dims(0) != use->batch)) return false;
  use->batch = var.dims(0);
  use->row += bytes;
  return use->batch != 1;
}

// A parameter that all rows read.
bool RunFinder::AddShared(const std::string& slot, const std::string& name,
                          RowUse* use) const {
  if (!fixed_.Has(block_, name)) return false;
  const int64_t bytes = KnownBytes(table_.GetVar(name));
  // A packed one stands beside that from which it is packed, and has room for
  // more than is read.
  if (!absl::StartsWith(slot, "Packed")) {
    use->shared = std::max(use->shared, bytes);
  }
  return bytes >= 0;
}

// Elementwise operators broadcast: what has rows must have all axes of the
// result, though another first axis may be as long, and what all rows share
// must not reach the first one.
bool RunFinder::AlignsRows(const proto::OpDesc& op, const std::string& name,
                           bool rows) const {
  if (FindRowRule(op.type()) != nullptr) return true;
  const int rank = table_.GetVar(OutputNames(op)[0]).dims_size();
  const int own = table_.GetVar(name).dims_size();
  if (rows) return own == rank;
  return own < rank &&
         !(HasAttr(op, "axis") && GetAttr<int64_t>(op, "axis") == 0);
}

bool RunFinder::KeepsRows(const proto::OpDesc& op) const {
  const RowRule* rule = FindRowRule(op.type());
  if (rule != nullptr) {
    return rule->kind == RowRule::Kind::kRows && !rule->counts_rows &&
           rule->keeps(op, table_);
  }
  return ElementwiseRules(op.type()).size() ==
         static_cast<size_t>(FindOpProto(schemas_, op.type()).outputs.size());
}

absl::optional<RowUse> RunFinder::UseOf(int i) const {
  const proto::OpDesc& op = table_.desc().ops(i);
  if (!facts_.IsPure(i) || !KeepsRows(op)) return absl::nullopt;
  RowUse use;
  for (const std::string& name : OutputNames(op)) {
    if (!AddRows(name, &use)) return absl::nullopt;
  }
  const RowRule* rule = FindRowRule(op.type());
  for (const proto::Slot& slot : op.inputs()) {
    for (const std::string& name : slot.arguments()) {
      if (name.empty()) continue;
      const bool rows = rule != nullptr ? Contains(rule->slots, slot.name())
                                        : !fixed_.Has(block_, name);
      const bool known =
          rows ? AddRows(name, &use) : AddShared(slot.name(), name, &use);
      if (!known || !AlignsRows(op, name, rows)) return absl::nullopt;
    }
  }
  return use;
}

// True if nobody but the operators of a run reads what one of them writes.
bool RunFinder::IsInner(const std::string& name, const RowRun& run) const {
  if (facts_.IsSeenOutside(name)) return false;
  const std::vector<int>& readers = facts_.uses().readers(name);
  return std::all_of(readers.begin(), readers.end(),
                     [&](int reader) { return reader < run.end; });
}

RowRun RunFinder::RunOf(int begin, int end) const {
  RowRun run;
  run.begin = begin;
  run.end = end;
  absl::flat_hash_set<std::string> made;
  for (int i = begin; i < end; ++i) {
    for (const std::string& name : InputNames(table_.desc().ops(i))) {
      if (made.contains(name)) continue;
      const bool shared = fixed_.Has(block_, name);
      AddOnce(name, shared ? &run.captures : &run.arguments);
    }
    for (const std::string& name : OutputNames(table_.desc().ops(i))) {
      made.insert(name);
      if (!IsInner(name, run)) run.results.push_back(name);
    }
  }
  return run;
}

// Convolutions compute each image on its own anyway. What lies between the
// operators should be worth more than passing a row to the block: that of small
// images, which is in a cache for any batch, is not.
bool RunFinder::IsWorth(const RowRun& run) const {
  int64_t inner = 0;
  bool convolves = false;
  for (int i = run.begin; i < run.end; ++i) {
    convolves = convolves || !Inputs(table_.desc().ops(i), "Filter").empty();
    for (const std::string& name : OutputNames(table_.desc().ops(i))) {
      if (IsInner(name, run)) inner += RowBytes(table_.GetVar(name));
    }
  }
  constexpr int64_t kBytes = 16;
  return convolves && inner > 0 && inner >= kBytes * context_.few_elements &&
         !run.arguments.empty();
}

std::vector<RowRun> RunFinder::Find() const {
  std::vector<RowRun> found;
  const int ops = table_.desc().ops_size();
  for (int begin = 0; begin < ops;) {
    int end = begin;
    absl::optional<RowUse> first;
    for (; end < ops; ++end) {
      const absl::optional<RowUse> use = UseOf(end);
      // Parameters come from memory anew for each row.
      if (!use || use->shared > 2 * use->row) break;
      if (end == begin) first = use;
      if (use->batch != first->batch) break;
    }
    if (end > begin) {
      RowRun run = RunOf(begin, end);
      if (IsWorth(run)) found.push_back(std::move(run));
    }
    begin = std::max(end, begin + 1);
  }
  return found;
}

}  // namespace

std::vector<RowRun> FindRowRuns(const Program& program, int block,
                                const BlockFacts& facts, const FixedVars& fixed,
                                const PassContext& context) {
  return RunFinder(program, block, facts, fixed, context).Find();
}

}  // namespace paddle::framework
