#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/passes/testing/level2.h"
#include "paddle/framework/passes/testing/run_pass.h"

namespace paddle::framework::testing {
namespace {

using layer::Variable;

const NameList& AllOfThem() {
  static const auto* passes =
      new NameList{"fold_batch_norm", "fuse_convolutions", "channels_last"};
  return *passes;
}

Variable Images(DataType dtype) {
  return layer::data("x", {-1, 3, 8, 6}, dtype);
}

Variable Small(DataType dtype) {
  return layer::conv2d(Images(dtype), 4, 3, Padded("relu"));
}

// Two blocks of a residual network, and its end.
Variable ResNet(DataType dtype) {
  Variable x = layer::batch_norm(Small(dtype));
  for (int i = 0; i < 2; ++i) {
    const Variable y =
        layer::relu(layer::batch_norm(layer::conv2d(x, 4, 3, Padded())));
    x = layer::relu(layer::batch_norm(layer::conv2d(y, 4, 3, Padded())) + x);
  }
  layer::Pool2dOptions whole;
  whole.global = true;
  whole.type = "avg";
  return layer::fc(layer::pool2d(x, 1, whole), 5);
}

int64_t Count(const std::string& text, const std::string& what) {
  int64_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + 1)) {
    ++count;
  }
  return count;
}

TEST(ChannelsLast, LeavesOneTransposeInANetwork) {
  const InferenceNet net = InferenceNetOf(ResNet, DataType::kFloat32);
  const std::string text = TextOf(net, AllOfThem());
  EXPECT_EQ(Count(text, "= transpose("), 1) << text;
  EXPECT_EQ(Count(text, "= fused_conv2d("), 5) << text;
  EXPECT_EQ(Count(text, "= batch_norm("), 1) << text;  // behind an activation
}

// A network of signals [N, C, L].
Variable Signals(DataType dtype) {
  Variable x = layer::data("x", {-1, 3, 16}, dtype);
  for (int i = 0; i < 3; ++i) {
    x = layer::conv2d(layer::unsqueeze(x, {2}), 4, 1);
    x = layer::batch_norm(layer::squeeze(x, {2}));
    x = layer::Op("gelu", {{"X", x}});
  }
  return x;
}

TEST(ChannelsLast, LeavesTwoTransposesInANetworkOfSignals) {
  NameList passes = AllOfThem();
  passes.insert(passes.begin(), "cancel_squeezes");
  const InferenceNet net = InferenceNetOf(Signals, DataType::kFloat32);
  const std::string text = TextOf(net, passes);
  EXPECT_EQ(Count(text, "= transpose("), 2) << text;
  EXPECT_EQ(Count(text, "= fused_conv2d("), 3) << text;
  EXPECT_EQ(Count(text, "squeeze("), 2) << text;
  EXPECT_EQ(Count(text, "gelu("), 0) << text;
  ExpectWithinBound(Signals, passes);
}

TEST(ChannelsLast, StaysWithinTheBound) {
  ExpectWithinBound(ResNet, AllOfThem());
  const std::function<Variable(const Variable&)> kTails[] = {
      [](const Variable& y) { return y; },
      [](const Variable& y) {
        return layer::Op("gelu", {{"X", y}});
      },
      [](const Variable& y) { return y + layer::tanh(y); },
      [](const Variable& y) { return layer::pool2d(y, 2); },
      [](const Variable& y) { return layer::batch_norm(y); },
      [](const Variable& y) { return layer::dropout(y, 0.5); },
      [](const Variable& y) {
        return layer::concat({y, layer::tanh(y)}, 1);
      },
      [](const Variable& y) { return layer::fc(y, 3); },
      [](const Variable& y) { return layer::softmax(y); },
      [](const Variable& y) {
        return layer::reduce_mean(y, {2, 3});
      },
      [](const Variable& y) {
        return y * layer::sigmoid(layer::reduce_mean(y, {2, 3}, true));
      },
  };
  for (const auto& tail : kTails) {
    ExpectWithinBound([&](DataType dtype) { return tail(Small(dtype)); },
                      AllOfThem());
  }
}

TEST(ChannelsLast, IsDoneOnceAndWorksInBlocks) {
  const InferenceNet net = InferenceNetOf(ResNet, DataType::kFloat32);
  for (const auto& program : {net.program, InsideBlock(net)}) {
    const std::string fetch = program == net.program ? net.fetch : "looped";
    PassContext context;
    context.keep_all = false;
    OptimizeOptions options;
    options.only = NameList{"fold_batch_norm", "fuse_convolutions"};
    const auto fused =
        Optimize(WithInterface(*program, {"x"}, {fetch}), context, options);
    const std::string text = TextAfter("channels_last", *fused, {fetch});
    EXPECT_EQ(Count(text, "= transpose("), 1) << text;
    options.only = NameList{"channels_last"};
    EXPECT_EQ(Optimize(fused, PassContext(), options), fused);
  }
}

// An image from outside is another one once it is written: neither reading of
// it stands for the other.
TEST(ChannelsLast, ReadsAnewWhatWasWritten) {
  const InferenceNet net = InferenceNetOf(
      [](DataType dtype) {
        const Variable x = layer::data("x", {1, 3, 8, 6}, dtype);
        return layer::conv2d(layer::conv2d(x, 3, 3, Padded()), 3, 3, Padded());
      },
      DataType::kFloat32);
  // conv, assign its result to x, conv of x.
  const auto program = net.program->Clone();
  proto::BlockDesc* block = program->mutable_desc()->mutable_blocks(0);
  int convolutions = 0;
  for (proto::OpDesc& op : *block->mutable_ops()) {
    if (op.type() != "conv2d") continue;
    if (++convolutions == 2) op.mutable_inputs(0)->set_arguments(0, "x");
  }
  program->Changed();
  const proto::BlockDesc before = program->block(0).desc();
  block->clear_ops();
  for (const proto::OpDesc& op : before.ops()) {
    if (&op != &before.ops(0) && op.type() == "conv2d") {
      proto::OpDesc assign = MakeOp(
          "assign", {{"X", {Output(before.ops(1), "Out")}}}, {{"Out", {"x"}}});
      assign.set_id(program->desc().next_op_id());
      program->mutable_desc()->set_next_op_id(assign.id() + 1);
      *block->add_ops() = assign;
    }
    *block->add_ops() = op;
  }
  proto::VarDesc* x = program->global_block().FindVar("x");
  x->set_is_feed(false);
  x->set_persistable(true);
  program->Changed();
  PassContext context;
  context.keep_all = false;
  OptimizeOptions options;
  options.only = AllOfThem();
  const auto turned =
      Optimize(WithInterface(*program, {}, {net.fetch}), context, options);
  const std::string text = PrintText(*turned);
  EXPECT_EQ(Count(text, "= transpose(X=x, axis=[0, 2, 3, 1])"), 2) << text;
}

// Nothing is gained by turning what reads the images that are fed.
TEST(ChannelsLast, LeavesWhatGainsNothing) {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  const Variable x = Images(DataType::kFloat32);
  const Variable last = layer::Op("transpose", {{"X", x}},
                                  {{"axis", std::vector<int64_t>{0, 2, 3, 1}}});
  const Variable first =
      layer::Op("transpose", {{"X", layer::exp(last)}},
                {{"axis", std::vector<int64_t>{0, 3, 1, 2}}});
  const Variable other = layer::softmax(layer::relu(x));
  EXPECT_TRUE(
      LeavesAlone("channels_last", *main, {first.name(), other.name()}));
}

}  // namespace
}  // namespace paddle::framework::testing
