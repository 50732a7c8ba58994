#include "paddle/framework/layers/block_builder.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "paddle/framework/ir/captures.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

bool IsWithin(const Program& program, int block, int outer) {
  // A parent has a smaller index than its blocks, so the climb ends at or below
  // `outer`.
  while (block > outer) block = program.block(block).desc().parent();
  return block == outer;
}

const char* TextOf(BlockBuilder::State state) {
  switch (state) {
    case BlockBuilder::State::kClosed:
      return "is not open";
    case BlockBuilder::State::kOpen:
      return "is open";
    case BlockBuilder::State::kCommitted:
      return "is finished";
    case BlockBuilder::State::kTakenBack:
      return "was taken back";
  }
  return "";
}

void AddNew(const Variable& one, std::vector<Variable>* all) {
  if (std::find(all->begin(), all->end(), one) == all->end()) {
    all->push_back(one);
  }
}

}  // namespace

BlockBuilder::BlockBuilder(std::string construct,
                           std::shared_ptr<Program> program, int parent)
    : construct_(std::move(construct)),
      program_(std::move(program)),
      parent_(parent),
      block_(program_->AddBlock(parent)),
      uid_(program_->block_uid(block_)) {}

BlockBuilder::BlockBuilder(std::string construct)
    : BlockBuilder(std::move(construct), DefaultMainProgram(),
                   CurrentBlock(*DefaultMainProgram())) {}

BlockBuilder::BlockBuilder(std::string construct, const BlockBuilder& sibling)
    : BlockBuilder(std::move(construct), (sibling.table(), sibling.program_),
                   sibling.parent_) {}

BlockBuilder::~BlockBuilder() { TakeBack(); }

BlockBuilder::State BlockBuilder::state() const {
  // Another block may have the index by now; the uid tells.
  if (program_->block_uid(block_) != uid_) return State::kTakenBack;
  if (committed_) return State::kCommitted;
  return opened_ ? State::kOpen : State::kClosed;
}

void BlockBuilder::Open() {
  PADDLE_ENFORCE(state() == State::kClosed, FailedPrecondition, "the block of ",
                 construct_, " cannot be opened: it ", TextOf(state()),
                 " already");
  // Before the first operator, so that all side effects are seen.
  additions_.emplace_back(program_, block_, DefaultStartupProgram());
  opened_.emplace(this);
}

void BlockBuilder::Close() {
  PADDLE_ENFORCE(is_open(), FailedPrecondition, "the block of ", construct_,
                 " cannot be closed: it ", TextOf(state()));
  PADDLE_ENFORCE(opened_->guard.is_mine(), FailedPrecondition, "the block of ",
                 construct_,
                 " cannot be closed: it was opened in another thread");
  // Closing would make the current block one that is still being written.
  PADDLE_ENFORCE(CurrentBlock(*program_) == block_, FailedPrecondition,
                 "the block of ", construct_,
                 " cannot be closed: a block inside it still is open");
  opened_.reset();
  additions_.back().End();
}

// Only a lack of memory can throw here; some parts that nobody owns then remain
// in the program, where they do no harm.
void BlockBuilder::TakeBack() noexcept {
  const bool was_open = opened_.has_value();
  // The guards end first: nothing must be written to a block that is removed.
  opened_.reset();
  if (committed_) return;
  try {
    // Side effects end where the body failed, not where the builder dies.
    if (was_open) additions_.back().End();
    if (state() != State::kTakenBack) program_->RemoveBlock(block_);
    // In the order in which bodies were opened; each knows only its own.
    for (BlockSideEffects& additions : additions_) additions.TakeBack();
    additions_.clear();
  } catch (const std::exception&) {
  }
}

void BlockBuilder::Commit() {
  committed_ = true;
  opened_.reset();
}

framework::SymbolTable& BlockBuilder::table() const {
  PADDLE_ENFORCE(state() != State::kTakenBack, FailedPrecondition,
                 "the block of ", construct_, " was taken back");
  return program_->block(block_);
}

void BlockBuilder::CheckOpen(const std::string& what) const {
  PADDLE_ENFORCE(is_open(), FailedPrecondition, what,
                 " belongs inside the block of ", construct_, ", which ",
                 TextOf(state()));
  PADDLE_ENFORCE(opened_->guard.is_mine(), FailedPrecondition, what,
                 " belongs inside the block of ", construct_,
                 ", which was opened in another thread");
}

void BlockBuilder::CheckSibling() const {
  const std::shared_ptr<Program> program = DefaultMainProgram();
  // Branches of one operator must have the same parent.
  PADDLE_ENFORCE(program == program_ && CurrentBlock(*program) == parent_,
                 FailedPrecondition, "another block of ", construct_,
                 " begins where the first one began, in block ", parent_,
                 program == program_ ? "" : " of another program", ", not in ",
                 CurrentBlock(*program));
}

