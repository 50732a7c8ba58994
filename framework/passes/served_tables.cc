#include "paddle/framework/passes/served_tables.h"

#include <utility>

#include "absl/algorithm/container.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

constexpr char kLookup[] = "lookup_table";
constexpr char kLookupGrad[] = "lookup_table_grad";
// A table of so many rows is one without being called so.
constexpr int64_t kManyRows = 10000000;

bool IsTrue(const proto::OpDesc& op, const char* attribute) {
  return HasAttr(op, attribute) && GetAttr<bool>(op, attribute);
}

void CheckBlocks(const Program& program) {
  for (int block = 1; block < program.num_blocks(); ++block) {
    for (const proto::OpDesc& op : program.block(block).desc().ops()) {
      PADDLE_ENFORCE(
          op.type() != kLookup || !IsTrue(op, "is_distributed"), Unimplemented,
          "a look-up in the table '", Input(op, "W"), "' is inside block ",
          block, ": rows are fetched before a block runs; ", CallSiteText(op));
    }
  }
}

class TableFinder {
 public:
  explicit TableFinder(const Program& program)
      : ops_(program.global_block().desc().ops()),
        uses_(program, /*block=*/0) {}

  // Returns true if the parameter is a table.
  bool Find(const proto::VarDesc& var, ServedTable* table) const;

 private:
  // Returns the first operator that reads it and is neither a look-up nor part
  // of the optimizer; null: there is none.
  const proto::OpDesc* OtherReader(const std::string& name) const;
  void Check(const proto::VarDesc& var, const ServedTable& table) const;

  const google::protobuf::RepeatedPtrField<proto::OpDesc>& ops_;
  const UseDef uses_;
};

const proto::OpDesc* TableFinder::OtherReader(const std::string& name) const {
  for (const int reader : uses_.readers(name)) {
    const proto::OpDesc& op = ops_[reader];
    const bool looks_up = op.type() == kLookup || op.type() == kLookupGrad;
    if (op.role() != proto::OPTIMIZE && !(looks_up && Input(op, "W") == name)) {
      return &op;
    }
  }
  return nullptr;
}

void TableFinder::Check(const proto::VarDesc& var,
                        const ServedTable& table) const {
  if (const proto::OpDesc* other = OtherReader(var.name())) {
    PADDLE_THROW(Unimplemented, "operator ", other->type(), " reads '",
                 var.name(),
                 "', a distributed table: servers keep its rows, which "
                 "look-ups fetch; ",
                 CallSiteText(*other));
  }
  for (const int op : table.lookups) {
    PADDLE_ENFORCE(IsTrue(ops_[op], "is_sparse"), InvalidArgument,
                   "a look-up in the distributed table '", var.name(),
                   "' has a dense gradient: set is_sparse; ",
                   CallSiteText(ops_[op]));
  }
  PADDLE_ENFORCE(var.dtype() == proto::FLOAT32, Unimplemented,
                 "the distributed table '", var.name(), "' is of ",
                 DataTypeName(DataTypeFromNumber(var.dtype())),
                 ": servers keep rows of float32");
}

bool TableFinder::Find(const proto::VarDesc& var, ServedTable* table) const {
  if (!var.is_parameter() || var.dims_size() != 2) return false;
  *table = {var.name(), var.dims(0), var.dims(1), {}, {}};
  bool distributed = false, sparse = true;
  for (const int reader : uses_.readers(var.name())) {
    const proto::OpDesc& op = ops_[reader];
    if (op.type() == kLookupGrad) table->gradients.push_back(reader);
    if (op.type() != kLookup) continue;
    table->lookups.push_back(reader);
    distributed = distributed || IsTrue(op, "is_distributed");
    sparse = sparse && IsTrue(op, "is_sparse");
  }
  const bool large =
      !table->gradients.empty() && sparse && var.dims(0) >= kManyRows &&
      var.dtype() == proto::FLOAT32 && OtherReader(var.name()) == nullptr;
  if (distributed) Check(var, *table);
  return distributed || large;
}

// Checks the operators of a table's part.
class PartChecker {
 public:
  PartChecker(const Program& program, const ServedTable& table, int servers)
      : table_(table),
        servers_(servers),
        block_(program.global_block()),
        uses_(program, /*block=*/0) {}

