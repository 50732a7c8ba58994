// What is written outside of a block while the block is written.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"

namespace paddle::layer {

// The variables and operators that the body of a block adds to the blocks
// around it, and to the startup program: parameters, mostly. Blocks that are
// gone when they are looked at have nothing of it any more.
class OutsideAdditions {
 public:
  // From now on; `block` is that of the body.
  OutsideAdditions(std::shared_ptr<framework::Program> program, int block,
                   std::shared_ptr<framework::Program> startup);
  // What has come until now, and no more, belongs to the body.
  void End();
  // Removes all of that, except for variables that other operators have come
  // to use since, or that blocks take in or hand out, and the operators that
  // make them.
  void TakeBack();

 private:
  struct Place {
    std::shared_ptr<framework::Program> program;
    int block;
    uint64_t block_uid;
    int num_vars;
    int64_t next_op_id;
    framework::NameList vars;
    absl::flat_hash_set<int64_t> ops;
  };

  using Names = absl::flat_hash_set<std::string>;
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
