#include "paddle/framework/ir/symbol_table.h"

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/nearest.h"
#include "paddle/framework/ir/symbols.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

// Tables of a Program share its sizes; a table of its own needs a place for
// them.
struct SymbolTable::OwnSizes {
  SymbolSizes::Texts texts;
  SymbolSizes sizes{&texts};
};

struct SymbolTable::Index {
  absl::flat_hash_map<std::string, proto::VarDesc*> vars;
  // Names written by the first `indexed_ops` operators; extended lazily.
  absl::flat_hash_map<std::string, const proto::OpDesc*> writers;
  int indexed_ops = 0;
};

SymbolTable::SymbolTable(SymbolTable* parent)
    : own_block_(std::make_unique<proto::BlockDesc>()),
      own_sizes_(std::make_unique<OwnSizes>()),
      block_(own_block_.get()),
      parent_(parent),
      sizes_(parent != nullptr ? parent->sizes_ : &own_sizes_->sizes),
      index_(std::make_unique<Index>()) {
  block_->set_parent(parent != nullptr ? parent->desc().index() : -1);
  block_->set_forward_block(-1);
}

SymbolTable::SymbolTable(proto::BlockDesc* block, SymbolTable* parent,
                         SizeAlgebra* sizes, const SymbolTable* forward,
                         const Program* program)
    : block_(block),
      parent_(parent),
      forward_(forward),
      sizes_(sizes),
      program_(program),
      index_(std::make_unique<Index>()) {
  Reindex();
}

SymbolTable::~SymbolTable() = default;

proto::OpDesc* SymbolTable::NewOp(absl::string_view name) {
  PADDLE_ENFORCE(name.empty() || FindOp(name) == nullptr, AlreadyExists,
                 "block ", block_->index(),
                 " already has an operator of the name '", name, "'");
  proto::OpDesc* op = block_->add_ops();
  op->set_name(std::string(name));
  return op;
}

proto::VarDesc* SymbolTable::Var(absl::string_view name) {
  if (name.empty()) {
    int number = block_->vars_size();
    std::string unique;
    do {
      unique = absl::StrCat("var_", number++);
      // An invented name must not hide a variable of an outer block, which may
      // be read later.
    } while (FindVar(unique) != nullptr);
    return Var(unique);
  }
  auto [entry, inserted] = index_->vars.emplace(name, nullptr);
  if (inserted) {
    entry->second = block_->add_vars();
    entry->second->set_name(std::string(name));
  }
  return entry->second;
}

proto::VarDesc* SymbolTable::FindVar(absl::string_view name,
                                     bool recursive) const {
  // The most frequent case, tested before the loop over tables.
  auto local = index_->vars.find(name);
  if (local != index_->vars.end()) return local->second;
  if (!recursive) return nullptr;
  for (const SymbolTable* table = this; table != nullptr;
       table = table->parent_) {
    // The forward block of a gradient block comes before its parents: it is the
    // inner one.
    for (const SymbolTable* place : {table, table->forward_}) {
      if (place == nullptr) continue;
      auto found = place->index_->vars.find(name);
      if (found != place->index_->vars.end()) return found->second;
    }
  }
  return nullptr;
}

proto::OpDesc* SymbolTable::FindOp(absl::string_view name) const {
  // Most operators have no name; the empty one matches nothing.
  if (name.empty()) return nullptr;
  for (proto::OpDesc& op : *block_->mutable_ops()) {
    if (op.name() == name) return &op;
  }
  return nullptr;
}

proto::VarDesc& SymbolTable::GetVar(absl::string_view name,
                                    bool recursive) const {
  proto::VarDesc* var = FindVar(name, recursive);
  PADDLE_ENFORCE(var != nullptr, NotFound, "no variable is called '", name,
                 "' in block ", block_->index(),
                 DidYouMean(name, VisibleNames()));
  return *var;
}

NameList SymbolTable::VisibleNames() const {
  NameList names;
  for (const SymbolTable* table = this; table != nullptr;
       table = table->parent_) {
    for (const SymbolTable* place : {table, table->forward_}) {
      if (place == nullptr) continue;
      for (const auto& var : place->desc().vars()) names.push_back(var.name());
    }
  }
  return names;
}

const proto::OpDesc* SymbolTable::WriterOf(absl::string_view name) const {
  // Extends the index by the operators appended since the last call, so that
  // writing a program of n operators costs O(n).
  for (; index_->indexed_ops < block_->ops_size(); ++index_->indexed_ops) {
    const proto::OpDesc& op = block_->ops(index_->indexed_ops);
    for (const std::string& output : OutputNames(op))
      index_->writers[output] = &op;
  }
  auto writer = index_->writers.find(name);
  return writer == index_->writers.end() ? nullptr : writer->second;
}

void SymbolTable::RemoveVar(absl::string_view name) {
  for (int i = 0; i < block_->vars_size(); ++i) {
    if (block_->vars(i).name() != name) continue;
    block_->mutable_vars()->DeleteSubrange(i, 1);
    index_->vars.erase(name);
    return;
  }
  PADDLE_THROW(NotFound, "no variable is called '", name, "' in block ",
               block_->index());
}

void SymbolTable::RemoveLastOp() {
  PADDLE_ENFORCE(block_->ops_size() > 0, FailedPrecondition, "block ",
                 block_->index(), " has no operator to remove");
  block_->mutable_ops()->RemoveLast();
  // The removed operator may be the writer of some names, and which one came
  // before it is not recorded; so the index is rebuilt on demand.
  index_->writers.clear();
  index_->indexed_ops = 0;
}

void SymbolTable::Rebind(proto::BlockDesc* block, SymbolTable* parent,
                         SizeAlgebra* sizes, const SymbolTable* forward) {
  block_ = block;
  parent_ = parent;
  sizes_ = sizes;
  forward_ = forward;
  Reindex();
}

void SymbolTable::Reindex() {
  index_->vars.clear();
  // emplace keeps the first of two equal names; Verify reports such programs.
  for (proto::VarDesc& var : *block_->mutable_vars()) {
    index_->vars.emplace(var.name(), &var);
  }
  index_->writers.clear();
  index_->indexed_ops = 0;
}

}  // namespace paddle::framework
