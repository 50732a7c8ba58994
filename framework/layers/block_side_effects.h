// Tracks what the body of a block adds to the program outside the block.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"

namespace paddle::layer {

// The variables and operators, mostly of parameters, that the body of a block
// adds to enclosing blocks and to the startup program. Blocks that are gone
// when they are examined contain none of it any more. Not thread safe.
class BlockSideEffects {
 public:
  // Begins to track; `block` is that of the body.
  BlockSideEffects(std::shared_ptr<framework::Program> program, int block,
                   std::shared_ptr<framework::Program> startup);
  // Ends the body: later additions are not part of it.
  void End();
  // Removes the additions, except for variables that other operators use
  // meanwhile or that blocks take or return, and the operators that compute
  // those.
  void TakeBack();

 private:
  struct Place {
    std::shared_ptr<framework::Program> program;
    int block;
    uint64_t block_uid;
    int num_vars;
    int64_t next_op_id;
    framework::NameList vars;
    std::unordered_set<int64_t> ops;
  };

  using Names = std::unordered_set<std::string>;
  void Mark(std::shared_ptr<framework::Program> program, int block);
  void DropGonePlaces();
  bool IsAdded(const framework::Program& program,
               const framework::proto::OpDesc& op) const;
  Names NamesUsedElsewhere() const;
  bool KeepMakers(Names* used);
  static void Remove(const Place& place, const Names& used);

  std::vector<Place> places_;  // the startup program last
};

}  // namespace paddle::layer
