#include "paddle/framework/registry/infer_shape_context.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/compile_time_context.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

TEST(InferShapeContextTest, NumelMayBeASymbol) {
  SymbolTable table;
  const proto::OpDesc op = MakeOp("example", {}, {});
  CompileTimeContext context(op, &table);
  EXPECT_EQ(context.NumelOf({-1, 3, 5}), table.sizes().Mul(kBatchSize, 15));
  EXPECT_EQ(context.NumelOf({2, 3}), 6);
  EXPECT_EQ(context.NumelOf({}), 1);
  EXPECT_ERROR(context.NumelOf({INT64_MAX, 2}), InvalidArgument, "overflow");
}

TEST(InferShapeContextTest, AttributesAsTypes) {
  SymbolTable table;
  const proto::OpDesc op =
      MakeOp("example", {}, {},
             {{"axis", int64_t{3}}, {"dtype", std::string("int8")}});
  const CompileTimeContext context(op, &table);
  EXPECT_EQ(context.Attr<int64_t>("axis"), 3);
  EXPECT_EQ(context.DataTypeAttr("dtype"), DataType::kInt8);
  EXPECT_ERROR(context.Attr<double>("axis"), Internal,
               "attribute axis of operator example is a int");
}

}  // namespace
}  // namespace paddle::framework