void BlockBuilder::CheckCallable() const {
  PADDLE_ENFORCE(state() == State::kClosed, FailedPrecondition, construct_,
                 " is called once, behind its block, which ", TextOf(state()));
  const int current = CurrentBlock(*program_);
  PADDLE_ENFORCE(current == parent_, FailedPrecondition, construct_,
                 " is called in block ", current,
                 "; its own block was written in block ", parent_,
                 ", and so must be its operator");
}

Variable BlockBuilder::AddArgument(const std::string& name, const Dims& dims,
                                   DataType dtype, int lod_level) {
  PADDLE_ENFORCE(table().FindVar(name, /*recursive=*/false) == nullptr,
                 AlreadyExists, "the block of ", construct_,
                 " already has a variable '", name, "'");
  framework::proto::VarDesc* var = table().Var(name);
  var->set_dtype(static_cast<framework::proto::DataType>(dtype));
  for (int64_t size : dims) var->add_dims(size);
  var->set_lod_level(lod_level);
  table().mutable_desc()->add_arguments(name);
  return Variable(program_, block_, name);
}

Variable BlockBuilder::AddArgumentLike(const std::string& name,
                                       const Variable& like) {
  const Variable argument =
      AddArgument(name, like.dims(), like.dtype(), like.lod_level());
  table().Var(name)->set_kind(like.kind());
  // Gradients must stop inside where they stop outside.
  table().Var(name)->set_stop_gradient(like.stop_gradient());
  return argument;
}

Variable BlockBuilder::Visible(int block, const Variable& variable) const {
  table();  // checks that the block exists
  return VisibleFrom(program_, block, variable, construct_);
}

Variable BlockBuilder::SeenInside(const Variable& variable) const {
  return Visible(block_, variable);
}

Variable BlockBuilder::SeenOutside(const Variable& variable) const {
  return Visible(parent_, variable);
}

void BlockBuilder::AddResult(const Variable& variable) {
  const Variable seen = SeenInside(variable);
  table().mutable_desc()->add_results(seen.name());
}

void BlockBuilder::ClearEnds() {
  table().mutable_desc()->clear_arguments();
  table().mutable_desc()->clear_results();
}

std::vector<Variable> BlockBuilder::Captures() const {
  table();  // checks that the block exists
  // Those of earlier blocks do not count.
  const auto& desc = program_->desc();
  std::vector<framework::Captures> later(desc.blocks_size());
  for (int i = desc.blocks_size() - 1; i >= block_; --i) {
    later[i] = framework::FindCaptures(desc, i, later);
  }
  const framework::Captures& names = later[block_];
  std::vector<Variable> captures;
  // Reads come first, in the order of use, which programs print.
  for (const framework::NameList* list : {&names.reads, &names.writes}) {
    for (const std::string& name : *list) {
      AddNew(FindVariable(program_, parent_, name), &captures);
    }
  }
  return captures;
}

void BlockBuilder::AddCapturesTo(std::vector<Variable>* all) const {
  for (const Variable& one : Captures()) AddNew(one, all);
}

Variable BlockBuilder::FindLocal(const std::string& name) const {
  const bool known = table().FindVar(name, /*recursive=*/false) != nullptr;
  return known ? Variable(program_, block_, name) : Variable();
}

Variable SeenFrom(const std::shared_ptr<Program>& program, int block,
                  const Variable& variable) {
  Variable seen = variable;
  if (variable.program() != program) return seen;
  // From the outermost open block to the innermost: each may replace what the
  // one before it returned.
  for (BlockBuilder* builder : BlockBuilder::Stack::Values()) {
    const bool between = builder->program_ == program && builder->is_open() &&
                         builder->hook_ != nullptr &&
                         seen.block() != builder->block_ &&
                         IsWithin(*program, builder->block_, seen.block()) &&
                         IsWithin(*program, block, builder->block_);
    if (between) seen = builder->hook_(seen);
  }
  return seen;
}

Variable VisibleFrom(const std::shared_ptr<Program>& program, int block,
                     const Variable& variable, const std::string& user) {
  variable.desc();  // checks that it exists
  PADDLE_ENFORCE(variable.program() == program, InvalidArgument, user,
                 ": variable '", variable.name(),
                 "' belongs to a different program");
  const Variable seen = SeenFrom(program, block, variable);
  // A block sees its own variables and those of its parents, by name; the
  // address tells whether the name means this variable.
  PADDLE_ENFORCE(program->block(block).FindVar(seen.name()) == &seen.desc(),
                 InvalidArgument, user, ": variable '", variable.name(),
                 "' belongs to block ", variable.block(),
                 ", which cannot be seen from block ", block);
  return seen;
}

}  // namespace paddle::layer
