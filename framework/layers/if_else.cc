#include "paddle/framework/layers/if_else.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/reinfer_shapes.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

const char* NameOf(bool holds) { return holds ? "true" : "false"; }

// Returns the number of rows of a condition.
int64_t RowsOf(const Variable& condition) {
  const Dims dims = condition.dims();
  // A symbol might be 1, which the run checks.
  const bool list =
      dims.rank() == 1 ||
      (dims.rank() == 2 && framework::MayBeEqual(dims[1], int64_t{1}));
  PADDLE_ENFORCE(condition.dtype() == DataType::kBool && list, InvalidArgument,
                 "the condition of ifelse is bool, [rows] or [rows, 1], not '",
                 condition.ToString(), "'");
  return dims[0];
}

// True if the two may be equal although the program does not say so: the rows
// of one variable per sequence, say, and those of a batch.
bool MayBeRowsOf(const framework::SizeAlgebra& sizes, int64_t size,
                 int64_t rows) {
  const auto is_plain = [&](int64_t one) {
    // Symbols without an expression of their own: nothing is known about their
    // values.
    return one >= 0 || sizes.Text(one) == framework::SymbolName(one);
  };
  return size < 0 && is_plain(size) && is_plain(rows);
}

}  // namespace

IfElse::Part* IfElse::Find(bool holds) {
  for (Part& part : parts_) {
    if (part.holds == holds) return &part;
  }
  return nullptr;
}

IfElse::Part* IfElse::Open() {
  for (Part& part : parts_) {
    if (&part.branch == blocks_.Open()) return &part;
  }
  return nullptr;
}

void IfElse::Begin(bool holds) {
  blocks_.CheckWritable("a block");
  PADDLE_ENFORCE(Find(holds) == nullptr && Open() == nullptr,
                 FailedPrecondition, "the ", NameOf(holds),
                 " block of an ifelse is written once, before the ifelse is "
                 "called and not inside its other block");
  parts_.push_back({holds, blocks_.Begin(), {}, {}});
}

Variable IfElse::Read(const Variable& variable, bool split) {
  blocks_.CheckWritable("how a variable is read");
  variable.desc();  // checks that it exists
  Part* open = Open();
  auto& overrides = open != nullptr ? open->overrides : overrides_;
  const Variable seen =
      open != nullptr ? open->branch.body.SeenInside(variable) : variable;
  // Contradictions are reported where the user writes them.
  for (const Override& known : overrides) {
    PADDLE_ENFORCE(known.variable != seen || known.split == split,
                   InvalidArgument, "'", variable.name(),
                   "' is to be read whole and in parts by one block of ifelse");
  }
  overrides.push_back({seen, split});
  return variable;
}

void IfElse::CheckCallable() const {
  blocks_.CheckWritable("the call");
  PADDLE_ENFORCE(!parts_.empty(), FailedPrecondition,
                 "an ifelse is called once, behind its blocks");
  for (const Part& part : parts_) {
    PADDLE_ENFORCE(!part.branch.body.is_open(), FailedPrecondition, "the ",
                   NameOf(part.holds),
                   " block of the ifelse that is called is still open");
    part.branch.body.CheckCallable();
  }
}

std::vector<Variable> IfElse::operator()(const Variable& condition) {
  CheckCallable();
  const AbandonAtEnd<IfElse> end{this};
  return Append(condition);
}

std::vector<Variable> IfElse::Append(const Variable& condition) {
  const int64_t rows = RowsOf(blocks_[0].body.SeenOutside(condition));
  for (bool holds : {true, false}) {
    // A branch that was never written is an empty block.
    if (Find(holds) != nullptr) continue;
    parts_.push_back({holds, blocks_.Add(), {}, {}});
  }
  Part& on_true = *Find(true);
  Part& on_false = *Find(false);
  PADDLE_ENFORCE(on_true.branch.outputs == on_false.branch.outputs,
                 InvalidArgument, "the true block of ifelse has ",
                 on_true.branch.outputs, " outputs, but the false block ",
                 on_false.branch.outputs);
  std::vector<Variable> captures;
  for (Part* part : {&on_true, &on_false}) {
    SplitInputs(part, rows);
    part->branch.body.AddCapturesTo(&captures);
  }
  std::vector<Variable> outputs = AppendConstruct(
      "ifelse", "ifelse",
      {{"Condition", condition},
       {"TrueInputs", on_true.inputs},
       {"FalseInputs", on_false.inputs},
       {"Captures", captures}},
      {{"true_block", framework::BlockIndex{on_true.branch.body.block()}},
       {"false_block", framework::BlockIndex{on_false.branch.body.block()}}},
      on_true.branch.outputs);
  blocks_.Commit();
  return outputs;
}

bool IfElse::IsSplit(const Part& part, const Variable& variable,
                     int64_t rows) const {
  // The override of a block takes precedence over that for both.
  for (const auto* overrides : {&part.overrides, &overrides_}) {
    for (const Override& known : *overrides) {
      if (known.variable == variable) return known.split;
    }
  }
  // Parameters and arrays have no rows of the batch.
  if (variable.kind() != framework::proto::DENSE_TENSOR ||
      variable.persistable()) {
    return false;
  }
  const Dims dims = variable.dims();
  if (dims.rank() < 1) return false;
  if (variable.lod_level() > 0 || dims[0] == rows) return true;
  const auto& sizes =
      part.branch.body.program()->block(part.branch.body.block()).sizes();
  PADDLE_ENFORCE(!MayBeRowsOf(sizes, dims[0], rows), InvalidArgument, "the ",
                 NameOf(part.holds), " block of ifelse reads '",
                 variable.ToString(), "', and nobody knows whether its ",
                 sizes.Text(dims[0]), " rows are the ", sizes.Text(rows),
                 " rows of the condition: say split('", variable.name(),
                 "') if each row goes through one block, or whole('",
                 variable.name(), "') if a block reads all of them");
  return false;
}

// Each input gets a variable of its name in the block, with a new symbol for
// the rows of the part; so do equal sizes of other inputs.
void IfElse::SplitInputs(Part* part, int64_t rows) {
  BlockBuilder& body = part->branch.body;
  framework::SymbolTable& table = body.program()->block(body.block());
  SizeMap parts;
  for (const Variable& variable : body.Captures()) {
    if (!IsSplit(*part, variable, rows)) continue;
    Dims dims = variable.dims();
    PADDLE_ENFORCE(dims.rank() >= 1, InvalidArgument, "'", variable.ToString(),
                   "' is one number: ifelse cannot split it");
    // Equal sizes of inputs stay equal inside the block.
    const auto [rows_of_part, is_new] = parts.try_emplace(dims[0], 0);
    if (is_new) rows_of_part->second = table.sizes().Fresh();
    dims[0] = rows_of_part->second;
    body.AddArgument(variable.name(), dims, variable.dtype(),
                     variable.lod_level());
    table.Var(variable.name())->set_stop_gradient(variable.stop_gradient());
    part->inputs.push_back(variable);
  }
  // The operators in the block were written for whole inputs.
  ReinferShapes(body.program().get(), body.block(), parts);
}

}  // namespace paddle::layer
