#include "paddle/framework/ir/schema_source.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

class NoOperators : public SchemaSource {
 public:
  const OpProto* Find(absl::string_view) const override { return nullptr; }
  std::vector<std::string> Types() const override { return {}; }
  void CheckAndComplete(proto::OpDesc*) const override {}
  void InferShape(const proto::OpDesc&, SymbolTable*) const override {}
};

TEST(SchemaSourceTest, FindsParts) {
  const OpProto& proto = FindOpProto(testing::TinyOps(), "tiny_update");
  ASSERT_NE(proto.FindInput("Grad"), nullptr);
  EXPECT_EQ(proto.FindInput("Grad")->comment, "Of the same shape.");
  EXPECT_EQ(proto.FindInput("ParamOut"), nullptr);
  EXPECT_NE(proto.FindOutput("ParamOut"), nullptr);
  EXPECT_EQ(proto.FindAttr("scale"), nullptr);
  EXPECT_EQ(proto.UpdatedInput("ParamOut"), "Param");
  EXPECT_EQ(proto.UpdatedInput("Out"), "");
}

TEST(SchemaSourceTest, NamesTheNearestType) {
  EXPECT_ERROR(FindOpProto(testing::TinyOps(), "tiny_mull"), NotFound,
               "no operator is called 'tiny_mull'; did you mean tiny_mul");
}

TEST(SchemaSourceTest, SaysWhatToDoWithoutAnyOperator) {
  EXPECT_ERROR(FindOpProto(NoOperators(), "relu"), NotFound,
               "no operator is called 'relu': this program has no operators at "
               "all. Depend on those it uses or, with Paddle as a static "
               "archive, call paddle::operators::RegisterAllOps()");
}

}  // namespace
}  // namespace paddle::framework
