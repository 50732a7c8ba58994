#include "paddle/framework/layers/block_builder.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/ir/use_def.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

// The open blocks of this thread, inner ones last.
std::vector<BlockBuilder*>& OpenBlocks() {
  static thread_local std::vector<BlockBuilder*> open;
  return open;
}

// All builders of this thread that have not ended.
std::vector<BlockBuilder*>& LivingBuilders() {
  static thread_local std::vector<BlockBuilder*> living;
  return living;
}

bool IsWithin(const Program& program, int block, int outer) {
  while (block > outer) block = program.block(block).desc().parent();
  return block == outer;
}

}  // namespace

BlockBuilder::BlockBuilder(std::string construct)
    : construct_(std::move(construct)),
      program_(DefaultMainProgram()),
      parent_(CurrentBlock(*program_)),
      block_(program_->AddBlock(parent_)) {
  LivingBuilders().push_back(this);
}

BlockBuilder::~BlockBuilder() {
  auto& open = OpenBlocks();
  open.erase(std::remove(open.begin(), open.end(), this), open.end());
  if (is_open()) additions_.back().End();
  guard_.reset();
  auto& living = LivingBuilders();
  living.erase(std::remove(living.begin(), living.end(), this), living.end());
  if (committed_) return;
  RemoveBlocks();
  for (OutsideAdditions& additions : additions_) additions.TakeBack();
}

// Blocks of other operators that have come since stay, and so does this one
// before them: nobody owns it. What is removed must not be removed again.
void BlockBuilder::RemoveBlocks() {
  while (program_->num_blocks() > block_ &&
         IsWithin(*program_, program_->num_blocks() - 1, block_)) {
    program_->RemoveLastBlock();
  }
  for (BlockBuilder* other : LivingBuilders()) {
    const bool gone =
        other->program_ == program_ && other->block_ >= program_->num_blocks();
    if (gone) other->committed_ = true;
  }
}

void BlockBuilder::Open() {
  PADDLE_ENFORCE(!is_open(), FailedPrecondition, "the block of ", construct_,
                 " is open already");
  guard_.emplace(program_, block_);
  additions_.emplace_back(program_, block_, DefaultStartupProgram());
  OpenBlocks().push_back(this);
}

void BlockBuilder::Close() {
  PADDLE_ENFORCE(is_open() && OpenBlocks().back() == this, FailedPrecondition,
                 "the block of ", construct_,
                 " is not open, or one inside it still is");
  OpenBlocks().pop_back();
  additions_.back().End();
  guard_.reset();
}

void BlockBuilder::CheckOpen(const std::string& what) const {
  PADDLE_ENFORCE(is_open(), FailedPrecondition, what,
                 " belongs inside the "
                 "block of ",
                 construct_);
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
  table().Var(name)->set_stop_gradient(like.stop_gradient());
  return argument;
}

void BlockBuilder::AddResult(const Variable& variable) {
  const Variable seen = SeenFrom(program_, block_, variable);
  PADDLE_ENFORCE(seen.program() == program_ &&
                     table().FindVar(seen.name()) == &seen.desc(),
                 InvalidArgument, "'", variable.name(), "' belongs to block ",
                 variable.block(), ", which the block of ", construct_,
                 " cannot see");
  table().mutable_desc()->add_results(seen.name());
}

void BlockBuilder::ClearEnds() {
  table().mutable_desc()->clear_arguments();
  table().mutable_desc()->clear_results();
}

std::vector<Variable> BlockBuilder::Captures() const {
  const framework::Captures names =
      framework::FindCaptures(program_->desc())[block_];
  std::vector<Variable> captures;
  for (const framework::NameList* list : {&names.reads, &names.writes}) {
    for (const std::string& name : *list) {
      const Variable found = FindVariable(program_, parent_, name);
      if (std::find(captures.begin(), captures.end(), found) ==
          captures.end()) {
        captures.push_back(found);
      }
    }
  }
  return captures;
}

Variable BlockBuilder::FindLocal(const std::string& name) const {
  const bool known = table().FindVar(name, /*recursive=*/false) != nullptr;
  return known ? Variable(program_, block_, name) : Variable();
}

Variable SeenFrom(const std::shared_ptr<Program>& program, int block,
                  const Variable& variable) {
  Variable seen = variable;
  for (BlockBuilder* builder : OpenBlocks()) {
    const bool between = builder->program_ == program &&
                         builder->hook_ != nullptr &&
                         seen.block() != builder->block_ &&
                         IsWithin(*program, builder->block_, seen.block()) &&
                         IsWithin(*program, block, builder->block_);
    if (between) seen = builder->hook_(seen);
  }
  return seen;
}

}  // namespace paddle::layer
