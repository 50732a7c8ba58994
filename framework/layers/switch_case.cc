#include "paddle/framework/layers/switch_case.h"

#include <algorithm>

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

void Switch::Begin() {
  blocks_.CheckWritable("a block");
  PADDLE_ENFORCE(blocks_.Open() == nullptr && !has_default(),
                 FailedPrecondition,
                 "a block of a switch begins before the default, not inside "
                 "another block of it, and before the switch is called");
  blocks_.Begin();
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

bool Switch::has_outputs() const {
  for (size_t i = 0; i < blocks_.size(); ++i) {
    if (blocks_[i].outputs > 0) return true;
  }
  return false;
}

std::vector<Variable> Switch::operator()(
    const std::vector<Variable>& otherwise) {
  blocks_.CheckWritable("the call");
  PADDLE_ENFORCE(blocks_.size() > 0 && blocks_.Open() == nullptr,
                 FailedPrecondition,
                 "a switch is called once, behind its blocks");
  for (size_t i = 0; i < blocks_.size(); ++i) blocks_[i].body.CheckCallable();
  const AbandonAtEnd<Switch> end{this};
  return Append(otherwise);
}

void Switch::CheckOutputs(size_t otherwise) const {
  const int wanted = blocks_[0].outputs;
  for (size_t i = 0; i < blocks_.size(); ++i) {
    PADDLE_ENFORCE(blocks_[i].outputs == wanted, InvalidArgument,
                   "the first case of switch has ", wanted, " outputs, but ",
                   i == conditions_.size() ? "the default " : "another case ",
                   blocks_[i].outputs);
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
  for (size_t i = 0; i < blocks_.size(); ++i) {
    blocks_[i].body.AddCapturesTo(&captures);
    blocks.push_back({blocks_[i].body.block()});
  }
  std::vector<Variable> outputs =
      AppendConstruct("switch", "switch",
                      {{"Conditions", conditions_},
                       {"Captures", captures},
                       {"Otherwise", otherwise}},
                      {{"blocks", blocks}}, blocks_[0].outputs);
  blocks_.Commit();
  return outputs;
}

namespace {

// Owns the two blocks of cond.
class CondBlocks {
 public:
  void Write(const BranchFunction& function) {
    BranchBlocks::Branch& branch = blocks_.Add();
    branch.body.Open();
    const std::vector<Variable> written = function();
    for (const Variable& output : written) branch.body.AddResult(output);
    branch.body.Close();
    branch.outputs = static_cast<int>(written.size());
    PADDLE_ENFORCE(branch.outputs == output_count(), InvalidArgument,
                   "the true block of cond has ", output_count(),
                   " outputs, but the false block ", branch.outputs);
    branch.body.AddCapturesTo(&captures_);
  }

  std::vector<Variable> Append(const Variable& condition,
                               const std::vector<Variable>& otherwise) {
    for (size_t i = 0; i < blocks_.size(); ++i) blocks_[i].body.CheckCallable();
    const BlockBuilder& body = blocks_[0].body;
    const Variable seen = body.SeenOutside(condition);
    const bool always = blocks_.size() == 2;
    PADDLE_ENFORCE(otherwise.size() == (always ? 0 : output_count()),
                   InvalidArgument, "cond has ", output_count(),
                   " outputs, and ", otherwise.size(),
                   " values are given for them otherwise",
                   always ? ", but there is a false block"
                          : "; without a false block there is one for each");
    std::vector<framework::BlockIndex> others;
    if (always) others.push_back({blocks_[1].body.block()});
    std::vector<Variable> outputs =
        AppendConstruct("cond", "conditional_block",
                        {{"Condition", seen},
                         {"Captures", captures_},
                         {"Otherwise", otherwise}},
                        {{"block", framework::BlockIndex{body.block()}},
                         {"else_block", others}},
                        output_count());
    blocks_.Commit();
    return outputs;
  }

 private:
  int output_count() const { return blocks_[0].outputs; }

  BranchBlocks blocks_{"a", "cond"};
  std::vector<Variable> captures_;
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
