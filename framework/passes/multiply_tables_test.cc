#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/framework/passes/testing/level2.h"
#include "paddle/framework/passes/testing/run_pass.h"

namespace paddle::framework::testing {
namespace {

using layer::Op;
using layer::Variable;

constexpr const char* kPass = "multiply_tables";

Variable Ids(const std::string& name, int lod_level = 0) {
  return layer::data(name, {-1, 1}, DataType::kInt64, lod_level);
}

Variable Lookup(const Variable& ids, const std::string& table, int64_t width,
                DataType dtype, int64_t padding = -1) {
  const Variable w = layer::parameter({5, width}, dtype, {table});
  return Op("lookup_table", {{"W", w}, {"Ids", ids}},
            {{"padding_idx", padding}});
}

Variable Product(const Variable& x, int64_t width, int64_t columns,
                 DataType dtype, const std::string& name = "w") {
  return Op("mul", {{"X", x},
                    {"Y", layer::parameter({width, columns}, dtype, {name})}});
}

Variable Joined(const std::vector<Variable>& parts) {
  return layer::concat(parts, 1);
}

// All that a product reads is looked up.
Variable Words(DataType dtype) {
  return Product(Lookup(Ids("ids", 1), "t", 4, dtype, 1), 4, 3, dtype);
}

// A step of a decoder: the word, what it attends to, and the state.
Variable Step(DataType dtype) {
  const Variable word = Lookup(Ids("ids"), "t", 4, dtype);
  const Variable found = layer::data("found", {-1, 2}, dtype);
  const Variable state = layer::data("state", {-1, 1}, dtype);
  return Product(Joined({Joined({found, word}), state}), 7, 3, dtype);
}

// Two tables, and the product of their product.
Variable Features(DataType dtype) {
  const Variable word = Lookup(Ids("ids"), "t", 4, dtype);
  const Variable tag = Lookup(Ids("tags"), "u", 2, dtype);
  const Variable both = Product(Joined({word, tag}), 6, 2, dtype);
  const Variable again =
      Product(Lookup(Ids("ids2"), "t", 4, dtype), 4, 2, dtype, "v");
  return both + Product(again, 2, 2, dtype, "s");
}

std::string After(const Network& network) {
  const InferenceNet net = InferenceNetOf(network, DataType::kFloat32);
  return TextAfter(kPass, *net.program, {net.fetch});
}

bool IsLeftAlone(const Network& network) {
  const InferenceNet net = InferenceNetOf(network, DataType::kFloat32);
  return LeavesAlone(kPass, *net.program, {net.fetch});
}

TEST(MultiplyTables, LooksUpRowsOfTheProduct) {
  EXPECT_EQ(After(Words), R"(block 0 {
  mul_0.tmp_0 = lookup_table(W=t@MULTIPLIED_0, Ids=ids, padding_idx=1)
}
prepare block 1 in 0 () -> (t@MULTIPLIED_0) {
  t@MULTIPLIED_0 = mul(X=t, Y=w)
}
)");
}

TEST(MultiplyTables, MultipliesWhatNoTableHas) {
  EXPECT_EQ(After(Step), R"(block 0 {
  concat_1.tmp_0@REST_0 = concat(X=[found, state], axis=-1)
  mul_0.tmp_0@REST_0 = mul(X=concat_1.tmp_0@REST_0, Y=w@ROWS_2)
  lookup_table_0.tmp_0@MULTIPLIED_0 = lookup_table(W=t@MULTIPLIED_0, Ids=ids)
  mul_0.tmp_0 = elementwise_add(X=mul_0.tmp_0@REST_0, Y=lookup_table_0.tmp_0@MULTIPLIED_0)
}
prepare block 1 in 0 () -> (w@ROWS_2, t@MULTIPLIED_0) {
  w@ROWS_0 = slice(Input=w, axes=[0], starts=[0], ends=[2])
  w@ROWS_1 = slice(Input=w, axes=[0], starts=[6], ends=[7])
  w@ROWS_2 = concat(X=[w@ROWS_0, w@ROWS_1])
  w@ROWS_3 = slice(Input=w, axes=[0], starts=[2], ends=[6])
  t@MULTIPLIED_0 = mul(X=t, Y=w@ROWS_3)
}
)");
}

TEST(MultiplyTables, AddsUpTables) {
  EXPECT_EQ(After(Features), R"(block 0 {
  lookup_table_0.tmp_0@MULTIPLIED_0 = lookup_table(W=t@MULTIPLIED_0, Ids=ids)
  lookup_table_1.tmp_0@MULTIPLIED_0 = lookup_table(W=u@MULTIPLIED_0, Ids=tags)
  mul_0.tmp_0 = elementwise_add(X=lookup_table_0.tmp_0@MULTIPLIED_0, Y=lookup_table_1.tmp_0@MULTIPLIED_0)
  mul_2.tmp_0 = lookup_table(W=t@MULTIPLIED_1@MULTIPLIED_0, Ids=ids2)
  elementwise_add_0.tmp_0 = elementwise_add(X=mul_0.tmp_0, Y=mul_2.tmp_0)
}
prepare block 1 in 0 () -> (t@MULTIPLIED_0, u@MULTIPLIED_0, t@MULTIPLIED_1@MULTIPLIED_0) {
  w@ROWS_0 = slice(Input=w, axes=[0], starts=[0], ends=[4])
  t@MULTIPLIED_0 = mul(X=t, Y=w@ROWS_0)
  w@ROWS_1 = slice(Input=w, axes=[0], starts=[4], ends=[6])
  u@MULTIPLIED_0 = mul(X=u, Y=w@ROWS_1)
  t@MULTIPLIED_1 = mul(X=t, Y=v)
  t@MULTIPLIED_1@MULTIPLIED_0 = mul(X=t@MULTIPLIED_1, Y=s)
}
)");
}

