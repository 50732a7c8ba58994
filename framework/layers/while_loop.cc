#include "paddle/framework/layers/while_loop.h"

#include <algorithm>

#include "paddle/framework/layers/op.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

void CheckCondition(const Variable& condition) {
  const Dims dims = condition.dims();
  PADDLE_ENFORCE(condition.dtype() == DataType::kBool &&
                     (!dims.IsStatic() || dims.Numel() == 1),
                 InvalidArgument, "the condition of while is one bool, not ",
                 condition.ToString());
}

}  // namespace

WhileLoop::WhileLoop(const Variable& condition, WhileOptions options)
    : condition_(condition), options_(options) {
  CheckCondition(condition);
}

void WhileLoop::BeginBlock() {
  PADDLE_ENFORCE(body_ == nullptr, FailedPrecondition,
                 "the block of a while loop is written once");
  body_ = std::make_unique<BlockBuilder>("while");
  body_->Open();
}

void WhileLoop::EndBlock() {
  PADDLE_ENFORCE(body_ != nullptr, FailedPrecondition,
                 "the block of a while loop ends before it begins");
  body_->Close();
}

void WhileLoop::Abandon() noexcept {
  if (body_ != nullptr) body_->TakeBack();
}

void WhileLoop::CheckOpen(const char* what) const {
  PADDLE_ENFORCE(body_ != nullptr, FailedPrecondition, what,
                 " belongs inside the block of while, which has not begun");
  body_->CheckOpen(what);
}

Variable WhileLoop::Carry(const Variable& value) {
  CheckOpen("a carried value");
  PADDLE_ENFORCE(
      value.program() != body_->program() || value.block() != body_->block(),
      InvalidArgument, "'", value.name(),
      "' is made inside the loop: what it carries must have a value "
      "before the block");
  const Variable init = body_->SeenOutside(value);
  // Uses a name of its own: several values may begin as the same variable,
  // which the block may also read itself.
  const Variable current =
      body_->AddArgumentLike(body_->program()->UniqueName(init.name()), init);
  carried_.push_back({init, current, current});
  return current;
}

WhileLoop::Carried& WhileLoop::Find(const Variable& current) {
  for (Carried& carried : carried_) {
    if (carried.current == current) return carried;
  }
  const bool is_init =
      std::any_of(carried_.begin(), carried_.end(),
                  [&](const Carried& one) { return one.init == current; });
  PADDLE_THROW(InvalidArgument, "'", current.name(),
               is_init ? "' is where a carried value begins: the current "
                         "value, which is read and updated, is what carry() "
                         "returned"
                       : "' is not carried by this loop");
}

void WhileLoop::Update(const Variable& carried, const Variable& next) {
  CheckOpen("the update of a carried value");
  Carried& found = Find(carried);
  const Variable seen = body_->SeenInside(next);
  const Variable& current = found.current;
  PADDLE_ENFORCE(seen.kind() == current.kind() &&
                     seen.dtype() == current.dtype() &&
                     seen.lod_level() == current.lod_level() &&
                     framework::MayBeEqual(seen.dims(), current.dims()),
                 InvalidArgument, "the carried value '", current.ToString(),
                 "' is updated with '", seen.ToString(),
                 "': shape, data type and sequences must stay the same");
  found.next = seen;
}

void WhileLoop::Condition(const Variable& next) {
  CheckOpen("the condition of the next iteration");
  const Variable seen = body_->SeenInside(next);
  CheckCondition(seen);
  next_condition_ = seen;
}

std::vector<Variable> WhileLoop::operator()() {
  PADDLE_ENFORCE(body_ != nullptr, FailedPrecondition,
                 "a while loop is called once, behind its block, which has "
                 "not begun");
  body_->CheckCallable();
  PADDLE_ENFORCE(next_condition_.is_valid(), FailedPrecondition,
                 "the block of while never says whether there is a next "
                 "iteration: the loop would not end");
  const AbandonAtEnd<WhileLoop> end{this};
  return Append();
}

std::vector<Variable> WhileLoop::Append() {
  const Variable condition = body_->SeenOutside(condition_);
  body_->AddResult(next_condition_);
  std::vector<Variable> inits;
  for (const Carried& carried : carried_) {
    body_->AddResult(carried.next);
    inits.push_back(carried.init);
  }
  std::vector<Variable> outputs =
      AppendConstruct("while", "while",
                      {{"Condition", condition},
                       {"Carried", inits},
                       {"Captures", body_->Captures()}},
                      {{"block", framework::BlockIndex{body_->block()}},
                       {"max_iterations", options_.max_iterations}},
                      carried_.size());
  body_->Commit();
  return outputs;
}

}  // namespace paddle::layer
