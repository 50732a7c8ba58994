// The names of a block while it is written.
#pragma once

#include <memory>
#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::framework {

class Program;

// Indexes one BlockDesc and adds to it; the message remains the only copy of
// the truth. A child sees the names of its parents; names made in a child are
// not visible outside. The table of a gradient block also sees the names of its
// forward block, before those of its parents. Pointers stay valid until the
// variable or operator is removed. Not thread safe.
class SymbolTable {
 public:
  // Makes a table that owns its block, inside `parent` (null: none).
  explicit SymbolTable(SymbolTable* parent = nullptr);
  // Makes a table over a block that is owned elsewhere (by a Program).
  // `forward` is the forward block of a gradient block.
  SymbolTable(proto::BlockDesc* block, SymbolTable* parent, SizeAlgebra* sizes,
              const SymbolTable* forward = nullptr,
              const Program* program = nullptr);
  ~SymbolTable();
  SymbolTable(const SymbolTable&) = delete;
  SymbolTable& operator=(const SymbolTable&) = delete;

  // Appends an empty operator; `name` is optional. Throws AlreadyExists if this
  // block has an operator of that name.
  proto::OpDesc* NewOp(absl::string_view name = "");
  // Returns the local variable `name`, creating it if necessary; without a
  // name, a new variable with a unique one.
  proto::VarDesc* Var(absl::string_view name = "");
  // Returns null if there is no such variable. Searches the enclosing blocks,
  // too, if `recursive`.
  proto::VarDesc* FindVar(absl::string_view name, bool recursive = true) const;
  // Returns an operator of this block, or null.
  proto::OpDesc* FindOp(absl::string_view name) const;
  // Like FindVar, but throws NotFound, suggesting similar names, instead of
  // returning null.
  proto::VarDesc& GetVar(absl::string_view name, bool recursive = true) const;

  // Returns every name that FindVar can find, inner ones first.
  NameList VisibleNames() const;
  // Returns the last operator of this block that writes `name`, or null.
  const proto::OpDesc* WriterOf(absl::string_view name) const;

  // Throws NotFound if this block does not have the variable.
  void RemoveVar(absl::string_view name);
  // Throws FailedPrecondition if the block has no operator.
  void RemoveLastOp();

  // Returns a copy of the finished description.
  proto::BlockDesc Compile() const { return *block_; }

  const proto::BlockDesc& desc() const { return *block_; }
  proto::BlockDesc* mutable_desc() { return block_; }
  SymbolTable* parent() const { return parent_; }
  SizeAlgebra& sizes() const { return *sizes_; }
  // The program that the block belongs to; null if the table owns its block.
  const Program* program() const { return program_; }
  // Rebuilds the index after the message was changed directly.
  void Reindex();
  // Makes this the table of another message, for the program that owns it.
  void Rebind(proto::BlockDesc* block, SymbolTable* parent, SizeAlgebra* sizes,
              const SymbolTable* forward);

 private:
  struct Index;
  struct OwnSizes;

  std::unique_ptr<proto::BlockDesc> own_block_;
  std::unique_ptr<OwnSizes> own_sizes_;
  proto::BlockDesc* block_;
  SymbolTable* parent_;
  const SymbolTable* forward_ = nullptr;
  SizeAlgebra* sizes_;
  const Program* program_ = nullptr;
  // Apart, since the maps would cost half a second in each file that sees this.
  const std::unique_ptr<Index> index_;
};

}  // namespace paddle::framework
