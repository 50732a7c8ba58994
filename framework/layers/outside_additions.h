// What is written outside of a block while the block is written.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"

namespace paddle::layer {

// The variables and operators that the body of a block adds to the blocks
// around it, and to the startup program: parameters, mostly. The programs must
// not lose any of them while this object is used, unless through it.
class OutsideAdditions {
 public:
  // From now on; `block` is that of the body.
  OutsideAdditions(std::shared_ptr<framework::Program> program, int block,
                   std::shared_ptr<framework::Program> startup);
  // What has come until now, and no more, belongs to the body.
  void End();
  // Removes all of that, except for variables that operators have come to use
  // since.
  void TakeBack();

 private:
  struct Place {
    std::shared_ptr<framework::Program> program;
    int block;
    int num_vars;
    int num_ops;
    framework::NameList vars;
    std::vector<uint64_t> ops;
  };

  using Names = absl::flat_hash_set<std::string>;
  void Mark(std::shared_ptr<framework::Program> program, int block);
  static void RemoveOps(Place* place, const Names& kept);
  static void RemoveVars(Place* place, Names* kept);

  std::vector<Place> places_;  // the startup program last
};

}  // namespace paddle::layer
