#include "paddle/framework/ir/verify.h"

#include <functional>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

proto::ProgramDesc Good() {
  Program program(TinyOps());
  AddFeed(&program, "x", {-1, 3});
  AddParameter(&program, "w", {3, 3});
  const int body = program.AddBlock(0);
  AddData(&program, "h", {-1, 3}, body);
  program.block(body).mutable_desc()->add_arguments("h");
  program.AppendOp(body, Mul("h", "w", "next"));
  program.block(body).mutable_desc()->add_results("next");
  program.AppendOp(0, Mul("x", "w", "y"));
  program.AppendOp(0, Loop({"y"}, {"z"}, body));
  program.AppendOp(0, Update("w", "w"));
  program.mutable_desc()->add_feeds("x");
  program.mutable_desc()->add_fetches("z");
  return program.desc();
}

TEST(VerifyTest, AcceptsAGoodProgram) {
  Verify(Good(), TinyOps());
  Verify(Program(TinyOps()));
}

struct Mistake {
  const char* name;
  std::function<void(proto::ProgramDesc*)> make;
  const char* message;
};

proto::BlockDesc* Block(proto::ProgramDesc* p, int i) {
  return p->mutable_blocks(i);
}
proto::OpDesc* Op(proto::ProgramDesc* p, int i) {
  return p->mutable_blocks(0)->mutable_ops(i);
}
proto::VarDesc* Var(proto::ProgramDesc* p, int i) {
  return p->mutable_blocks(0)->mutable_vars(i);
}

