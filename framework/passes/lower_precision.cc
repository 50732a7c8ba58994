#include "paddle/framework/passes/lower_precision.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Names = absl::flat_hash_map<std::string, std::string>;

bool Contains(const NameList& names, absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void CheckOptions(const PrecisionOptions& options,
                  const SchemaSource& schemas) {
  PADDLE_ENFORCE(options.dtype == DataType::kBFloat16 ||
                     options.dtype == DataType::kFloat16,
                 InvalidArgument,
                 "mixed precision is of bfloat16 or float16, not ",
                 DataTypeName(options.dtype));
  for (const NameList* list : {&options.half, &options.full}) {
    for (const std::string& type : *list) FindOpProto(schemas, type);
  }
  for (const std::string& type : options.half) {
    PADDLE_ENFORCE(!Contains(options.full, type), InvalidArgument, "operator ",
                   type,
                   " cannot both compute in 16 bits and in float32: it is in "
                   "both lists");
  }
}

// Returns the first operator that no backward pass has differentiated.
int FirstNew(const proto::BlockDesc& block) {
  int first = 0;
  for (int i = 0; i < block.ops_size(); ++i) {
    if (block.ops(i).role() == proto::BACKWARD) first = i + 1;
  }
  return first;
}

// The variables of an operator that become 16 bits.
struct Lowering {
  NameList slots;  // inputs; empty: all
  absl::flat_hash_set<std::string> inputs;
  absl::flat_hash_set<std::string> outputs;
};

// Decides, operator by operator; changes nothing.
class LoweringFinder {
 public:
  LoweringFinder(const Program& program, const PrecisionOptions& options)
      : schemas_(program.schemas()),
        table_(program.global_block()),
        options_(options),
        half_type_(static_cast<proto::DataType>(options.dtype)),
        first_(FirstNew(table_.desc())) {}

  std::vector<std::optional<Lowering>> Find() {
    std::vector<std::optional<Lowering>> found;
    for (int i = 0; i < table_.desc().ops_size(); ++i) {
      found.push_back(FindOne(i));
      Note(table_.desc().ops(i), found.back());
    }
    return found;
  }

 private:
  std::optional<Lowering> FindOne(int op) const;
  PrecisionRule RuleOf(const std::string& type) const;
  // Adds an input to those that become 16 bits; false if that cannot be.
  bool Add(const std::string& name, Lowering* lowering, bool* any) const;
  bool UpdatesAny(const proto::OpDesc& op, const Lowering& lowering) const;
  bool Follows(const Lowering& lowering, bool any) const;
  void FindOutputs(const proto::OpDesc& op, Lowering* lowering) const;
  void Note(const proto::OpDesc& op, const std::optional<Lowering>& lowering);

  const SchemaSource& schemas_;
  SymbolTable& table_;
  const PrecisionOptions& options_;
  const proto::DataType half_type_;
  const int first_;
  // The variables that have been computed in 16 bits; names come later.
  Names half_;
};

PrecisionRule LoweringFinder::RuleOf(const std::string& type) const {
  if (Contains(options_.full, type)) return {};
  PrecisionRule rule = PrecisionRuleOf(type);
  if (Contains(options_.half, type)) rule.precision = Precision::kHalf;
  return rule;
}

bool LoweringFinder::Add(const std::string& name, Lowering* lowering,
                         bool* any) const {
  if (name.empty()) return true;
  const proto::VarDesc& var = table_.GetVar(name);
  if (var.kind() != proto::DENSE_TENSOR) return false;
  if (var.dtype() == proto::FLOAT32) lowering->inputs.insert(name);
  if (var.dtype() == half_type_) *any = true;
  const DataType type = DataTypeFromNumber(var.dtype());
  return !IsFloating(type) || var.dtype() == proto::FLOAT32 ||
         var.dtype() == half_type_;
}

// A variable that is updated in place keeps its data type.
bool LoweringFinder::UpdatesAny(const proto::OpDesc& op,
                                const Lowering& lowering) const {
  for (const auto& [output, input] : FindOpProto(schemas_, op.type()).updates) {
    for (const std::string& name : Inputs(op, input)) {
      if (lowering.inputs.contains(name)) return true;
    }
  }
  return false;
}

// Parameters are converted for others: a bias would make all float32 again.
bool LoweringFinder::Follows(const Lowering& lowering, bool any) const {
  for (const std::string& name : lowering.inputs) {
    const bool half = half_.contains(name);
    if (!half && !table_.GetVar(name).persistable()) return false;
    any |= half;
  }
  return any;
}

std::optional<Lowering> LoweringFinder::FindOne(int index) const {
  const proto::OpDesc& op = table_.desc().ops(index);
  if (index < first_ || op.role() != proto::FORWARD) return std::nullopt;
  const PrecisionRule rule = RuleOf(op.type());
  if (rule.precision == Precision::kFloat) return std::nullopt;
  Lowering lowering;
  lowering.slots = rule.slots;
  bool any = false;
  for (const proto::Slot& slot : op.inputs()) {
    if (!rule.slots.empty() && !Contains(rule.slots, slot.name())) continue;
    for (const std::string& name : slot.arguments()) {
      if (!Add(name, &lowering, &any)) return std::nullopt;
    }
  }
  if (lowering.inputs.empty() || UpdatesAny(op, lowering)) return std::nullopt;
  if (rule.precision == Precision::kFollows && !Follows(lowering, any)) {
    return std::nullopt;
  }
  FindOutputs(op, &lowering);
  return lowering;
}

// The shape function says which outputs have the type of the inputs. It sees
// them under their own names, in a block of which nothing stays.
void LoweringFinder::FindOutputs(const proto::OpDesc& op,
                                 Lowering* lowering) const {
  SymbolTable scratch(&table_);
  for (const std::string& name : OutputNames(op)) scratch.Var(name);
  // A variable that is updated in place is an input, too.
  for (const std::string& name : InputNames(op)) {
    *scratch.Var(name) = table_.GetVar(name);
  }
  for (const std::string& name : lowering->inputs) {
    scratch.Var(name)->set_dtype(half_type_);
  }
  try {
    schemas_.InferShape(op, &scratch);
  } catch (platform::Error& error) {
    RethrowWithOp(error, op, scratch);
  }
  for (const std::string& name : OutputNames(op)) {
    const proto::VarDesc& var = scratch.GetVar(name);
    const bool half =
        var.kind() == proto::DENSE_TENSOR && var.dtype() == half_type_;
    if (half && table_.GetVar(name).dtype() == proto::FLOAT32) {
      lowering->outputs.insert(name);
    }
  }
}

// Returns the variables that a forward cast gives one value in float32 and 16
// bits; {"", ""} for another operator.
std::pair<std::string, std::string> FloatAndHalf(const proto::OpDesc& op,
                                                 const SymbolTable& table,
                                                 proto::DataType half) {
  if (op.type() != "cast" || op.role() != proto::FORWARD) return {};
  const std::string x = Input(op, "X"), out = Output(op, "Out");
  const auto from = table.GetVar(x).dtype(), to = table.GetVar(out).dtype();
  if (from == proto::FLOAT32 && to == half) return {x, out};
  if (from == half && to == proto::FLOAT32) return {out, x};
  return {};
}

// Forgets what an operator writes: a value in 16 bits would be an old one.
void ForgetWritten(const proto::OpDesc& op, const SymbolTable& table,
                   Names* half) {
  for (const std::string& name : OutputNames(op)) half->erase(name);
  if (BlocksOf(op).empty()) return;
  // Blocks write outer variables only if they outlive the run.
  absl::erase_if(*half, [&](const auto& entry) {
    return table.GetVar(entry.first).persistable();
  });
}

void LoweringFinder::Note(const proto::OpDesc& op,
                          const std::optional<Lowering>& lowering) {
  ForgetWritten(op, table_, &half_);
  const std::string known = FloatAndHalf(op, table_, half_type_).first;
  if (!known.empty() && Output(op, "Out") == known) half_[known];
  if (!lowering.has_value()) return;
  for (const std::string& name : lowering->outputs) half_[name];
}

// Writes what was found.
class LoweringWriter {
 public:
  LoweringWriter(Program* program, const PrecisionOptions& options)
      : program_(program),
        table_(program->global_block()),
        options_(options),
        half_type_(static_cast<proto::DataType>(options.dtype)),
        suffix_(absl::StrCat(
            "@", absl::AsciiStrToUpper(DataTypeName(options.dtype)))),
        fixed_(*program),
        writer_(program, /*block=*/0) {}

  // Returns what LowerPrecision does.
  Names Write(const std::vector<std::optional<Lowering>>& all);

 private:
  void Lower(int op, const Lowering& lowering);
  void Note(const proto::OpDesc& op);
  // Returns the variable with the value of another one in 16 bits; converts it
  // before operator `op` unless that has been done.
  std::string HalfOf(int op, const std::string& name);
  std::string NewHalf(const std::string& name);
  proto::OpDesc Cast(const std::string& x, DataType to) const {
    return MakeOp("cast", {{"X", {x}}}, {},
                  {{"out_dtype", std::string(DataTypeName(to))}});
  }

  Program* program_;
  SymbolTable& table_;
  const PrecisionOptions& options_;
  const proto::DataType half_type_;
  const std::string suffix_;
  const FixedVars fixed_;
  BlockWriter writer_;
  Names half_;
  Names derived_;
};

// Dims and sequences are those of the variable, and so is whether gradients
// stop.
std::string LoweringWriter::NewHalf(const std::string& name) {
  const proto::VarDesc& var = table_.GetVar(name);
  std::string half = absl::StrCat(name, suffix_);
  if (table_.FindVar(half) != nullptr) half = writer_.NewName(name, suffix_);
  proto::VarDesc made;
  made.set_name(half);
  made.set_kind(var.kind());
  made.set_dtype(half_type_);
  *made.mutable_dims() = var.dims();
  made.set_lod_level(var.lod_level());
  made.set_stop_gradient(var.stop_gradient());
  *table_.Var(half) = std::move(made);
  return half;
}

std::string LoweringWriter::HalfOf(int op, const std::string& name) {
  std::string& half = half_[name];
  if (!half.empty()) return half;
  proto::OpDesc cast = Cast(name, options_.dtype);
  if (options_.prepare_parameters && fixed_.Has(/*block=*/0, name)) {
    half = AppendPrepared(program_, name, suffix_, std::move(cast));
    AddDerived(program_, half);
    return half;
  }
  half = NewHalf(name);
  cast.add_outputs()->set_name("Out");
  SetOutput(&cast, "Out", {half});
  writer_.Add(op, std::move(cast));
  return half;
}

void LoweringWriter::Lower(int index, const Lowering& lowering) {
  proto::OpDesc op = writer_.before().ops(index);
  for (proto::Slot& slot : *op.mutable_inputs()) {
    const bool converted =
        lowering.slots.empty() || Contains(lowering.slots, slot.name());
    for (std::string& name : *slot.mutable_arguments()) {
      if (converted && lowering.inputs.contains(name)) {
        name = HalfOf(index, name);
      }
    }
  }
  ForgetWritten(op, table_, &half_);
  std::vector<std::string> outputs;  // in the order of the slots
  for (proto::Slot& slot : *op.mutable_outputs()) {
    for (std::string& name : *slot.mutable_arguments()) {
      if (!lowering.outputs.contains(name)) continue;
      outputs.push_back(name);
      name = NewHalf(name);
      derived_[outputs.back()] = name;
    }
  }
  writer_.Put(std::move(op));
  for (const std::string& name : outputs) {
    half_[name] = derived_[name];
    proto::OpDesc cast = Cast(derived_[name], DataType::kFloat32);
    cast.add_outputs()->set_name("Out");
    SetOutput(&cast, "Out", {name});
    writer_.Add(index, std::move(cast));
  }
}

void LoweringWriter::Note(const proto::OpDesc& op) {
  ForgetWritten(op, table_, &half_);
  const auto [name, half] = FloatAndHalf(op, table_, half_type_);
  if (name.empty()) return;
  half_[name] = half;
  if (Output(op, "Out") == name) derived_[name] = half;
}

Names LoweringWriter::Write(const std::vector<std::optional<Lowering>>& all) {
  for (int i = 0; i < static_cast<int>(all.size()); ++i) {
    if (all[i].has_value()) {
      Lower(i, *all[i]);
    } else {
      writer_.Keep(i);
      Note(writer_.before().ops(i));
    }
  }
  program_->Changed();
  return derived_;
}

}  // namespace

absl::flat_hash_map<std::string, std::string> LowerPrecision(
    Program* program, const PrecisionOptions& options) {
  CheckOptions(options, program->schemas());
  FindOpProto(program->schemas(), "cast");
  const auto found = LoweringFinder(*program, options).Find();
  return LoweringWriter(program, options).Write(found);
}

}  // namespace paddle::framework
