// A block of a control-flow operator while it is being written.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/layers/outside_additions.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

//   BlockBuilder body("while");
//   Variable i = body.AddArgument(start);
//   body.Open();
//   Variable next = increment(i);
//   body.AddResult(next);
//   body.Close();
//   Op("while", {{"Carried", {start}}, {"Captures", body.Captures()}},
//      {{"block", framework::BlockIndex{body.block()}}}, ...);
//   body.Commit();
//
// Unless it is committed, the block and those inside it vanish with the
// builder, so that a body that throws leaves no trace in the program. Builders
// nest, and end in the reverse order of their beginning. Not thread safe.
class BlockBuilder {
 public:
  // A block inside the current one of the default main program. `construct`
  // is what messages call it: "rnn".
  explicit BlockBuilder(std::string construct);
  ~BlockBuilder();
  BlockBuilder(const BlockBuilder&) = delete;
  BlockBuilder& operator=(const BlockBuilder&) = delete;

  // What reading an outer variable means inside this block: the hook returns
  // the variable that stands in for it, of the same name, or the variable
  // itself. Called for every variable of an enclosing block that an operator of
  // this block, or of a block inside it, reads.
  using ReadHook = std::function<Variable(const Variable&)>;
  void OnRead(ReadHook hook) { hook_ = std::move(hook); }

  // Between these, operators join the block. FailedPrecondition if it is not
  // open, or a block inside it still is.
  void Open();
  void Close();
  bool is_open() const { return guard_.has_value(); }
  // FailedPrecondition, saying that `what` belongs inside the block.
  void CheckOpen(const std::string& what) const;

  // A new argument of the block; AlreadyExists if the block has the name.
  Variable AddArgument(const std::string& name, const Dims& dims,
                       DataType dtype, int lod_level = 0);
  // With kind, data type, dims and LoD of a variable.
  Variable AddArgumentLike(const std::string& name, const Variable& like);
  // InvalidArgument for a variable that the block does not see.
  void AddResult(const Variable& variable);
  void ClearEnds();

  // The outer variables that the block reads or updates (blocks inside it
  // included), in the order of first use.
  std::vector<Variable> Captures() const;

  const std::shared_ptr<Program>& program() const { return program_; }
  int block() const { return block_; }
  int parent() const { return parent_; }
  // The block's own variable of a name, or an invalid one.
  Variable FindLocal(const std::string& name) const;
  const std::string& construct() const { return construct_; }

  // The operator that owns the block has been written.
  void Commit() { committed_ = true; }

 private:
  friend Variable SeenFrom(const std::shared_ptr<Program>&, int,
                           const Variable&);

  framework::SymbolTable& table() const { return program_->block(block_); }
  void RemoveBlocks();

  const std::string construct_;
  const std::shared_ptr<Program> program_;
  const int parent_;
  const int block_;
  absl::optional<BlockGuard> guard_;
  std::vector<OutsideAdditions> additions_;
  ReadHook hook_;
  bool committed_ = false;
};

// What `variable` means to an operator of `block`: itself, or what an open
// block in between lets stand in for it.
Variable SeenFrom(const std::shared_ptr<Program>& program, int block,
                  const Variable& variable);

}  // namespace paddle::layer
