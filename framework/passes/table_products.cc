#include "paddle/framework/passes/table_products.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/ir/op_desc.h"

namespace paddle::framework {

namespace {

// The products of larger tables would take more memory and time to prepare than
// a short run saves.
constexpr int64_t kMostElements = 4 << 20;
// A row of a product that is longer than that of the table comes from memory
// more slowly than one of so few columns is multiplied.
constexpr int64_t kFewColumns = 64;

bool IsMatrix(const proto::VarDesc& var) {
  return var.dtype() == proto::FLOAT32 && var.dims_size() == 2 &&
         var.dims(0) > 0 && var.dims(1) > 0;
}

// Finds the products of one block. Nothing changes meanwhile.
class TableFinder {
 public:
  TableFinder(const Program& program, int block, const BlockFacts& facts,
              const FixedVars& fixed)
      : table_(program.block(block)),
        block_(block),
        facts_(facts),
        fixed_(fixed) {}

  std::vector<TableProduct> Find() const;

 private:
  const proto::OpDesc& Op(int i) const { return facts_.desc().ops(i); }
  bool Computes(int op, const char* type) const;
  bool IsFixedMatrix(const std::string& name) const;
  bool IsProduct(int op) const;
  bool IsLookup(int op, int product) const;
  bool Joins(int op, int product) const;
  void AddParts(const std::string& name, int reader, TableProduct* found) const;
  bool SameRows(const ProductPart& a, const ProductPart& b) const;
  bool RowsAgree(const std::vector<ProductPart>& parts) const;

  const SymbolTable& table_;
  const int block_;
  const BlockFacts& facts_;
  const FixedVars& fixed_;
};

bool TableFinder::Computes(int op, const char* type) const {
  return op >= 0 && Op(op).type() == type && Op(op).role() == proto::FORWARD &&
         facts_.IsPure(op);
}

bool TableFinder::IsFixedMatrix(const std::string& name) const {
  return fixed_.Has(block_, name) && IsMatrix(table_.GetVar(name));
}

bool TableFinder::IsProduct(int index) const {
  if (!Computes(index, "mul")) return false;
  const proto::OpDesc& op = Op(index);
  const int rank = table_.GetVar(Input(op, "X")).dims_size();
  return GetAttr<int64_t>(op, "x_num_col_dims") == rank - 1 &&
         GetAttr<int64_t>(op, "y_num_col_dims") == 1 &&
         IsFixedMatrix(Input(op, "Y"));
}

// The rows of the product are looked up where it was computed.
bool TableFinder::IsLookup(int index, int product) const {
  if (!Computes(index, "lookup_table")) return false;
  const proto::OpDesc& op = Op(index);
  const std::string table = Input(op, "W");
  if (GetAttr<bool>(op, "is_distributed") || !IsFixedMatrix(table) ||
      !facts_.KeepsValue(Input(op, "Ids"), index, product)) {
    return false;
  }
  const int64_t rows = table_.GetVar(table).dims(0);
  const int64_t width = table_.GetVar(table).dims(1);
  const int64_t columns = table_.GetVar(Input(Op(product), "Y")).dims(1);
  return rows <= kMostElements / columns &&
         (columns <= width || width >= kFewColumns);
}

// True if the operator joins columns that the product could read itself.
bool TableFinder::Joins(int index, int product) const {
  if (!Computes(index, "concat")) return false;
  const int64_t axis = GetAttr<int64_t>(Op(index), "axis");
  const NameList names = Inputs(Op(index), "X");
  return std::all_of(names.begin(), names.end(), [&](const auto& name) {
    const proto::VarDesc& var = table_.GetVar(name);
    return (axis == -1 || axis == var.dims_size() - 1) &&
           var.dims(var.dims_size() - 1) > 0 &&
           facts_.KeepsValue(name, index, product);
  });
}

void TableFinder::AddParts(const std::string& name, int reader,
                           TableProduct* found) const {
  const proto::VarDesc& var = table_.GetVar(name);
  const int64_t begin = found->parts.empty() ? 0 : found->parts.back().end;
  ProductPart part{name, begin, begin + var.dims(var.dims_size() - 1)};
  const int maker = facts_.OnlyReader(name) == reader
                        ? facts_.uses().WriterBefore(name, reader)
                        : -1;
  if (Joins(maker, found->product)) {
    found->gone.push_back(maker);
    for (const auto& each : Inputs(Op(maker), "X")) {
      AddParts(each, maker, found);
    }
    return;
  }
  if (IsLookup(maker, found->product)) {
    part.lookup = maker;
    ++found->tables;
    found->gone.push_back(maker);
  }
  found->parts.push_back(std::move(part));
}

// True if all sizes but the last are the same numbers and symbols.
bool TableFinder::SameRows(const ProductPart& a, const ProductPart& b) const {
  const auto& x = table_.GetVar(a.name).dims();
  const auto& y = table_.GetVar(b.name).dims();
  return std::equal(x.begin(), x.end() - 1, y.begin(), y.end() - 1);
}

// True if each part that is looked up has the rows of one that stays, or all
// have the same: a run would not find that they differ, as a join does, but
// broadcast the one row of a part.
bool TableFinder::RowsAgree(const std::vector<ProductPart>& parts) const {
  const auto stays = [](const ProductPart& part) { return part.lookup < 0; };
  const bool any_stays = std::any_of(parts.begin(), parts.end(), stays);
  return std::all_of(parts.begin(), parts.end(), [&](const ProductPart& part) {
    if (!any_stays) return SameRows(part, parts[0]);
    return stays(part) ||
           std::any_of(parts.begin(), parts.end(),
                       [&](const ProductPart& other) {
                         return stays(other) && SameRows(part, other);
                       });
  });
}

std::vector<TableProduct> TableFinder::Find() const {
  std::vector<TableProduct> all;
  for (int i = 0; i < facts_.desc().ops_size(); ++i) {
    if (!IsProduct(i)) continue;
    TableProduct found;
    found.product = i;
    AddParts(Input(Op(i), "X"), i, &found);
    if (found.tables > 0 && RowsAgree(found.parts))
      all.push_back(std::move(found));
  }
  return all;
}

}  // namespace

std::vector<TableProduct> FindTableProducts(const Program& program, int block,
                                            const BlockFacts& facts,
                                            const FixedVars& fixed) {
  return TableFinder(program, block, facts, fixed).Find();
}

}  // namespace paddle::framework
