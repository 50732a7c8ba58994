// Programs with operators that own blocks, for the tests of such blocks.
//
//   test_repeat  X, Captures (block, times) -> Out, StepScopes
//     runs the block `times` times; its results are its next arguments
//   test_replay  StepScopes, Captures (block) -> Out
//     runs a gradient block over the steps, the last one first, and joins its
//     first results
//   test_zeros_like  X -> Out, zeros; reads the shape of X alone
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::framework::testing {

// A program with persistable float32 "x" = {1, 2} and "c" = {10, 20}, and a
// block with an argument "a" of this shape.
class SubBlockFixture : public ::testing::Test {
 protected:
  SubBlockFixture();

  // Adds a block with arguments of shape {2}, and returns its index.
  int NewBlock(int parent, const NameList& arguments, int forward = -1);
  void Results(int block, const NameList& names);
  // Append operators to a block.
  void Plus(int block, const std::string& x, const std::string& out);
  void Add(int block, const std::string& x, const std::string& y,
           const std::string& out);
  void Update(int block, const std::string& param, const std::string& grad);
  // Its step scopes are called "steps_" and the first of `out`.
  void Repeat(int block, int64_t times, const NameList& x = {"x"},
              const NameList& captures = {"c"}, const NameList& out = {"y"},
              int parent = 0);
  // Replays to "all".
  void Replay(int block, const std::string& steps = "steps_y");

  void Set(const std::string& name, const std::vector<float>& values);
  std::unique_ptr<FramePool> Compile(const NameList& targets = {"y"},
                                     bool plan_memory = true);
  std::vector<float> Values(const std::string& name);
  // Returns the value of the last target.
  std::vector<float> Run(const NameList& targets = {"y"});

  std::shared_ptr<Program> program_;
  std::shared_ptr<Scope> scope_ = Scope::Create();
  int block_;
};

}  // namespace paddle::framework::testing
