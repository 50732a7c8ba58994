// Looks up rows of a product where rows of a table were looked up and then
// multiplied.
//
// What a layer makes of a word depends on the word alone: of E[i] W, and of
// (E[i], h) W = E[i] W1 + h W2, the product of the table with the weight is as
// fixed as both, and the prepare block computes it once (Devlin et al., "Fast
// and Robust Neural Network Joint Models for Statistical Machine Translation",
// 2014, section 2.4). A step of a decoder is left with the products of its
// states.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/ir/training.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/table_products.h"

namespace paddle::framework {

namespace {

constexpr const char* kEmitted[] = {"concat", "elementwise_add", "lookup_table",
                                    "mul", "slice"};

// Writes a block anew, and into the prepare block what it reads.
class TableWriter {
 public:
  TableWriter(Program* program, int block)
      : program_(program), block_(block), writer_(program, block) {}

  void Write(const std::vector<TableProduct>& all);

 private:
  const proto::OpDesc& Before(int op) const { return writer_.before().ops(op); }
  std::string Prepare(const std::string& name, const std::string& suffix,
                      proto::OpDesc op);
  std::string Derived(const std::string& name);
  std::string RowsOf(const std::string& weight, int64_t begin, int64_t end);
  void WriteLookup(const ProductPart& part, const std::string& rows,
                   const std::string& out);
  std::vector<ProductPart> RestOf(const TableProduct& found) const;
  std::string WriteRest(const TableProduct& found);
  void WriteSum(const TableProduct& found, const ProductPart& part,
                std::string sum, std::string looked, const std::string& out);
  void WriteProduct(const TableProduct& found);

  bool HasSequences(const std::string& name) const {
    return program_->block(block_).GetVar(name).lod_level() > 0;
  }

