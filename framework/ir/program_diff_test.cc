#include "paddle/framework/ir/program_diff.h"

#include <memory>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ProgramDiffTest : public ::testing::Test {
 protected:
  ProgramDiffTest() : before_(std::make_shared<Program>(TinyOps())) {
    AddData(before_.get(), "x", {-1, 3});
    AddParameter(before_.get(), "w", {3, 3});
    before_->AppendOp(0, Mul("x", "w", "y"));
    before_->AppendOp(0, Scale("y", "z", 0.5));
    after_ = before_->Clone();
    auto* attr = after_->global_block().mutable_desc()->mutable_ops(1);
    *attr = Scale("y", "z", 0.25);
    attr->set_id(before_->global_block().desc().ops(1).id());
    after_->Changed();
  }

  std::shared_ptr<Program> before_, after_;
};

TEST_F(ProgramDiffTest, ShowsOperatorsThatChanged) {
  EXPECT_EQ(DiffPrograms(*before_, *after_), R"(...
    var z: [N, 3] float32

    y = tiny_mul(X=x, Y=w)
-   z = tiny_scale(X=y, scale=0.5)
+   z = tiny_scale(X=y, scale=0.25)
  }
)");
  EXPECT_EQ(DiffPrograms(*before_, *before_), "");
}

TEST_F(ProgramDiffTest, DrawsBothWithColours) {
  const std::string drawing = DiffGraphviz(*before_, *after_);
  EXPECT_THAT(drawing, HasSubstr("subgraph cluster_before"));
  EXPECT_THAT(drawing, HasSubstr("beforeop0 [shape=box, label=\"tiny_mul\"]"));
  EXPECT_THAT(drawing, HasSubstr("beforeop1 [shape=box, label=\"tiny_scale\", "
                                 "style=filled, fillcolor=lightcoral]"));
  EXPECT_THAT(drawing, HasSubstr("afterop1 [shape=box, label=\"tiny_scale\", "
                                 "style=filled, fillcolor=palegreen]"));
  EXPECT_THAT(DiffGraphviz(*before_, *before_), Not(HasSubstr("fillcolor")));
}

}  // namespace
}  // namespace paddle::framework::testing
