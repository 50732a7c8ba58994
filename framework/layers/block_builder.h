// Builds the block of a control-flow operator.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/layers/block_side_effects.h"
#include "paddle/framework/layers/guard_stack.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Owns a block while it is written:
//
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
// Unless it is committed, the builder's destructor removes the block and those
// inside it, so that a body that throws leaves no trace in the program.
// Builders nest, and may end at any time and in any thread: when a block is
// removed, the builders of blocks inside it become unusable, and those of
// enclosing blocks are not affected. Not thread safe.
class BlockBuilder {
 public:
  enum class State {
    kClosed,     // not open yet, or no longer
    kOpen,       // operators join it
    kCommitted,  // an operator owns the block
    kTakenBack,  // the block has been removed from the program
  };

  // Makes a block inside the current one of the default main program. Messages
  // call it by `construct`, such as "rnn".
  explicit BlockBuilder(std::string construct);
  // Makes a block with the same parent as the block of `sibling`;
  // FailedPrecondition if that was taken back.
  BlockBuilder(std::string construct, const BlockBuilder& sibling);
  ~BlockBuilder();
  BlockBuilder(const BlockBuilder&) = delete;
  BlockBuilder& operator=(const BlockBuilder&) = delete;

  // Decides what reading an outer variable means inside this block: the hook
  // returns a variable of the same name that replaces it, or the variable
  // itself. Called for every variable of an enclosing block that an operator of
  // this block, or of a block inside it, reads.
  using ReadHook = std::function<Variable(const Variable&)>;
  void OnRead(ReadHook hook) { hook_ = std::move(hook); }

  State state() const;
  bool is_open() const { return state() == State::kOpen; }

  // Operators join the block between these calls. The thread that opened a
  // block must close it. Throw FailedPrecondition if the block is not closed
  // or, to close, not open, if a block inside it is still open, and in another
  // thread.
  void Open();
  void Close();
  // Removes the block and those inside it, together with the variables and
  // operators that they added outside. Has no effect on a committed block.
  void TakeBack() noexcept;

  // Throws FailedPrecondition, saying that `what` belongs inside the block and
  // why it is not there.
  void CheckOpen(const std::string& what) const;
  // Throws FailedPrecondition unless the default main program and its current
  // block are those of which the block is part, before a sibling is begun.
  void CheckSibling() const;
  // Throws FailedPrecondition unless the block is closed and the current block
  // is its parent, where its operator is written.
  void CheckCallable() const;

  // Adds an argument to the block; throws AlreadyExists if the block has the
  // name.
  Variable AddArgument(const std::string& name, const Dims& dims,
                       DataType dtype, int lod_level = 0);
  // Adds an argument with the kind, data type, dims and LoD of a variable.
  Variable AddArgumentLike(const std::string& name, const Variable& like);
  // Return the variable that represents another one inside the block, or just
  // outside it. Throw InvalidArgument for a variable of another program, or of
  // a block that is not visible from there.
  Variable SeenInside(const Variable& variable) const;
  Variable SeenOutside(const Variable& variable) const;
  // Throws InvalidArgument for a variable that is not visible in the block.
  void AddResult(const Variable& variable);
  void ClearEnds();

  // Returns the outer variables that the block and those inside it read or
  // update, in the order of first use.
  std::vector<Variable> Captures() const;
  // Appends those of Captures that a list does not have yet, for constructs of
  // several blocks.
  void AddCapturesTo(std::vector<Variable>* all) const;

  const std::shared_ptr<Program>& program() const { return program_; }
  int block() const { return block_; }
  int parent() const { return parent_; }
  // Returns the block's own variable of a name, or an invalid one.
  Variable FindLocal(const std::string& name) const;
  const std::string& construct() const { return construct_; }

  // Keeps the block, because the operator that owns it has been written.
  void Commit();

 private:
  using Stack = GuardStack<BlockBuilder*>;
  // Exists while the block is open: its guards make the block the current one.
  struct Opened {
    explicit Opened(BlockBuilder* builder)
        : guard(builder->program_, builder->block_), entry(builder) {}
    const BlockGuard guard;
    const Stack::Entry entry;
  };

  friend Variable SeenFrom(const std::shared_ptr<Program>&, int,
                           const Variable&);

  BlockBuilder(std::string construct, std::shared_ptr<Program> program,
               int parent);
  framework::SymbolTable& table() const;
  Variable Visible(int block, const Variable& variable) const;

  const std::string construct_;
  const std::shared_ptr<Program> program_;
  const int parent_;
  const int block_;
  const uint64_t uid_;  // identifies the block
  absl::optional<Opened> opened_;
  std::vector<BlockSideEffects> additions_;
  ReadHook hook_;
  bool committed_ = false;
};

// Abandons a construct when its call ends: unless that has committed the
// blocks, because it failed, nothing of them may stay in the program.
template <class Construct>
struct AbandonAtEnd {
  ~AbandonAtEnd() { construct->Abandon(); }
  Construct* const construct;
};

// Returns the variable that an operator of `block` reads for `variable`:
// itself, or the one that an open block in between replaces it by.
Variable SeenFrom(const std::shared_ptr<Program>& program, int block,
                  const Variable& variable);

// Like SeenFrom, but throws InvalidArgument, beginning with `user`, for a
// variable of another program, or of a block that is not visible from `block`.
Variable VisibleFrom(const std::shared_ptr<Program>& program, int block,
                     const Variable& variable, const std::string& user);

}  // namespace paddle::layer
