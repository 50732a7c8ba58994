#include "paddle/framework/layers/recurrent.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

bool Contains(const std::vector<Variable>& all, const Variable& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

Dims Behind(const Dims& dims) {
  return Dims(absl::MakeConstSpan(dims.begin() + 1, dims.end()));
}

}  // namespace

Rnn::Rnn(RnnOptions options) : options_(options) {}

void Rnn::BeginStep() {
  PADDLE_ENFORCE(body_ == nullptr, FailedPrecondition,
                 "the step of an rnn is written once");
  body_ = std::make_unique<BlockBuilder>("rnn");
  // The number of sequences that are still alive shrinks from step to step; one
  // symbol stands for it in all inputs.
  alive_ = body_->program()->block(body_->block()).sizes().Fresh();
  // A variable with sequences that the step reads becomes a step input by
  // itself.
  body_->OnRead([this](const Variable& v) { return OnRead(v); });
  body_->Open();
  entry_.emplace(this);
}

void Rnn::EndStep() {
  PADDLE_ENFORCE(body_ != nullptr, FailedPrecondition,
                 "the step of an rnn ends before it begins");
  body_->Close();
  entry_.reset();
}

void Rnn::Abandon() noexcept {
  entry_.reset();
  if (body_ != nullptr) body_->TakeBack();
}

const BlockBuilder& Rnn::builder() const {
  PADDLE_ENFORCE(body_ != nullptr, FailedPrecondition,
                 "the step of the rnn has not begun");
  return *body_;
}

void Rnn::CheckOpen(const char* what) const {
  PADDLE_ENFORCE(body_ != nullptr, FailedPrecondition, what,
                 " belongs inside the block of rnn, which has not begun");
  body_->CheckOpen(what);
}

Variable Rnn::OnRead(const Variable& variable) {
  const Variable local = body_->FindLocal(variable.name());
  // A step input or memory of this name is there already.
  if (local.is_valid()) return local;
  const bool steps = variable.kind() == framework::proto::DENSE_TENSOR &&
                     variable.lod_level() > 0 && !variable.persistable();
  return steps ? StepInput(variable) : variable;
}

Dims Rnn::StepDims(const Variable& x) {
  Dims dims = x.dims();
  PADDLE_ENFORCE(dims.rank() >= 1, InvalidArgument, "'", x.name(),
                 "' is one number: it has no steps");
  const bool dense = x.lod_level() == 0;
  // The first input or memory decides whether the rnn has sequences or dense
  // steps.
  const bool known = !inputs_.empty() || !memories_.empty();
  PADDLE_ENFORCE(!known || dense == dense_, InvalidArgument, "'", x.ToString(),
                 dense ? "' has no sequences, but the rnn has sequences, or "
                         "memories that were declared before it"
                       : "' has sequences, but the rnn has dense inputs");
  PADDLE_ENFORCE(!dense || inputs_.empty() ||
                     framework::MayBeEqual({dims[0]}, {inputs_[0].dims()[0]}),
                 InvalidArgument, "'", x.ToString(), "' and '",
                 inputs_.empty() ? "" : inputs_[0].ToString(),
                 "' have different numbers of steps");
  dense_ = dense;
  if (dense) return Behind(dims);
  // Deeper sequences have rows of their own in each step.
  dims[0] = x.lod_level() == 1
                ? alive_
                : body_->program()->block(body_->block()).sizes().Fresh();
  return dims;
}

Variable Rnn::Outside(const Variable& variable, const char* what) const {
  CheckOpen(what);
  PADDLE_ENFORCE(variable.program() != body_->program() ||
                     variable.block() != body_->block(),
                 InvalidArgument, "'", variable.name(),
                 "' is made inside the step: what ", what,
                 " comes from must be computed before the block");
  return body_->SeenOutside(variable);
}

Variable Rnn::StepInput(const Variable& input) {
  const Variable x = Outside(input, "a step input");
  const auto known = std::find(inputs_.begin(), inputs_.end(), x);
  // Reading an input twice gives the same step.
  if (known != inputs_.end()) return steps_[known - inputs_.begin()];
  const Dims dims = StepDims(x);
  const Variable step = body_->AddArgument(x.name(), dims, x.dtype(),
                                           std::max(0, x.lod_level() - 1));
  inputs_.push_back(x);
  steps_.push_back(step);
  return step;
}

