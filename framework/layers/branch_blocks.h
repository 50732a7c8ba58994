// Owns the blocks of a construct of which an operator runs one or more, such as
// those of if and else, while they are written.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/layers/block_builder.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Keeps the blocks in the order of their beginning; all have one parent, and
// one at most is open. Unless they are committed, the destructor removes them
// from the program. Not thread safe.
class BranchBlocks {
 public:
  struct Branch {
    // The block gets the parent of the sibling, or is inside the current block
    // if that is null.
    Branch(const std::string& construct, const BlockBuilder* sibling)
        : body(sibling == nullptr ? BlockBuilder(construct)
                                  : BlockBuilder(construct, *sibling)) {}
    BlockBuilder body;
    int outputs = 0;
  };

  // Messages call the construct by its name and article, as in "a switch".
  BranchBlocks(std::string article, std::string construct)
      : article_(std::move(article)), construct_(std::move(construct)) {}
  ~BranchBlocks() { Abandon(); }
  BranchBlocks(const BranchBlocks&) = delete;
  BranchBlocks& operator=(const BranchBlocks&) = delete;

  size_t size() const { return branches_.size(); }
  // A branch stays where it is when others are added.
  Branch& operator[](size_t i) const { return *branches_[i]; }
  // Returns the branch whose block is open, or null.
  Branch* Open() const;
  // True after Commit.
  bool called() const { return called_; }

  // Adds a branch, whose block is empty.
  Branch& Add();
  // Adds a branch and opens its block. Throws FailedPrecondition if the current
  // block is not that in which the first began.
  Branch& Begin();
  // Closes the open block. Throws FailedPrecondition if there is none, or if
  // CheckWritable does.
  void EndBlock();
  // Adds outputs of the open block, all or none. Throws as EndBlock does, and
  // InvalidArgument for a variable that the block does not see.
  void Output(const std::vector<Variable>& variables);

  // Throws FailedPrecondition, saying that `what` comes too late, once the
  // blocks have been committed or taken back.
  void CheckWritable(const char* what) const;
  // Keeps the blocks, because the operator that owns them has been written.
  void Commit();
  // Removes the blocks, unless they are committed.
  void Abandon() noexcept;

 private:
  const std::string article_;
  const std::string construct_;
  std::vector<std::unique_ptr<Branch>> branches_;
  bool called_ = false;
  bool abandoned_ = false;
};

}  // namespace paddle::layer
