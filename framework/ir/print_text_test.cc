#include "paddle/framework/ir/print_text.h"

#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework::testing {
namespace {

// Everything there is to print.
std::shared_ptr<Program> Example() {
  auto program = std::make_shared<Program>(TinyOps());
  proto::VarDesc* x = AddFeed(program.get(), "x", {-1, 3});
  x->set_lod_level(1);
  for (const int64_t size : {2, 3}) {
    x->mutable_default_value()->add_dims(size);
  }
  x->mutable_default_value()->add_lengths()->add_values(2);
  proto::VarDesc* w = AddParameter(program.get(), "w", {3, 3});
  w->set_learning_rate(0.5);
  proto::VarDesc* fixed = AddParameter(program.get(), "fixed", {3, 3});
  fixed->set_trainable(false);
  fixed->set_stop_gradient(true);
  const int body = program->AddBlock(0);
  AddData(program.get(), "h", {-1, 3}, body);
  program->block(body).mutable_desc()->add_arguments("h");
  program->block(body).mutable_desc()->add_results("next");
  program->AppendOp(body, Mul("h", "w", "next"));
  proto::OpDesc mul = Mul("x", "w", "y");
  mul.add_call_site()->set_file("/home/me/net.py");
  mul.mutable_call_site(0)->set_line(12);
  program->AppendOp(0, mul);
  proto::OpDesc scale = Scale("y", "z", 0.5);
  scale.set_device("stage:1");
  scale.mutable_part()->set_op_id(1);
  scale.mutable_part()->set_count(2);
  SetOutput(&scale, "Mask", {"mask"});
  scale.set_name("halve");
  program->AppendOp(0, scale);
  program->AppendOp(0, Loop({"z", "w"}, {"out"}, body));
  program->AppendOp(0, Print("out"));
  program->AppendOp(0, Update("w", "fixed"));
  program->AddBlock(0, body);
  program->block(2).Var("s")->set_kind(proto::STEP_SCOPES);
  return program;
}

TEST(PrintTextTest, Golden) {
  EXPECT_EQ(PrintText(*Example()), R"(block 0 {
  var x: [N, 3] float32, lod 1, feed, default [2, 3] in sequences of {2}
  var w: [3, 3] float32, parameter, learning rate 0.5
  var fixed: [3, 3] float32, parameter, not trainable, no gradient
  var y: [N, 3] float32
  var z: [N, 3] float32
  var mask: [N, 3] bool
  var out: [N, 3] float32

  y = tiny_mul(X=x, Y=w)  # net.py:12
  halve: {Out: z, Mask: mask} = tiny_scale(X=y, scale=0.5) on stage:1 of part 0/2
  out = tiny_loop(X=[z, w], body=block 1)
  tiny_print(X=out)
  # optimize
  w = tiny_update(Param=w, Grad=fixed)
}
block 1 in 0 (h) -> (next) {
  var h: [N, 3] float32
  var next: [N, 3] float32

  next = tiny_mul(X=h, Y=w)
}
block 2 in 0, gradient of 1 {
  var s: step scopes
}
)");
}

TEST(PrintTextTest, Options) {
  PrintOptions options;
  options.variables = false;
  options.defaults = true;
  options.call_sites = false;
  options.ids = true;
  EXPECT_EQ(PrintText(*Example(), options), R"(block 0 {
  #2: y = tiny_mul(X=x, Y=w, num_col_dims=1)
  #3: halve: {Out: z, Mask: mask} = tiny_scale(X=y, scale=0.5, is_test=false) on stage:1 of part 0/2
  #4: out = tiny_loop(X=[z, w], body=block 1)
  #5: tiny_print(X=out)
  # optimize
  #6: w = tiny_update(Param=w, Grad=fixed)
}
block 1 in 0 (h) -> (next) {
  #1: next = tiny_mul(X=h, Y=w, num_col_dims=1)
}
block 2 in 0, gradient of 1 {
}
)");
}

TEST(PrintTextTest, PrintsWhatIsWrong) {
  proto::ProgramDesc desc;
  proto::BlockDesc* block = desc.add_blocks();
  block->set_parent(-1);
  block->set_forward_block(-1);
  proto::VarDesc* var = block->add_vars();
  var->set_name("x");
  var->set_kind(static_cast<proto::VarKind>(9));
  var->set_dtype(proto::INT8);
  var->add_dims(-50);
  proto::OpDesc op = MakeOp("unknown", {{"X", {}}}, {}, {{"a", int64_t{1}}});
  op.set_role(static_cast<proto::OpRole>(9));
  *block->add_ops() = op;
  EXPECT_EQ(PrintText(Program(TinyOps(), desc)), R"(block 0 {
  var x: [-50] int8, kind 9

  # unknown role
  unknown(X=[], a=1)
}
)");
}

}  // namespace
}  // namespace paddle::framework::testing
