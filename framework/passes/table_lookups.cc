#include "paddle/framework/passes/table_lookups.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/served_tables.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Rewrites the look-ups of one table.
class LookupWriter {
 public:
  LookupWriter(ServedTable table, std::string servers, Program* program)
      : table_(std::move(table)),
        servers_(std::move(servers)),
        program_(program),
        rows_(table_.name + "@ROWS"),
        row_ids_(table_.name + "@IDS") {}

  void Write();

 private:
  // Ids, and the one among them that has no row.
  using Asked = std::pair<std::string, int64_t>;

  proto::OpDesc* Op(int index) {
    return program_->mutable_desc()->mutable_blocks(0)->mutable_ops(index);
  }
  static Asked AskedBy(const proto::OpDesc& op) {
    return {Input(op, "Ids"), GetAttr<int64_t>(op, "padding_idx")};
  }
  void NameIndices();
  void CheckOrder();
  proto::OpDesc Pull();
  // Makes an operator read what was fetched.
  void Redirect(proto::OpDesc* op);
  // Makes what adds up the gradients of look-ups do so for the rows that were
  // fetched. Returns the operator that makes the table's gradient.
  int RedirectGradients();
  void Renumber(int writer);
  void GiveSize(const NameList& gradients);

  ServedTable table_;
  const std::string servers_;
  Program* const program_;
  const std::string rows_, row_ids_;
  std::map<Asked, std::string> index_of_;
  std::vector<Asked> asked_;  // in the order of look-ups
  std::string gradient_;      // of the table
  NameList sparse_;           // gradients of the rows that were fetched
};

void LookupWriter::NameIndices() {
  for (const int lookup : table_.lookups) {
    const Asked asked = AskedBy(*Op(lookup));
    const std::string name =
        asked_.empty() ? absl::StrCat(table_.name, "@INDEX")
                       : absl::StrCat(table_.name, "@INDEX_", asked_.size());
    if (index_of_.emplace(asked, name).second) asked_.push_back(asked);
  }
}

// All rows are fetched at once.
void LookupWriter::CheckOrder() {
  const UseDef uses(*program_, /*block=*/0);
  const int first = table_.lookups[0];
  for (const auto& [ids, padding] : asked_) {
    PADDLE_ENFORCE(uses.uses(ids).last_writer() < first, Unimplemented, "'",
                   ids, "', ids of the table '", table_.name,
                   "', is written after the first look-up in that table: its "
                   "rows are fetched at once; ",
                   CallSiteText(*Op(first)));
  }
}

proto::OpDesc LookupWriter::Pull() {
  NameList ids, indices;
  std::vector<int64_t> paddings;
  for (const Asked& asked : asked_) {
    ids.push_back(asked.first);
    paddings.push_back(asked.second);
    indices.push_back(index_of_.at(asked));
  }
  proto::OpDesc op =
      MakeOp("pull_rows", {{"Servers", {servers_}}, {"Ids", ids}},
             {{"Rows", {rows_}}, {"RowIds", {row_ids_}}, {"Places", indices}},
             {{"table", table_.name},
              {"width", table_.width},
              {"height", table_.height},
              {"padding_idx", paddings}});
  *op.mutable_call_site() = Op(table_.lookups[0])->call_site();
  return op;
}

void LookupWriter::Redirect(proto::OpDesc* op) {
  const Asked asked = AskedBy(*op);
  SetInput(op, "W", {rows_});
  SetInput(op, "Ids", {index_of_.at(asked)});
  if (asked.second >= 0) SetAttribute(op, "padding_idx", int64_t{0});
}

int LookupWriter::RedirectGradients() {
  absl::flat_hash_set<std::string> sparse;
  int last = -1;
  const auto& ops = program_->global_block().desc().ops();
  for (int i = 0; i < ops.size(); ++i) {
    const bool of_lookup = absl::c_linear_search(table_.gradients, i);
    const NameList inputs = InputNames(ops[i]);
    const bool adds =
        ops[i].type() == "sum" && ops[i].role() == proto::BACKWARD &&
        absl::c_all_of(inputs,
                       [&](const auto& n) { return sparse.contains(n); });
    if (of_lookup) Redirect(Op(i));
    if (!of_lookup && !adds) continue;
    for (const std::string& name : OutputNames(ops[i])) {
      sparse.insert(name);
      sparse_.push_back(name);
      last = i;
    }
  }
  return last;
}

void LookupWriter::Renumber(int writer) {
  const std::string fetched = rows_ + "@GRAD";
  gradient_ = OutputNames(*Op(writer))[0];
  RenameOutput(Op(writer), gradient_, fetched);
  proto::VarDesc var = program_->global_block().GetVar(gradient_);
  var.set_name(fetched);
  *program_->mutable_desc()->mutable_blocks(0)->add_vars() = var;
  program_->Changed();
  sparse_.back() = fetched;
  proto::OpDesc op =
      MakeOp("renumber_rows", {{"X", {fetched}}, {"RowIds", {row_ids_}}},
             {{"Out", {gradient_}}}, {{"height", table_.height}});
  op.set_role(proto::BACKWARD);
  *op.mutable_call_site() = Op(writer)->call_site();
  program_->InsertOp(0, writer + 1, std::move(op));
}

// Gradients have as many rows as were fetched.
void LookupWriter::GiveSize(const NameList& gradients) {
  SymbolTable& block = program_->global_block();
  const int64_t rows = block.GetVar(rows_).dims(0);
  for (const std::string& name : gradients)
    block.GetVar(name).set_dims(0, rows);
}

void LookupWriter::Write() {
  NameIndices();
  CheckOrder();
  program_->InsertOp(0, table_.lookups[0], Pull());
  for (std::vector<int>* ops : {&table_.lookups, &table_.gradients}) {
    for (int& op : *ops) ++op;  // they stand behind it
  }
  for (const int lookup : table_.lookups) Redirect(Op(lookup));
  const int writer = RedirectGradients();
  program_->Changed();
  if (writer >= 0) Renumber(writer);
  GiveSize(sparse_);
}

}  // namespace

std::shared_ptr<Program> FetchTableRows(const Program& program,
                                        const std::string& servers) {
  auto made = program.Clone();
  std::vector<ServedTable> left = FindTables(*made);
  // Found again, since the rewriting of one moves the operators of others.
  for (; !left.empty(); left = FindTables(*made)) {
    made->global_block().Var(servers)->set_kind(proto::RAW);
    LookupWriter(left[0], servers, made.get()).Write();
    made->Changed();
  }
  Verify(*made);
  return made;
}

}  // namespace paddle::framework
