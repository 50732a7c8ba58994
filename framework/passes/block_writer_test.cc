#include "paddle/framework/passes/block_writer.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework {
namespace {

// x -> a -> b -> c -> d
void AppendScales(Program* program) {
  testing::AddFeed(program, "x", {2, 3});
  const std::string names[] = {"x", "a", "b", "c", "d"};
  for (int i = 0; i < 4; ++i) {
    program->AppendOp(0, testing::Scale(names[i], names[i + 1]));
  }
}

std::vector<std::string> Outs(const Program& program) {
  std::vector<std::string> outs;
  for (const proto::OpDesc& op : program.desc().blocks(0).ops()) {
    outs.push_back(Output(op, "Out"));
  }
  return outs;
}

TEST(BlockWriter, AnOperatorTakesThePlaceOfOthers) {
  Program program(testing::TinyOps());
  AppendScales(&program);
  const int64_t id = program.desc().blocks(0).ops(2).id();
  BlockWriter writer(&program, 0);
  EXPECT_EQ(writer.before().ops_size(), 4);
  const auto put = [&] { writer.Write(2, testing::Scale("x", "c", 8)); };
  writer.WriteAll({{2, put}}, /*gone=*/{0, 1, 2});
  EXPECT_EQ(Outs(program), (std::vector<std::string>{"c", "d"}));
  EXPECT_EQ(program.desc().blocks(0).ops(0).id(), id);
}

TEST(BlockWriter, WhatStaysIsWrittenByTheCaller) {
  Program program(testing::TinyOps());
  AppendScales(&program);
  BlockWriter writer(&program, 0);
  const std::string made = writer.NewName("a", "@NEW");
  const auto add = [&] { writer.Add(0, testing::Scale("x", made)); };
  writer.WriteAll({{0, add}}, /*gone=*/{3}, [&](int i) {
    proto::OpDesc op = writer.before().ops(i);
    if (i == 1) SetInput(&op, "X", {made});
    writer.Put(op);
  });
  EXPECT_EQ(Outs(program), (std::vector<std::string>{made, "b", "c"}));
  EXPECT_EQ(Input(program.desc().blocks(0).ops(1), "X"), made);
}

}  // namespace
}  // namespace paddle::framework