  TableUpdatePart Checked(UpdatePart part);

 private:
  bool IsColumn(const std::string& name) const {
    const proto::VarDesc& var = block_.GetVar(name);
    return var.dims_size() == 2 && var.dims(0) == table_.height &&
           var.dims(1) == table_.width && var.kind() == proto::DENSE_TENSOR;
  }
  bool HasColumn(const NameList& names) const {
    return absl::c_any_of(names, [&](const auto& n) { return IsColumn(n); });
  }
  void CheckUpdate(const proto::OpDesc& op) const;
  void CheckGradient(const proto::OpDesc& op, int index) const;

  const ServedTable& table_;
  const int servers_;
  const SymbolTable& block_;
  const UseDef uses_;
};

// An update leaves rows alone that the gradient does not have.
void PartChecker::CheckUpdate(const proto::OpDesc& op) const {
  const bool updates = Input(op, "Param") == table_.name;
  if (updates && (op.type() == "sgd" || op.type() == "adagrad")) return;
  PADDLE_ENFORCE(HasAttr(op, "lazy_mode") && updates, Unimplemented,
                 "operator ", op.type(),
                 " of the optimizer needs all rows of the table '", table_.name,
                 "', of which servers keep those in use; ", CallSiteText(op));
  PADDLE_ENFORCE(IsTrue(op, "lazy_mode"), Unimplemented, "operator ", op.type(),
                 " of the optimizer changes all rows of the table '",
                 table_.name,
                 "', also those without a gradient: set lazy_mode, which "
                 "leaves them alone; ",
                 CallSiteText(op));
}

void PartChecker::CheckGradient(const proto::OpDesc& op, int index) const {
  const bool reads_rows =
      absl::c_any_of(uses_.reads(index), [&](const auto& name) {
        return block_.GetVar(name).kind() == proto::SELECTED_ROWS;
      });
  if (!reads_rows || servers_ == 1 || op.type() == "selected_rows_clip") return;
  PADDLE_THROW(Unimplemented, "operator ", op.type(),
               " of the optimizer needs the gradients of all rows of the "
               "table '",
               table_.name, "'; each of ", servers_, " servers has some; ",
               CallSiteText(op));
}

TableUpdatePart PartChecker::Checked(UpdatePart part) {
  PADDLE_ENFORCE(part.gradients.size() == 1, Unimplemented,
                 "the update of the table '", table_.name, "' needs ",
                 part.gradients.size(),
                 " gradients, not its own alone, as clipping by the global "
                 "norm does");
  for (const int index : part.ops) {
    const proto::OpDesc& op = block_.desc().ops(index);
    if (HasColumn(uses_.reads(index)) || HasColumn(uses_.writes(index))) {
      CheckUpdate(op);
    } else {
      CheckGradient(op, index);
    }
  }
  TableUpdatePart checked{std::move(part), {table_.name}};
  for (const std::string& name : checked.part.state) {
    if (name != table_.name && IsColumn(name)) checked.columns.push_back(name);
  }
  return checked;
}

}  // namespace

std::vector<ServedTable> FindTables(const Program& program) {
  CheckBlocks(program);
  const TableFinder finder(program);
  std::vector<ServedTable> tables;
  for (const proto::VarDesc& var : program.global_block().desc().vars()) {
    ServedTable table;
    if (finder.Find(var, &table)) tables.push_back(std::move(table));
  }
  return tables;
}

TableUpdatePart TakeTablePart(const Program& program, const ServedTable& table,
                              int servers, std::vector<UpdatePart>* parts) {
  const auto found = absl::c_find_if(*parts, [&](const UpdatePart& part) {
    return absl::c_linear_search(part.state, table.name);
  });
  PADDLE_ENFORCE(found != parts->end(), Unimplemented, "the table '",
                 table.name,
                 "' is not trained: servers keep the tables of an optimizer");
  UpdatePart part = std::move(*found);
  parts->erase(found);
  return PartChecker(program, table, servers).Checked(std::move(part));
}

}  // namespace paddle::framework