Variable Rnn::StaticInput(const Variable& input) {
  const Variable x = Outside(input, "a static input");
  const auto known = std::find(statics_.begin(), statics_.end(), x);
  if (known != statics_.end()) return static_steps_[known - statics_.begin()];
  PADDLE_ENFORCE(!Contains(inputs_, x), InvalidArgument, "'", x.name(),
                 "' is read step by step already");
  Dims dims = x.dims();
  PADDLE_ENFORCE(dims.rank() >= 1, InvalidArgument, "'", x.name(),
                 "' is one number: it has no row for each sequence");
  dims[0] = x.lod_level() == 0
                ? alive_
                : body_->program()->block(body_->block()).sizes().Fresh();
  statics_.push_back(x);
  static_steps_.push_back(
      body_->AddArgument(x.name(), dims, x.dtype(), x.lod_level()));
  return static_steps_.back();
}

Variable Rnn::Memory(const Variable& value) {
  const Variable init = Outside(value, "a memory");
  Dims dims = init.dims();
  if (!dense_) {
    Dims rows = {alive_};
    // A vector is one row for all sequences; otherwise the first axis counts
    // them.
    if (dims.rank() > 1) dims = Behind(dims);
    for (int64_t size : dims) rows.Append(size);
    dims = rows;
  }
  const Variable memory = body_->AddArgument(
      body_->program()->UniqueName("memory"), dims, init.dtype());
  memories_.push_back({init, memory, memory});
  return memory;
}

Variable Rnn::Memory(const std::vector<int64_t>& shape, Number value,
                     DataType dtype) {
  CheckOpen("a memory");
  PADDLE_ENFORCE(dense_ || shape.size() == 1, InvalidArgument,
                 "a memory by shape is one row, [width], of all sequences");
  const BlockGuard outside(body_->program(), body_->parent());
  return Memory(fill_constant(shape, dtype, value));
}

Rnn::Carried& Rnn::Find(const Variable& memory) {
  for (Carried& carried : memories_) {
    if (carried.memory == memory) return carried;
  }
  PADDLE_THROW(InvalidArgument, "'", memory.name(),
               "' is no memory of this rnn");
}

Variable Rnn::PreviousMemory(const Variable& memory) const {
  return const_cast<Rnn*>(this)->Find(memory).memory;
}

void Rnn::UpdateMemory(const Variable& memory, const Variable& value) {
  CheckOpen("the update of a memory");
  Carried& carried = Find(memory);
  const Variable seen = body_->SeenInside(value);
  PADDLE_ENFORCE(seen.dtype() == memory.dtype() && seen.lod_level() == 0 &&
                     framework::MayBeEqual(seen.dims(), memory.dims()),
                 InvalidArgument, "memory '", memory.ToString(),
                 "' is updated with '", seen.ToString(),
                 "': shape, data type and sequences must stay the same");
  carried.next = seen;
}

void Rnn::Output(const std::vector<Variable>& variables) {
  CheckOpen("an output");
  std::vector<Variable> seen;  // checks all before adding any
  for (const Variable& variable : variables) {
    seen.push_back(body_->SeenInside(variable));
  }
  outputs_.insert(outputs_.end(), seen.begin(), seen.end());
}

std::vector<Variable> Rnn::operator()() {
  PADDLE_ENFORCE(body_ != nullptr, FailedPrecondition,
                 "rnn is called once, behind its block, which has not begun");
  body_->CheckCallable();
  PADDLE_ENFORCE(!inputs_.empty(), InvalidArgument,
                 "the step of the rnn reads no sequence, so there are no steps "
                 "to take; a dense input is taken apart by step_input");
  PADDLE_ENFORCE(!outputs_.empty(), InvalidArgument, "the rnn has no output");
  const AbandonAtEnd<Rnn> end{this};
  return Append();
}

std::vector<Variable> Rnn::Append() {
  body_->ClearEnds();
  auto* desc = body_->program()->block(body_->block()).mutable_desc();
  for (const Variable& v : steps_) desc->add_arguments(v.name());
  for (const Carried& c : memories_) desc->add_arguments(c.memory.name());
  for (const Variable& v : static_steps_) desc->add_arguments(v.name());
  for (const Variable& v : outputs_) body_->AddResult(v);
  std::vector<Variable> inits;
  for (const Carried& c : memories_) {
    body_->AddResult(c.next);
    inits.push_back(c.init);
  }
  std::vector<Variable> outputs =
      AppendConstruct("rnn", "recurrent",
                      {{"Inputs", inputs_},
                       {"InitialStates", inits},
                       {"StaticInputs", statics_},
                       {"Captures", body_->Captures()}},
                      {{"step_net", framework::BlockIndex{body_->block()}},
                       {"reverse", options_.reverse}},
                      outputs_.size());
  body_->Commit();
  return outputs;
}

Rnn& CurrentRnn() {
  const auto open =
      GuardStack<Rnn*>::FindLast([](const Rnn* rnn) { return rnn->is_open(); });
  PADDLE_ENFORCE(open.has_value(), FailedPrecondition,
                 "a step input belongs inside the block of an rnn");
  return **open;
}

}  // namespace paddle::layer
