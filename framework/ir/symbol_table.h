// The names of a block while it is being written.
#pragma once

#include <memory>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::framework {

class Program;

// One per block. It indexes a BlockDesc and adds to it; the message is the only
// copy of the truth. A child finds the names of its parents; a name made in a
// child is not visible outside. The table of a gradient block also finds the
// names of its forward block, before those of its parents. Pointers stay valid
// until the variable or operator is removed. Not thread safe.
class SymbolTable {
 public:
  // A table of a block of its own, under `parent` (null: none).
  explicit SymbolTable(SymbolTable* parent = nullptr);
  // A table over a block that lives elsewhere (in a Program). `forward` is the
  // forward block of a gradient block.
  SymbolTable(proto::BlockDesc* block, SymbolTable* parent, SizeAlgebra* sizes,
              const SymbolTable* forward = nullptr,
              const Program* program = nullptr);
  ~SymbolTable();
  SymbolTable(const SymbolTable&) = delete;
  SymbolTable& operator=(const SymbolTable&) = delete;

  // Appends an empty operator; `name` is optional. AlreadyExists if this block
  // has an operator of that name.
  proto::OpDesc* NewOp(absl::string_view name = "");
  // The local variable `name`, made when it does not exist; with no name, a
  // new variable with a unique one.
  proto::VarDesc* Var(absl::string_view name = "");
  // Null when absent. Looks beyond this block if `recursive`.
  proto::VarDesc* FindVar(absl::string_view name, bool recursive = true) const;
  // An operator of this block, or null.
  proto::OpDesc* FindOp(absl::string_view name) const;
  // As FindVar, but NotFound with the nearest names instead of null.
  proto::VarDesc& GetVar(absl::string_view name, bool recursive = true) const;

  // Every name that FindVar finds, inner ones first.
  NameList VisibleNames() const;
  // The last operator of this block that writes `name`, or null.
  const proto::OpDesc* WriterOf(absl::string_view name) const;

  // NotFound for a variable this block does not have.
  void RemoveVar(absl::string_view name);
  // FailedPrecondition if there is no operator.
  void RemoveLastOp();

  // The finished description (a copy).
  proto::BlockDesc Compile() const { return *block_; }

  const proto::BlockDesc& desc() const { return *block_; }
  proto::BlockDesc* mutable_desc() { return block_; }
  SymbolTable* parent() const { return parent_; }
  SizeAlgebra& sizes() const { return *sizes_; }
  // What the block belongs to; null for a table of its own.
  const Program* program() const { return program_; }
  // Rebuilds the index after the message was changed directly.
  void Reindex();
  // Makes this the table of another message, for the program it belongs to.
  void Rebind(proto::BlockDesc* block, SymbolTable* parent, SizeAlgebra* sizes,
              const SymbolTable* forward);

 private:
  struct OwnSizes;

  std::unique_ptr<proto::BlockDesc> own_block_;
  std::unique_ptr<OwnSizes> own_sizes_;
  proto::BlockDesc* block_;
  SymbolTable* parent_;
  const SymbolTable* forward_ = nullptr;
  SizeAlgebra* sizes_;
  const Program* program_ = nullptr;
  absl::flat_hash_map<std::string, proto::VarDesc*> vars_;
  // Names written by the first `indexed_ops_` operators; brought up to date
  // when it is asked.
  mutable absl::flat_hash_map<std::string, const proto::OpDesc*> writers_;
  mutable int indexed_ops_ = 0;
};

}  // namespace paddle::framework
