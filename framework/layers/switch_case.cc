#include "paddle/framework/layers/switch_case.h"

#include <algorithm>
#include <string>
#include <utility>

#include "paddle/framework/layers/op.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

void CheckCondition(const Variable& condition, const char* what) {
  const Dims dims = condition.dims();
  const bool one = std::all_of(dims.begin(), dims.end(), [](int64_t size) {
    return size == 1 || size < 0;
  });
  PADDLE_ENFORCE(condition.dtype() == DataType::kBool && one, InvalidArgument,
                 "the condition of ", what, " is one bool, not '",
                 condition.ToString(), "'");
}

}  // namespace

Switch::~Switch() { Abandon(); }

void Switch::Abandon() noexcept {
  abandoned_ = !called_;
  for (auto one = cases_.rbegin(); one != cases_.rend(); ++one) {
    one->body->TakeBack();
  }
}

// The blocks may be gone without Abandon, when an enclosing block was removed.
void Switch::CheckWritable(const char* what) const {
  const bool gone =
      std::any_of(cases_.begin(), cases_.end(), [](const Case& one) {
        return one.body->state() == BlockBuilder::State::kTakenBack;
      });
  PADDLE_ENFORCE(!abandoned_ && !gone, FailedPrecondition, what,
                 " belongs to a switch whose blocks were taken back");
  PADDLE_ENFORCE(!called_, FailedPrecondition, what,
                 " belongs to a switch that is finished");
}

void Switch::Begin() {
  CheckWritable("a block");
  PADDLE_ENFORCE(!is_open() && !has_default(), FailedPrecondition,
                 "a block of a switch begins before the default, not inside "
                 "another block of it, and before the switch is called");
  if (!cases_.empty()) cases_[0].body->CheckSibling();
  cases_.push_back({std::make_unique<BlockBuilder>("switch")});
  cases_.back().body->Open();
}

void Switch::BeginCase(const Variable& condition) {
  const std::shared_ptr<Program> program = DefaultMainProgram();
  const Variable seen = VisibleFrom(program, CurrentBlock(*program), condition,
                                    "a case of switch");
  CheckCondition(seen, "a case of switch");
  Begin();
  conditions_.push_back(seen);
}

void Switch::BeginDefault() {
  PADDLE_ENFORCE(!conditions_.empty(), FailedPrecondition,
                 "a switch has a case before its default");
  Begin();
}

void Switch::EndBlock() {
  CheckWritable("the end of a block");
  PADDLE_ENFORCE(is_open(), FailedPrecondition,
                 "a block of switch ends before it begins");
  cases_.back().body->Close();
}

void Switch::Output(const std::vector<Variable>& variables) {
  CheckWritable("an output");
  PADDLE_ENFORCE(is_open(), FailedPrecondition,
                 "an output belongs inside a block of switch");
  cases_.back().body->CheckOpen("an output");
  for (const Variable& variable : variables) {
    cases_.back().body->SeenInside(variable);  // checks all before adding any
  }
  for (const Variable& variable : variables) {
    cases_.back().body->AddResult(variable);
    ++cases_.back().outputs;
  }
}

bool Switch::has_outputs() const {
  return std::any_of(cases_.begin(), cases_.end(),
                     [](const Case& one) { return one.outputs > 0; });
}

std::vector<Variable> Switch::operator()(
    const std::vector<Variable>& otherwise) {
  CheckWritable("the call");
  PADDLE_ENFORCE(!cases_.empty() && !is_open(), FailedPrecondition,
                 "a switch is called once, behind its blocks");
  for (const Case& one : cases_) one.body->CheckCallable();
  const AbandonAtEnd<Switch> end{this};
  return Append(otherwise);
}

