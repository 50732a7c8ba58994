#include "paddle/framework/ir/print_graphviz.h"

#include "gtest/gtest.h"

#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework {
namespace {

TEST(PrintGraphvizTest, Golden) {
  Program program(testing::TinyOps());
  testing::AddData(&program, "say \"x\"", {-1, 3});
  testing::AddParameter(&program, "w", {-1, 3});
  const int body = program.AddBlock(0);
  program.AppendOp(0, testing::Update("w", "say \"x\""));
  program.AppendOp(0, testing::Loop({"w"}, {"y"}, body));
  EXPECT_EQ(PrintGraphviz(program), R"(digraph program {
  subgraph cluster0 {
    label="block 0";
    block0 [shape=point];
    op0 [shape=box, label="tiny_update"];
    value0 [label="w\n[N, 3] float32", style=bold];
    value0 -> op0 [label="Param"];
    value1 [label="say \"x\"\n[N, 3] float32"];
    value1 -> op0 [label="Grad"];
    value2 [label="w\n[N, 3] float32", style=bold];
    op0 -> value2 [label="ParamOut"];
    op1 [shape=box, label="tiny_loop"];
    value2 -> op1 [label="X"];
    value3 [label="y\n[N, 3] float32"];
    op1 -> value3 [label="Out"];
  }
  subgraph cluster1 {
    label="block 1";
    block1 [shape=point];
  }
  op1 -> block1 [style=dashed];
}
)");
}

}  // namespace
}  // namespace paddle::framework
