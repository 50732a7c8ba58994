#include "paddle/framework/ir/program.h"

#include <atomic>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

uint64_t NextUid() {
  // Starts at 1: block_uid uses 0 for a block that was removed.
  static std::atomic<uint64_t> next{1};
  return next++;
}

proto::ProgramDesc EmptyProgram() {
  proto::ProgramDesc desc;
  desc.set_schema_version(Program::kSchemaVersion);
  // Ids start at 1, so that 0 can mean "not set" in a message.
  desc.set_next_op_id(1);
  proto::BlockDesc* global = desc.add_blocks();
  global->set_parent(-1);
  global->set_forward_block(-1);
  return desc;
}

}  // namespace

Program::Program(const SchemaSource& schemas)
    : Program(schemas, EmptyProgram()) {}

Program::Program(const SchemaSource& schemas, proto::ProgramDesc desc)
    : schemas_(&schemas),
      desc_(std::make_unique<proto::ProgramDesc>(std::move(desc))),
      uid_(NextUid()) {
  Changed();
}

// An unchecked message may hold any parent. Only an earlier block counts as
// one, so that every look-up ends.
void Program::Changed() {
  sizes_ = std::make_unique<SymbolSizes>(desc_->mutable_symbols());
  RemoveTables(desc_->blocks_size());
  for (int i = 0; i < desc_->blocks_size(); ++i) {
    const auto earlier = [this, i](int index) {
      return index >= 0 && index < i ? tables_[index].get() : nullptr;
    };
    proto::BlockDesc* block = desc_->mutable_blocks(i);
    SymbolTable* const parent = earlier(block->parent());
    SymbolTable* const forward = earlier(block->forward_block());
    // Existing tables are rebound rather than replaced, so that references to
    // them stay valid.
    if (i < num_blocks()) {
      tables_[i]->Rebind(block, parent, sizes_.get(), forward);
    } else {
      tables_.push_back(std::make_unique<SymbolTable>(
          block, parent, sizes_.get(), forward, this));
      block_uids_.push_back(NextUid());
    }
  }
  name_counters_.clear();
  for (proto::NameCounter& counter : *desc_->mutable_name_counters()) {
    name_counters_.emplace(counter.prefix(), &counter);
  }
  ++version_;
}

SymbolTable& Program::block(int index) const {
  PADDLE_ENFORCE(index >= 0 && index < num_blocks(), OutOfRange, "block ",
                 index, " of a program of ", num_blocks(), " blocks");
  return *tables_[index];
}

int Program::AddBlock(int parent, int forward_block) {
  SymbolTable* parent_table = &block(parent);
  SymbolTable* forward = forward_block == -1 ? nullptr : &block(forward_block);
  const int index = num_blocks();
  proto::BlockDesc* desc = desc_->add_blocks();
  desc->set_index(index);
  desc->set_parent(parent);
  desc->set_forward_block(forward_block);
  tables_.push_back(std::make_unique<SymbolTable>(desc, parent_table,
                                                  sizes_.get(), forward, this));
  block_uids_.push_back(NextUid());
  ++version_;
  return index;
}

// Keeps the first `count` tables.
void Program::RemoveTables(size_t count) {
  if (tables_.size() <= count) return;
  tables_.resize(count);
  block_uids_.resize(count);
}

void Program::RemoveLastBlock() {
  PADDLE_ENFORCE(num_blocks() > 1, FailedPrecondition,
                 "the global block cannot be removed");
  RemoveTables(tables_.size() - 1);
  desc_->mutable_blocks()->RemoveLast();
  ++version_;
}

void Program::RemoveBlock(int index) {
  const proto::BlockDesc& removed = block(index).desc();
  PADDLE_ENFORCE(index > 0, FailedPrecondition,
                 "the global block cannot be removed");
  for (const proto::OpDesc& op : block(removed.parent()).desc().ops()) {
    for (int owned : BlocksOf(op)) {
      PADDLE_ENFORCE(owned != index, FailedPrecondition, "operator ", op.type(),
                     " owns block ", index, ", which is to be removed");
    }
  }
  block_uids_[index] = 0;
  // Blocks inside the removed one come later, so one pass in order finds them
  // all.
  for (int i = index; i < num_blocks(); ++i) {
    const int parent = desc_->blocks(i).parent();
    if (parent >= index && block_uids_[parent] == 0) block_uids_[i] = 0;
    if (block_uids_[i] != 0) continue;
    proto::BlockDesc* block = desc_->mutable_blocks(i);
    block->clear_arguments();
    block->clear_results();
    block->clear_vars();
    block->clear_ops();
    tables_[i]->Reindex();
  }
  // Removing from the end keeps the indices of all other blocks.
  while (block_uids_.back() == 0) RemoveLastBlock();
  ++version_;
}

uint64_t Program::block_uid(int index) const {
  return index >= 0 && index < num_blocks() ? block_uids_[index] : 0;
}

std::string Program::UniqueName(absl::string_view prefix) {
  auto [entry, inserted] = name_counters_.emplace(prefix, nullptr);
  if (inserted) {
    entry->second = desc_->add_name_counters();
    entry->second->set_prefix(std::string(prefix));
  }
  proto::NameCounter* counter = entry->second;
  // Names are unique in the whole program, although a child block may hide an
  // outer name: transformations move operators between blocks.
  const auto taken = [this](const std::string& name) {
    for (const auto& table : tables_) {
      if (table->FindVar(name, /*recursive=*/false) != nullptr) return true;
    }
    return false;
  };
  std::string name;
  do {
    name = absl::StrCat(prefix, "_", counter->next());
    counter->set_next(counter->next() + 1);
  } while (taken(name));
  return name;
}

proto::VarDesc* Program::NewVar(int block_index, absl::string_view prefix) {
  SymbolTable& table = block(block_index);
  // Creating a variable changes the program, so caches must notice.
  ++version_;
  return table.Var(UniqueName(absl::StrCat(prefix, ".tmp")));
}

std::shared_ptr<Program> Program::Clone() const {
  return std::make_shared<Program>(*schemas_, *desc_);
}

void Program::set_random_seed(int64_t seed) {
  desc_->set_random_seed(seed);
  ++version_;
}

}  // namespace paddle::framework
