// A block of a control-flow operator while it is being written.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/layers/guard_stack.h"
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
// nest. A builder may end at any time and in any thread: when a block is taken
// back, the builders of the blocks inside it can do nothing any more, and those
// of the blocks around it go on. Not thread safe.
class BlockBuilder {
 public:
  enum class State {
    kClosed,     // not open yet, or no longer
    kOpen,       // operators join it
    kCommitted,  // an operator owns it
    kTakenBack,  // it is no block of the program any more
  };

  // A block inside the current one of the default main program. `construct`
  // is what messages call it: "rnn".
  explicit BlockBuilder(std::string construct);
  // A block inside the same one as the block of `sibling`; FailedPrecondition
  // if that was taken back.
  BlockBuilder(std::string construct, const BlockBuilder& sibling);
  ~BlockBuilder();
  BlockBuilder(const BlockBuilder&) = delete;
  BlockBuilder& operator=(const BlockBuilder&) = delete;

  // What reading an outer variable means inside this block: the hook returns
  // the variable that stands in for it, of the same name, or the variable
  // itself. Called for every variable of an enclosing block that an operator of
  // this block, or of a block inside it, reads.
  using ReadHook = std::function<Variable(const Variable&)>;
  void OnRead(ReadHook hook) { hook_ = std::move(hook); }

  State state() const;
  bool is_open() const { return state() == State::kOpen; }

  // Between these, operators join the block. Only the thread that opened a
  // block closes it. FailedPrecondition if the block is not closed or, to
  // close, not open, if a block inside it still is, and in another thread.
  void Open();
  void Close();
  // Makes the block and those inside it, and what they made of variables and
  // operators outside, vanish; does nothing to a block that is committed.
  void TakeBack() noexcept;

  // FailedPrecondition, saying that `what` belongs inside the block and why it
  // is not.
  void CheckOpen(const std::string& what) const;
  // FailedPrecondition unless the default main program and its current block
  // are those that the block is part of: another one is to begin beside it.
  void CheckSibling() const;
  // FailedPrecondition unless the block is closed and the current block is the
  // one that it is part of: where its operator is written.
  void CheckCallable() const;

  // A new argument of the block; AlreadyExists if the block has the name.
  Variable AddArgument(const std::string& name, const Dims& dims,
                       DataType dtype, int lod_level = 0);
  // With kind, data type, dims and LoD of a variable.
  Variable AddArgumentLike(const std::string& name, const Variable& like);
  // What a variable means inside the block, or just outside of it.
  // InvalidArgument for a variable of another program, or of a block that
  // cannot be seen from there.
  Variable SeenInside(const Variable& variable) const;
  Variable SeenOutside(const Variable& variable) const;
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
  void Commit();

 private:
  using Stack = GuardStack<BlockBuilder*>;
  // Both exist while the block is open.
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
  const uint64_t uid_;  // of the block
  absl::optional<Opened> opened_;
  std::vector<OutsideAdditions> additions_;
  ReadHook hook_;
  bool committed_ = false;
};

// What `variable` means to an operator of `block`: itself, or what an open
// block in between lets stand in for it.
Variable SeenFrom(const std::shared_ptr<Program>& program, int block,
                  const Variable& variable);

// SeenFrom; InvalidArgument, beginning with `user`, for a variable of another
// program, or of a block that cannot be seen from `block`.
Variable VisibleFrom(const std::shared_ptr<Program>& program, int block,
                     const Variable& variable, const std::string& user);

}  // namespace paddle::layer