// The product has those of its first part.
TEST(MultiplyTables, KeepsSequences) {
  using ::testing::HasSubstr;
  EXPECT_THAT(
      After([](DataType dtype) {
        const Variable ids = Ids("ids", 1);
        const Variable few = Lookup(ids, "u", 2, dtype);
        return Product(Joined({Lookup(ids, "t", 4, dtype), few}), 6, 3, dtype);
      }),
      HasSubstr("add(X=lookup_table_1.tmp_0@MULTIPLIED_0, Y=mul_0"));
  const std::string turned = After([](DataType dtype) {
    const Variable x = layer::data("x", {-1, 2}, dtype, 1);
    const Variable y = layer::data("y", {-1, 1}, dtype);
    return Product(Joined({Lookup(Ids("ids"), "t", 4, dtype), x, y}), 7, 3,
                   dtype);
  });
  EXPECT_THAT(turned, HasSubstr("concat(X=[y, x], axis=-1)"));
  EXPECT_THAT(turned, HasSubstr("add(X=mul_0.tmp_0@REST_0, Y=lookup_table_0"));
}

TEST(MultiplyTables, WorksInsideBlocks) {
  const InferenceNet net = InferenceNetOf(Words, DataType::kFloat32);
  EXPECT_EQ(TextAfter(kPass, *InsideBlock(net), {"looped"}), R"(block 0 {
  looped = tiny_loop(X=ids, body=block 1)
}
block 1 in 0 () -> (mul_0.tmp_0) {
  mul_0.tmp_0 = lookup_table(W=t@MULTIPLIED_0, Ids=ids, padding_idx=1)
}
prepare block 2 in 0 () -> (t@MULTIPLIED_0) {
  t@MULTIPLIED_0 = mul(X=t, Y=w)
}
)");
}

TEST(MultiplyTables, LeavesOthersAlone) {
  // A product that is much longer than its row, and one of many rows.
  EXPECT_TRUE(IsLeftAlone([](DataType dtype) {
    return Product(Lookup(Ids("ids"), "t", 4, dtype), 4, 5, dtype);
  }));
  EXPECT_TRUE(IsLeftAlone([](DataType dtype) {
    const Variable w = layer::parameter({4 << 20, 4}, dtype, {"t"});
    return Product(Op("lookup_table", {{"W", w}, {"Ids", Ids("ids")}}), 4, 3,
                   dtype);
  }));
  // Somebody else reads what is looked up; the weight is fed; the product is of
  // rows of two tables.
  EXPECT_TRUE(IsLeftAlone([](DataType dtype) {
    const Variable word = Lookup(Ids("ids"), "t", 4, dtype);
    return layer::concat({word, Product(word, 4, 3, dtype)}, 1);
  }));
  EXPECT_TRUE(IsLeftAlone([](DataType dtype) {
    return Op("mul", {{"X", Lookup(Ids("ids"), "t", 4, dtype)},
                      {"Y", layer::data("w", {4, 3}, dtype)}});
  }));
  EXPECT_TRUE(IsLeftAlone([](DataType dtype) {
    return Product(layer::concat({Lookup(Ids("ids"), "t", 4, dtype),
                                  Lookup(Ids("more"), "t", 4, dtype)},
                                 0),
                   4, 3, dtype);
  }));
}

// A step that joins rows which may turn out to be others is left its error.
TEST(MultiplyTables, LeavesRowsThatMayDiffer) {
  const auto step = [](int64_t rows) {
    return [=](DataType dtype) {
      const Variable word = Lookup(Ids("ids"), "t", 4, dtype);
      const Variable state = layer::data("state", {rows, 1}, dtype);
      return Product(Joined({state, word}), 5, 3, dtype);
    };
  };
  EXPECT_TRUE(IsLeftAlone(step(1)));
  EXPECT_FALSE(IsLeftAlone(step(-1)));
}

TEST(MultiplyTables, LeavesTrainingAlone) {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  const Variable loss = layer::mean(Words(DataType::kFloat32));
  EXPECT_FALSE(LeavesAlone(kPass, *main, {loss.name()}));
  backward::AppendBackward(loss);
  EXPECT_TRUE(LeavesAlone(kPass, *main, {loss.name()}));
}

TEST(MultiplyTables, ComputesTheSame) {
  ExpectWithinBound(Words, {kPass});
  ExpectWithinBound(Step, {kPass});
  ExpectWithinBound(Features, {kPass});
  ExpectWithinBound(Words, {kPass, "fuse_fc"});
  ExpectWithinBound(Step, {kPass, "fuse_fc"});
}

}  // namespace
}  // namespace paddle::framework::testing
