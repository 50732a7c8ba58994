#include "paddle/framework/ir/training.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {
namespace {

proto::OpDesc OpOf(proto::OpRole role) {
  proto::OpDesc op;
  op.set_role(role);
  return op;
}

// Returns a program with an operator of the role in its last block.
proto::ProgramDesc ProgramWith(proto::OpRole role) {
  proto::ProgramDesc program;
  *program.add_blocks()->add_ops() = OpOf(proto::FORWARD);
  program.add_blocks();
  proto::BlockDesc* last = program.add_blocks();
  *last->add_ops() = OpOf(proto::FORWARD);
  *last->add_ops() = OpOf(role);
  return program;
}

TEST(TrainingTest, OperatorsThatInferenceDoesWithout) {
  EXPECT_FALSE(IsForTraining(OpOf(proto::FORWARD)));
  EXPECT_TRUE(IsForTraining(OpOf(proto::BACKWARD)));
  EXPECT_TRUE(IsForTraining(OpOf(proto::OPTIMIZE)));
  EXPECT_TRUE(IsForTraining(OpOf(proto::SCHEDULE)));
  EXPECT_FALSE(IsForTraining(OpOf(proto::COMMUNICATE)));
}

TEST(TrainingTest, GradientsOfAnyBlockAreABackward) {
  EXPECT_TRUE(HasBackward(ProgramWith(proto::BACKWARD)));
  EXPECT_FALSE(HasBackward(ProgramWith(proto::OPTIMIZE)));
  EXPECT_FALSE(HasBackward(ProgramWith(proto::SCHEDULE)));
  EXPECT_FALSE(HasBackward(proto::ProgramDesc()));
}

TEST(TrainingTest, UpdatesAloneTrain) {
  EXPECT_TRUE(Trains(ProgramWith(proto::BACKWARD)));
  EXPECT_TRUE(Trains(ProgramWith(proto::OPTIMIZE)));
  EXPECT_FALSE(Trains(ProgramWith(proto::FORWARD)));
  EXPECT_FALSE(Trains(ProgramWith(proto::SCHEDULE)));
}

}  // namespace
}  // namespace paddle::framework
