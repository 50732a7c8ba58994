#include "paddle/framework/interchange/onnx/value_type.h"

#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"

namespace paddle::onnx {
namespace {

using proto::TypeProto;

TEST(ValueTypeTest, ATensorIsNoArray) {
  TypeProto type;
  type.mutable_tensor_type()->set_elem_type(7);
  const ValueType read = ValueTypeOf(type);
  ASSERT_NE(read.tensor, nullptr);
  EXPECT_EQ(read.tensor->elem_type(), 7);
  EXPECT_FALSE(read.is_array());
  EXPECT_EQ(read.optional(), OptionalKind::kNone);
}

TEST(ValueTypeTest, SequencesAndOptionalsAreArrays) {
  TypeProto sequence;
  sequence.mutable_sequence_type()
      ->mutable_elem_type()
      ->mutable_tensor_type()
      ->set_elem_type(6);
  const ValueType list = ValueTypeOf(sequence);
  EXPECT_EQ(list.tensor->elem_type(), 6);
  EXPECT_TRUE(list.is_array() && list.is_sequence);
  EXPECT_EQ(list.optional(), OptionalKind::kNone);
  TypeProto optional;
  *optional.mutable_optional_type()->mutable_elem_type() = sequence;
  EXPECT_EQ(ValueTypeOf(optional).optional(), OptionalKind::kSequence);
  optional.mutable_optional_type()->mutable_elem_type()->mutable_tensor_type();
  EXPECT_EQ(ValueTypeOf(optional).optional(), OptionalKind::kTensor);
  EXPECT_TRUE(ValueTypeOf(optional).is_array());
}

TEST(ValueTypeTest, OthersAreNotMadeOfTensors) {
  EXPECT_EQ(ValueTypeOf(TypeProto()).tensor, nullptr);
  TypeProto type;
  auto* inner = type.mutable_sequence_type()->mutable_elem_type();
  EXPECT_EQ(ValueTypeOf(type).tensor, nullptr);
  // A sequence of sequences, an optional of an optional.
  inner->mutable_sequence_type()->mutable_elem_type()->mutable_tensor_type();
  EXPECT_EQ(ValueTypeOf(type).tensor, nullptr);
  TypeProto twice;
  *twice.mutable_optional_type()
       ->mutable_elem_type()
       ->mutable_optional_type()
       ->mutable_elem_type() = type;
  EXPECT_EQ(ValueTypeOf(twice).tensor, nullptr);
  EXPECT_EQ(ValueTypeOf(twice).optional(), OptionalKind::kNone);
}

}  // namespace
}  // namespace paddle::onnx
