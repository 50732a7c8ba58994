#include "paddle/framework/ir/program.h"

#include <atomic>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

uint64_t NextUid() {
  static std::atomic<uint64_t> next{1};
  return next++;
}

proto::ProgramDesc EmptyProgram() {
  proto::ProgramDesc desc;
  desc.set_schema_version(Program::kSchemaVersion);
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

// An unchecked message may hold any parent; only an earlier block is followed,
// so that a look-up always ends.
void Program::Changed() {
  sizes_ = std::make_unique<SymbolSizes>(desc_->mutable_symbols());
  tables_.clear();
  const auto earlier = [this](int index) {
    return index >= 0 && index < num_blocks() ? tables_[index].get() : nullptr;
  };
  for (proto::BlockDesc& block : *desc_->mutable_blocks()) {
    tables_.push_back(std::make_unique<SymbolTable>(
        &block, earlier(block.parent()), sizes_.get(),
        earlier(block.forward_block()), this));
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
  ++version_;
  return index;
}

void Program::RemoveLastBlock() {
  PADDLE_ENFORCE(num_blocks() > 1, FailedPrecondition,
                 "the global block cannot be removed");
  tables_.pop_back();
  desc_->mutable_blocks()->RemoveLast();
  ++version_;
}

std::string Program::UniqueName(absl::string_view prefix) {
  auto [entry, inserted] = name_counters_.emplace(prefix, nullptr);
  if (inserted) {
    entry->second = desc_->add_name_counters();
    entry->second->set_prefix(std::string(prefix));
  }
  proto::NameCounter* counter = entry->second;
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
