#include "paddle/framework/passes/lowerings.h"

#include "paddle/framework/ir/contains.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

void CheckOptions(const PrecisionOptions& options,
                  const SchemaSource& schemas) {
  PADDLE_ENFORCE(options.dtype == DataType::kBFloat16 ||
                     options.dtype == DataType::kFloat16,
                 InvalidArgument,
                 "mixed precision is of bfloat16 or float16, not ",
                 DataTypeName(options.dtype));
  FindOpProto(schemas, "cast");
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
  bool IsLarge(const proto::OpDesc& op, const PrecisionRule& rule) const;
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
  TwinNames half_;
};

PrecisionRule LoweringFinder::RuleOf(const std::string& type) const {
  if (Contains(options_.full, type)) return {};
  PrecisionRule rule = PrecisionRuleOf(type);
  if (Contains(options_.half, type)) {
    rule.precision = Precision::kHalf;
    rule.sized.clear();
  }
  return rule;
}

// A size that is not known yet counts as large.
bool LoweringFinder::IsLarge(const proto::OpDesc& op,
                             const PrecisionRule& rule) const {
  if (rule.sized.empty()) return true;
  const std::string name = Input(op, rule.sized);
  if (name.empty()) return false;
  const proto::VarDesc& var = table_.GetVar(name);
  return var.dims_size() == 0 || var.dims(0) < 0 || var.dims(0) >= rule.least;
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
  if (rule.precision == Precision::kFloat || !IsLarge(op, rule)) {
    return std::nullopt;
  }
  Lowering lowering;
  lowering.slots = rule.slots;
  bool any = false;
  for (const proto::Slot& slot : op.inputs()) {
    if (!lowering.Converts(slot.name())) continue;
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

void LoweringFinder::Note(const proto::OpDesc& op,
                          const std::optional<Lowering>& lowering) {
  ForgetWritten(op, table_, &half_);
  const std::string known = FloatAndHalf(op, table_, half_type_).first;
  if (!known.empty() && Output(op, "Out") == known && !options_.IsFed(known)) {
    half_[known];
  }
  if (!lowering.has_value()) return;
  for (const std::string& name : lowering->outputs) {
    if (!options_.IsFed(name)) half_[name];
  }
}

}  // namespace

std::pair<std::string, std::string> FloatAndHalf(const proto::OpDesc& op,
                                                 const SymbolTable& table,
                                                 proto::DataType half) {
  if (op.type() != "cast" || op.role() != proto::FORWARD) return {};
  const std::string x = Input(op, "X"), out = Output(op, "Out");
  // A cast that stops gradients has another meaning.
  if (table.GetVar(x).stop_gradient() != table.GetVar(out).stop_gradient()) {
    return {};
  }
  const auto from = table.GetVar(x).dtype(), to = table.GetVar(out).dtype();
  if (from == proto::FLOAT32 && to == half) return {x, out};
  if (from == half && to == proto::FLOAT32) return {out, x};
  return {};
}

void ForgetWritten(const proto::OpDesc& op, const SymbolTable& table,
                   TwinNames* half) {
  for (const std::string& name : OutputNames(op)) {
    half->erase(name);
    // A user's own variable of 16 bits, of which there are few.
    if (table.GetVar(name).dtype() == proto::FLOAT32) continue;
    absl::erase_if(*half,
                   [&](const auto& entry) { return entry.second == name; });
  }
  if (BlocksOf(op).empty()) return;
  // Blocks write outer variables only if they outlive the run.
  absl::erase_if(*half, [&](const auto& entry) {
    return table.GetVar(entry.first).persistable();
  });
}

bool Lowering::Converts(absl::string_view slot) const {
  return slots.empty() || Contains(slots, slot);
}

std::vector<std::optional<Lowering>> FindLowerings(
    const Program& program, const PrecisionOptions& options) {
  CheckOptions(options, program.schemas());
  return LoweringFinder(program, options).Find();
}

}  // namespace paddle::framework
