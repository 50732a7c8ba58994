#include "paddle/framework/layers/if_else.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/reinfer_shapes.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

const char* NameOf(bool part) { return part ? "true" : "false"; }

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

IfElse::~IfElse() { Abandon(); }

void IfElse::Abandon() noexcept {
  abandoned_ = !called_;
  // In reverse, so that the last block is removed first and indices stay valid.
  for (auto branch = branches_.rbegin(); branch != branches_.rend(); ++branch) {
    branch->body->TakeBack();
  }
}

// The blocks may be gone without Abandon, when an enclosing block was removed.
void IfElse::CheckWritable(const char* what) const {
  const bool gone =
      std::any_of(branches_.begin(), branches_.end(), [](const Branch& branch) {
        return branch.body->state() == BlockBuilder::State::kTakenBack;
      });
  PADDLE_ENFORCE(!abandoned_ && !gone, FailedPrecondition, what,
                 " belongs to an ifelse whose blocks were taken back");
  PADDLE_ENFORCE(!called_, FailedPrecondition, what,
                 " belongs to an ifelse that is finished");
}

IfElse::Branch* IfElse::Find(bool part) {
  for (Branch& branch : branches_) {
    if (branch.part == part) return &branch;
  }
  return nullptr;
}

IfElse::Branch* IfElse::Open() {
  for (Branch& branch : branches_) {
    if (branch.body->is_open()) return &branch;
  }
  return nullptr;
}

void IfElse::Add(bool part) {
  branches_.emplace_back();
  branches_.back().part = part;
  // The second block must have the parent of the first.
  branches_.back().body =
      branches_.size() == 1
          ? std::make_unique<BlockBuilder>("ifelse")
          : std::make_unique<BlockBuilder>("ifelse", *branches_[0].body);
}

void IfElse::Begin(bool part) {
  CheckWritable("a block");
  PADDLE_ENFORCE(Find(part) == nullptr && Open() == nullptr, FailedPrecondition,
                 "the ", NameOf(part),
                 " block of an ifelse is written once, before the ifelse is "
                 "called and not inside its other block");
  if (!branches_.empty()) branches_[0].body->CheckSibling();
  Add(part);
  branches_.back().body->Open();
}

void IfElse::EndBlock() {
  CheckWritable("the end of a block");
  PADDLE_ENFORCE(Open() != nullptr, FailedPrecondition,
                 "a block of ifelse ends before it begins");
  Open()->body->Close();
}

Variable IfElse::Read(const Variable& variable, bool split) {
  CheckWritable("how a variable is read");
  variable.desc();  // checks that it exists
  Branch* open = Open();
  auto& overrides = open != nullptr ? open->overrides : overrides_;
  const Variable seen =
      open != nullptr ? open->body->SeenInside(variable) : variable;
  // Contradictions are reported where the user writes them.
  for (const Override& known : overrides) {
    PADDLE_ENFORCE(known.variable != seen || known.split == split,
                   InvalidArgument, "'", variable.name(),
                   "' is to be read whole and in parts by one block of ifelse");
  }
  overrides.push_back({seen, split});
  return variable;
}

void IfElse::Output(const std::vector<Variable>& variables) {
  CheckWritable("an output");
  Branch* branch = Open();
  PADDLE_ENFORCE(branch != nullptr, FailedPrecondition,
                 "an output belongs inside a block of ifelse");
  branch->body->CheckOpen("an output");
  for (const Variable& variable : variables) {
    branch->body->SeenInside(variable);  // checks all before adding any
  }
  for (const Variable& variable : variables) {
    branch->body->AddResult(variable);
    ++branch->outputs;
  }
}

void IfElse::CheckCallable() const {
  CheckWritable("the call");
  PADDLE_ENFORCE(!branches_.empty(), FailedPrecondition,
                 "an ifelse is called once, behind its blocks");
  for (const Branch& branch : branches_) {
    PADDLE_ENFORCE(!branch.body->is_open(), FailedPrecondition, "the ",
                   NameOf(branch.part),
                   " block of the ifelse that is called is still open");
    branch.body->CheckCallable();
  }
}

std::vector<Variable> IfElse::operator()(const Variable& condition) {
  CheckCallable();
  const AbandonAtEnd<IfElse> end{this};
  return Append(condition);
}

std::vector<Variable> IfElse::Append(const Variable& condition) {
  const int64_t rows = RowsOf(branches_[0].body->SeenOutside(condition));
  for (bool part : {true, false}) {
    // A branch that was never written is an empty block.
    if (Find(part) == nullptr) Add(part);
  }
  Branch& on_true = *Find(true);
  Branch& on_false = *Find(false);
  PADDLE_ENFORCE(on_true.outputs == on_false.outputs, InvalidArgument,
                 "the true block of ifelse has ", on_true.outputs,
                 " outputs, but the false block ", on_false.outputs);
  std::vector<Variable> captures;
  for (Branch* branch : {&on_true, &on_false}) {
    SplitInputs(branch, rows);
    branch->body->AddCapturesTo(&captures);
  }
  std::vector<Variable> outputs = AppendConstruct(
      "ifelse", "ifelse",
      {{"Condition", condition},
       {"TrueInputs", on_true.inputs},
       {"FalseInputs", on_false.inputs},
       {"Captures", captures}},
      {{"true_block", framework::BlockIndex{on_true.body->block()}},
       {"false_block", framework::BlockIndex{on_false.body->block()}}},
      on_true.outputs);
  for (Branch& branch : branches_) branch.body->Commit();
  called_ = true;
  return outputs;
}

bool IfElse::IsSplit(const Branch& branch, const Variable& variable,
                     int64_t rows) const {
  // The override of a block takes precedence over that for both.
  for (const auto* overrides : {&branch.overrides, &overrides_}) {
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
      branch.body->program()->block(branch.body->block()).sizes();
  PADDLE_ENFORCE(!MayBeRowsOf(sizes, dims[0], rows), InvalidArgument, "the ",
                 NameOf(branch.part), " block of ifelse reads '",
                 variable.ToString(), "', and nobody knows whether its ",
                 sizes.Text(dims[0]), " rows are the ", sizes.Text(rows),
                 " rows of the condition: say split('", variable.name(),
                 "') if each row goes through one block, or whole('",
                 variable.name(), "') if a block reads all of them");
  return false;
}

// Each input gets a variable of its name in the block, with a new symbol for
// the rows of the part; so do equal sizes of other inputs.
void IfElse::SplitInputs(Branch* branch, int64_t rows) {
  BlockBuilder& body = *branch->body;
  framework::SymbolTable& table = body.program()->block(body.block());
  SizeMap parts;
  for (const Variable& variable : body.Captures()) {
    if (!IsSplit(*branch, variable, rows)) continue;
    Dims dims = variable.dims();
    PADDLE_ENFORCE(dims.rank() >= 1, InvalidArgument, "'", variable.ToString(),
                   "' is one number: ifelse cannot split it");
    // Equal sizes of inputs stay equal inside the block.
    const auto [part, is_new] = parts.try_emplace(dims[0], 0);
    if (is_new) part->second = table.sizes().Fresh();
    dims[0] = part->second;
    body.AddArgument(variable.name(), dims, variable.dtype(),
                     variable.lod_level());
    table.Var(variable.name())->set_stop_gradient(variable.stop_gradient());
    branch->inputs.push_back(variable);
  }
  // The operators in the block were written for whole inputs.
  ReinferShapes(body.program().get(), body.block(), parts);
}

}  // namespace paddle::layer