const std::vector<Mistake>& Mistakes() {
  using P = proto::ProgramDesc*;
  static const auto& mistakes = *new std::vector<Mistake>{
      {"NewerSchema", [](P p) { p->set_schema_version(2); },
       "Unimplemented: the program has schema version 2; this build knows "
       "version 1"},
      {"NoSchema", [](P p) { p->set_schema_version(0); }, "schema version 0"},
      {"NextId", [](P p) { p->set_next_op_id(INT64_MAX); },
       "next operator id 9223372036854775807"},
      {"NameCounter", [](P p) { p->add_name_counters()->set_next(-1); },
       "name counter  at"},
      {"NoBlocks", [](P p) { p->clear_blocks(); }, "a program without blocks"},
      {"Symbols", [](P p) { p->add_symbols("N"); },
       "symbol 1 is 'N', empty or given twice"},
      {"Batch", [](P p) { p->set_symbols(0, "M"); },
       "the first symbol is not the batch but 'M'"},
      {"NewerOperator", [](P p) { p->mutable_op_versions(0)->set_version(7); },
       "Unimplemented: the program needs version 7 of operator tiny_mul; this "
       "build has 1"},
      {"TwoVersions", [](P p) { *p->add_op_versions() = p->op_versions(0); },
       "two versions of operator tiny_mul"},
      {"BlockIndex", [](P p) { Block(p, 1)->set_index(0); },
       "block 1 has the index 0"},
      {"BlockParent", [](P p) { Block(p, 1)->set_parent(1); },
       "block 1 has the parent 1"},
      {"RootParent", [](P p) { Block(p, 0)->set_parent(0); },
       "block 0 has the parent 0"},
      {"ForwardBlock", [](P p) { Block(p, 1)->set_forward_block(1); },
       "block 1 has the forward block 1"},
      {"GradientOfOuter", [](P p) { Block(p, 1)->set_forward_block(0); },
       "block 1 stands in block 0, whose gradient it is"},
      {"Feed", [](P p) { p->add_feeds("q"); },
       "the feed 'q' is no variable of the global block"},
      {"Fetch", [](P p) { p->add_fetches("h"); },
       "the fetch 'h' is no variable of the global block"},
      {"Kind",
       [](P p) { Var(p, 0)->set_kind(static_cast<proto::VarKind>(50)); },
       "kind 50\n  in variable 'x'\n  in block 0"},
      {"DType",
       [](P p) { Var(p, 0)->set_dtype(static_cast<proto::DataType>(50)); },
       "data type 50\n  in variable 'x'\n  in block 0"},
      {"Rank",
       [](P p) {
         for (int i = 0; i < 8; ++i) Var(p, 0)->add_dims(1);
       },
       "rank 10 is above the highest rank, 9\n  in variable 'x'"},
      {"Symbol", [](P p) { Var(p, 0)->set_dims(0, -2); },
       "symbol -2 of 1\n  in variable 'x'"},
      {"Overflow", [](P p) { Var(p, 0)->set_dims(0, INT64_MAX); },
       "overflows\n  in variable 'x'"},
      {"Lod", [](P p) { Var(p, 0)->set_lod_level(-1); }, "lod_level -1"},
      {"LearningRate", [](P p) { Var(p, 0)->set_learning_rate(1.0 / 0.0); },
       "learning rate inf"},
      {"DefaultValue",
       [](P p) { Var(p, 0)->mutable_default_value()->add_dims(3); },
       "a default value of shape [3] does not fit [N, 3]\n"
       "  in variable 'x'\n  in block 0"},
      {"TwoVariables", [](P p) { Var(p, 1)->set_name("x"); },
       "there are two variables of this name\n  in variable 'x'"},
      {"NoName", [](P p) { Block(p, 0)->add_vars(); }, "it has no name"},
      {"Argument", [](P p) { Block(p, 1)->add_arguments("x"); },
       "the argument 'x' is no variable of the block, or given twice\n"
       "  in block 1"},
      {"Result", [](P p) { Block(p, 1)->add_results("nexx"); },
       "no variable is called 'nexx' in block 1; did you mean next?"},
      {"Type", [](P p) { Op(p, 0)->set_type("tiny_mu"); },
       "no operator is called 'tiny_mu'; did you mean tiny_mul"},
      {"Ids", [](P p) { Op(p, 1)->set_id(Op(p, 0)->id()); },
       "two operators have the id 2"},
      {"Device", [](P p) { Op(p, 0)->set_device("gpu"); }, "is no device"},
      {"Part", [](P p) { Op(p, 0)->mutable_part()->set_op_id(1); },
       "part 0 of 0 of operator 1"},
      {"Id", [](P p) { Op(p, 0)->set_id(77); }, "id 77; the next one is 5"},
      {"Role", [](P p) { Op(p, 0)->set_role(static_cast<proto::OpRole>(9)); },
       "role 9"},
      {"Names",
       [](P p) {
         Op(p, 0)->set_name("a");
         Op(p, 1)->set_name("a");
       },
       "two operators have the name 'a'"},
      {"Slot", [](P p) { Op(p, 0)->mutable_inputs(0)->set_name("Z"); },
       "operator tiny_mul has no input 'Z'; it has X, Y"},
      {"Attribute", [](P p) { SetAttribute(Op(p, 0), "num_col_dims", true); },
       "attribute num_col_dims of operator tiny_mul is true, a bool; it must "
       "be a int"},
      {"NoAttribute", [](P p) { Op(p, 0)->clear_attrs(); },
       "operator tiny_mul has no attribute num_col_dims"},
      {"Input", [](P p) { Op(p, 0)->mutable_inputs(0)->set_arguments(0, "h"); },
       "no variable is called 'h' in block 0\n"
       "  in operator tiny_mul (X: h (no such variable), Y: w [3, 3] float32)\n"
       "  in block 0"},
      {"Output",
       [](P p) { Op(p, 0)->mutable_outputs(0)->set_arguments(0, "q"); },
       "no variable is called 'q' in block 0"},
      {"TwoWriters",
       [](P p) { Op(p, 1)->mutable_outputs(0)->set_arguments(0, "y"); },
       "output Out of operator tiny_loop cannot be 'y': operator tiny_mul "
       "already writes it"},
      {"WritesAFeed",
       [](P p) { Op(p, 0)->mutable_outputs(0)->set_arguments(0, "x"); },
       "it is a feed"},
      {"OwnsNothing",
       [](P p) { SetAttribute(Op(p, 1), "body", BlockIndex{9}); },
       "it owns block 9 of 2"},
      {"OwnsItself", [](P p) { SetAttribute(Op(p, 1), "body", BlockIndex{0}); },
       "it owns block 0 of 2"},
      {"TwoOwners",
       [](P p) {
         p->set_next_op_id(6);
         proto::OpDesc* op = Block(p, 0)->add_ops();
         *op = *Op(p, 1);
         op->set_id(5);
         SetOutput(op, "Out", {"fresh"});
         Block(p, 0)->add_vars()->set_name("fresh");
       },
       "it owns block 1, which another operator owns, too"},
      {"NotTheParent",
       [](P p) {
         proto::BlockDesc* block = p->add_blocks();
         block->set_index(2);
         block->set_parent(1);
         block->set_forward_block(-1);
         SetAttribute(Op(p, 1), "body", BlockIndex{2});
       },
       "it owns block 2, whose parent is block 1"},
  };
  return mistakes;
}

class VerifyMistakeTest : public ::testing::TestWithParam<Mistake> {};

TEST_P(VerifyMistakeTest, IsNamed) {
  proto::ProgramDesc program = Good();
  GetParam().make(&program);
  try {
    Verify(program, TinyOps());
    FAIL() << "nothing was thrown";
  } catch (const platform::Error& error) {
    EXPECT_THAT(std::string(error.what()),
                ::testing::HasSubstr(GetParam().message));
  }
}

INSTANTIATE_TEST_SUITE_P(All, VerifyMistakeTest,
                         ::testing::ValuesIn(Mistakes()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace paddle::framework::testing