  Program* const program_;
  const int block_;
  BlockWriter writer_;
  absl::flat_hash_map<std::string, std::string> made_;  // by their operators
};

// Steps of one layer read the same values.
std::string TableWriter::Prepare(const std::string& name,
                                 const std::string& suffix, proto::OpDesc op) {
  std::string& made = made_[op.SerializeAsString()];
  if (made.empty()) {
    made = AppendPrepared(program_, name, suffix, std::move(op));
  }
  return made;
}

// Returns the name, of a value that the block reads.
std::string TableWriter::Derived(const std::string& name) {
  if (program_->global_block().FindVar(name) == nullptr) {
    AddDerived(program_, name);
  }
  return name;
}

std::string TableWriter::RowsOf(const std::string& weight, int64_t begin,
                                int64_t end) {
  const SymbolTable& table = program_->block(PrepareBlock(program_));
  if (begin == 0 && end == table.GetVar(weight).dims(0)) return weight;
  using Numbers = std::vector<int64_t>;
  return Prepare(weight, "@ROWS",
                 MakeOp("slice", {{"Input", {weight}}}, {},
                        {{"axes", Numbers{0}},
                         {"starts", Numbers{begin}},
                         {"ends", Numbers{end}}}));
}

void TableWriter::WriteLookup(const ProductPart& part, const std::string& rows,
                              const std::string& out) {
  const proto::OpDesc& op = Before(part.lookup);
  const std::string table = Input(op, "W");
  const std::string multiplied = Prepare(
      table, "@MULTIPLIED", MakeOp("mul", {{"X", {table}}, {"Y", {rows}}}, {}));
  writer_.Add(
      part.lookup,
      MakeOp("lookup_table",
             {{"W", {Derived(multiplied)}}, {"Ids", {Input(op, "Ids")}}},
             {{"Out", {out}}},
             {{"padding_idx", GetAttr<int64_t>(op, "padding_idx")}}));
}

// Returns the parts that no table has. The product has the sequences of its
// first part: if that is looked up and has none, another one without comes
// first.
std::vector<ProductPart> TableWriter::RestOf(const TableProduct& found) const {
  std::vector<ProductPart> rest;
  for (const ProductPart& part : found.parts) {
    if (part.lookup < 0) rest.push_back(part);
  }
  if (found.parts[0].lookup >= 0 && !HasSequences(found.parts[0].name)) {
    const auto first = std::find_if(
        rest.begin(), rest.end(),
        [&](const ProductPart& part) { return !HasSequences(part.name); });
    if (first != rest.end()) std::rotate(rest.begin(), first, first + 1);
  }
  return rest;
}

// Multiplies the rest; returns the product, "" if there is nothing.
std::string TableWriter::WriteRest(const TableProduct& found) {
  const std::vector<ProductPart> rest = RestOf(found);
  if (rest.empty()) return "";
  proto::OpDesc op = Before(found.product);
  const std::string weight = Input(op, "Y");
  NameList columns, rows;
  for (size_t i = 0; i < rest.size();) {
    const int64_t begin = rest[i].begin;
    int64_t end = begin;  // of rows that lie side by side
    for (; i < rest.size() && rest[i].begin == end; ++i) {
      columns.push_back(rest[i].name);
      end = rest[i].end;
    }
    rows.push_back(RowsOf(weight, begin, end));
  }
  if (columns.size() > 1) {
    const std::string all = writer_.NewName(Input(op, "X"), "@REST");
    writer_.Add(found.product,
                MakeOp("concat", {{"X", columns}}, {{"Out", {all}}},
                       {{"axis", int64_t{-1}}}));
    columns = {all};
  }
  if (rows.size() > 1) {
    rows = {
        Prepare(weight, "@ROWS",
                MakeOp("concat", {{"X", rows}}, {}, {{"axis", int64_t{0}}}))};
  }
  const std::string product = writer_.NewName(Output(op, "Out"), "@REST");
  SetInput(&op, "X", columns);
  SetInput(&op, "Y", {Derived(rows[0])});
  SetOutput(&op, "Out", {product});
  writer_.Write(found.product, std::move(op));
  return product;
}

// Adds the rows of a part to the sum so far. The result has the sequences of
// the first part.
void TableWriter::WriteSum(const TableProduct& found, const ProductPart& part,
                           std::string sum, std::string looked,
                           const std::string& out) {
  const bool leads = part.begin == 0;
  if (leads && (HasSequences(looked) || HasSequences(sum))) sum.swap(looked);
  writer_.Add(found.product,
              MakeOp("elementwise_add", {{"X", {sum}}, {"Y", {looked}}},
                     {{"Out", {out}}}));
}

void TableWriter::WriteProduct(const TableProduct& found) {
  const std::string out = Output(Before(found.product), "Out");
  const std::string weight = Input(Before(found.product), "Y");
  int left = found.tables;
  std::string sum = WriteRest(found);
  for (const ProductPart& part : found.parts) {
    if (part.lookup < 0) continue;
    const bool last = --left == 0;
    const std::string looked =
        last && sum.empty() ? out : writer_.NewName(part.name, "@MULTIPLIED");
    WriteLookup(part, RowsOf(weight, part.begin, part.end), looked);
    if (sum.empty()) {
      sum = looked;
      continue;
    }
    const std::string added = last ? out : writer_.NewName(out, "@SUM");
    WriteSum(found, part, sum, looked, added);
    sum = added;
  }
}

void TableWriter::Write(const std::vector<TableProduct>& all) {
  BlockWriter::Replacements at;
  absl::flat_hash_set<int> gone;
  for (const TableProduct& found : all) {
    at[found.product] = [&] { WriteProduct(found); };
    gone.insert(found.gone.begin(), found.gone.end());
  }
  writer_.WriteAll(at, gone);
}

// A program that trains changes what it would be derived from.
bool MayMultiply(const Program& program) {
  return !HasBackward(program.desc()) &&
         AreLinked(program.schemas(), kEmitted) &&
         AnyOp(program, [](const proto::OpDesc& op) {
           return op.type() == "lookup_table";
         });
}

// A product of what was looked up may be multiplied again.
std::shared_ptr<const Program> MultiplyOnce(
    const std::shared_ptr<const Program>& program) {
  const ProgramFacts facts(*program);
  const FixedVars fixed(*program);
  ChangedProgram changed(program);
  for (int i = 0; i < program->num_blocks(); ++i) {
    const auto all = FindTableProducts(*program, i, facts.Block(i), fixed);
    if (!all.empty()) TableWriter(changed.get(), i).Write(all);
  }
  return changed.Finish();
}

std::shared_ptr<const Program> MultiplyTables(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  // Measured on CPUs.
  const auto place = context.place.value_or(platform::PlaceKind::kCPU);
  if (context.keep_all || place != platform::PlaceKind::kCPU ||
      !MayMultiply(*program)) {
    return program;
  }
  std::shared_ptr<const Program> before, now = program;
  while (now != before) {
    before = now;
    now = MultiplyOnce(before);
  }
  return now;
}

}  // namespace

REGISTER_PASS(multiply_tables, /*version=*/1, kReassociates, PassStage::kShare,
              "Multiplies a table by the weight that what is looked up in it "
              "is multiplied by.",
              MultiplyTables);

}  // namespace paddle::framework