void Switch::CheckOutputs(size_t otherwise) const {
  const int wanted = cases_[0].outputs;
  for (size_t i = 0; i < cases_.size(); ++i) {
    PADDLE_ENFORCE(cases_[i].outputs == wanted, InvalidArgument,
                   "the first case of switch has ", wanted, " outputs, but ",
                   i == conditions_.size() ? "the default " : "another case ",
                   cases_[i].outputs);
  }
  PADDLE_ENFORCE(otherwise == (has_default() ? 0 : wanted), InvalidArgument,
                 "the cases of switch have ", wanted, " outputs, and ",
                 otherwise, " values are given for them otherwise",
                 has_default() ? ", but there is a default"
                               : "; without a default there is one for each");
}

std::vector<Variable> Switch::Append(const std::vector<Variable>& otherwise) {
  CheckOutputs(otherwise.size());
  std::vector<Variable> captures;
  std::vector<framework::BlockIndex> blocks;
  for (const Case& one : cases_) {
    one.body->AddCapturesTo(&captures);
    blocks.push_back({one.body->block()});
  }
  std::vector<Variable> outputs =
      AppendConstruct("switch", "switch",
                      {{"Conditions", conditions_},
                       {"Captures", captures},
                       {"Otherwise", otherwise}},
                      {{"blocks", blocks}}, cases_[0].outputs);
  for (Case& one : cases_) one.body->Commit();
  called_ = true;
  return outputs;
}

namespace {

// Owns the two blocks of cond.
class CondBlocks {
 public:
  void Write(const BranchFunction& function) {
    bodies_.push_back(
        bodies_.empty() ? std::make_unique<BlockBuilder>("cond")
                        : std::make_unique<BlockBuilder>("cond", *bodies_[0]));
    BlockBuilder& body = *bodies_.back();
    body.Open();
    const std::vector<Variable> outputs = function();
    for (const Variable& output : outputs) body.AddResult(output);
    body.Close();
    const int count = static_cast<int>(outputs.size());
    PADDLE_ENFORCE(bodies_.size() == 1 || count == outputs_, InvalidArgument,
                   "the true block of cond has ", outputs_,
                   " outputs, but the false block ", count);
    outputs_ = count;
    body.AddCapturesTo(&captures_);
  }

  std::vector<Variable> Append(const Variable& condition,
                               const std::vector<Variable>& otherwise) {
    for (const auto& body : bodies_) body->CheckCallable();
    const Variable seen = bodies_[0]->SeenOutside(condition);
    const bool always = bodies_.size() == 2;
    PADDLE_ENFORCE(otherwise.size() == (always ? 0 : outputs_), InvalidArgument,
                   "cond has ", outputs_, " outputs, and ", otherwise.size(),
                   " values are given for them otherwise",
                   always ? ", but there is a false block"
                          : "; without a false block there is one for each");
    std::vector<framework::BlockIndex> others;
    if (always) others.push_back({bodies_[1]->block()});
    std::vector<Variable> outputs =
        AppendConstruct("cond", "conditional_block",
                        {{"Condition", seen},
                         {"Captures", captures_},
                         {"Otherwise", otherwise}},
                        {{"block", framework::BlockIndex{bodies_[0]->block()}},
                         {"else_block", others}},
                        outputs_);
    for (const auto& body : bodies_) body->Commit();
    return outputs;
  }

  ~CondBlocks() {
    while (!bodies_.empty()) bodies_.pop_back();  // in reverse order
  }

 private:
  std::vector<std::unique_ptr<BlockBuilder>> bodies_;
  std::vector<Variable> captures_;
  int outputs_ = 0;
};

}  // namespace

std::vector<Variable> cond(const Variable& condition,
                           const BranchFunction& on_true,
                           const BranchFunction& on_false,
                           const std::vector<Variable>& otherwise) {
  CheckCondition(condition, "cond");
  CondBlocks blocks;
  blocks.Write(on_true);
  if (on_false != nullptr) blocks.Write(on_false);
  return blocks.Append(condition, otherwise);
}

}  // namespace paddle::layer
