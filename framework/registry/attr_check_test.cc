#include "paddle/framework/registry/attr_check.h"

#include <cmath>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

AttrProto Attr(AttrType type) {
  AttrProto attr;
  attr.name = "a";
  attr.type = type;
  return attr;
}

TEST(AttrCheckTest, AnIntForAFloat) {
  EXPECT_EQ(CheckAttr("op", Attr(AttrType::kFloat), int64_t{2}),
            Attribute(2.0));
  EXPECT_EQ(
      CheckAttr("op", Attr(AttrType::kFloats), std::vector<int64_t>{1, 2}),
      Attribute(std::vector<double>{1, 2}));
}

TEST(AttrCheckTest, CountsElements) {
  EXPECT_EQ(ElementCount(int64_t{7}), 1);
  EXPECT_EQ(ElementCount(2.5), 1);
  EXPECT_EQ(ElementCount(std::vector<int64_t>{1, 2}), 2);
  EXPECT_EQ(ElementCount(std::vector<double>()), 0);
}

TEST(AttrCheckTest, NumbersComeFromElementsOfTheirKind) {
  for (const AttrType type : {AttrType::kInt, AttrType::kInts}) {
    EXPECT_TRUE(CanGive(DataType::kInt32, type));
    EXPECT_TRUE(CanGive(DataType::kInt64, type));
    EXPECT_FALSE(CanGive(DataType::kFloat32, type));
  }
  for (const AttrType type : {AttrType::kFloat, AttrType::kFloats}) {
    EXPECT_TRUE(CanGive(DataType::kFloat64, type));
    EXPECT_FALSE(CanGive(DataType::kInt64, type));
  }
}

TEST(AttrCheckTest, EmptyAttributes) {
  EXPECT_EQ(EmptyAttribute(AttrType::kNone), Attribute());
  EXPECT_EQ(EmptyAttribute(AttrType::kBool), Attribute(false));
  EXPECT_EQ(EmptyAttribute(AttrType::kInt), Attribute(int64_t{0}));
  EXPECT_EQ(EmptyAttribute(AttrType::kString), Attribute(std::string()));
  EXPECT_EQ(EmptyAttribute(AttrType::kFloats),
            Attribute(std::vector<double>()));
}

TEST(AttrCheckTest, AnEmptyListIsOfAnyType) {
  const Attribute empty = std::vector<double>();
  EXPECT_EQ(CheckAttr("op", Attr(AttrType::kBools), empty),
            Attribute(std::vector<bool>()));
  EXPECT_EQ(CheckAttr("op", Attr(AttrType::kInts), empty),
            Attribute(std::vector<int64_t>()));
  EXPECT_EQ(CheckAttr("op", Attr(AttrType::kStrings), empty),
            Attribute(std::vector<std::string>()));
  EXPECT_EQ(CheckAttr("op", Attr(AttrType::kBlocks), empty),
            Attribute(std::vector<BlockIndex>()));
  EXPECT_EQ(CheckAttr("op", Attr(AttrType::kFloats), std::vector<int64_t>()),
            Attribute(std::vector<double>()));
  EXPECT_ERROR(CheckAttr("op", Attr(AttrType::kInt), empty), TypeMismatch,
               "attribute a of operator op is [], a list of float; it must be "
               "a int");
}

TEST(AttrCheckTest, OtherTypesAreRefused) {
  EXPECT_ERROR(CheckAttr("op", Attr(AttrType::kInt), true), TypeMismatch,
               "attribute a of operator op is true, a bool; it must be a int");
  EXPECT_ERROR(CheckAttr("op", Attr(AttrType::kInt), 2.0), TypeMismatch,
               "is 2.0, a float; it must be a int");
  EXPECT_ERROR(CheckAttr("op", Attr(AttrType::kBool), int64_t{1}), TypeMismatch,
               "is 1, a int; it must be a bool");
}

TEST(AttrCheckTest, Bounds) {
  AttrProto attr = Attr(AttrType::kFloat);
  attr.min = 0;
  attr.max = 1;
  attr.max_exclusive = true;
  EXPECT_EQ(CheckAttr("op", attr, 0.0), Attribute(0.0));
  EXPECT_ERROR(CheckAttr("op", attr, 1.0), InvalidArgument,
               "attribute a of operator op is 1.0; it must be at least 0 and "
               "below 1");
  EXPECT_ERROR(CheckAttr("op", attr, -0.5), InvalidArgument, "is -0.5");
  EXPECT_ERROR(CheckAttr("op", attr, std::nan("")), InvalidArgument, "is nan");
  attr.min_exclusive = true;
  attr.max_exclusive = false;
  EXPECT_EQ(CheckAttr("op", attr, 1.0), Attribute(1.0));
  EXPECT_ERROR(CheckAttr("op", attr, 0.0), InvalidArgument,
               "it must be above 0 and at most 1");
}

TEST(AttrCheckTest, BoundsHaveAllTheirDigits) {
  AttrProto attr = Attr(AttrType::kInt);
  attr.min = -9007199254740992.0;
  attr.max = 2147483647;
  EXPECT_ERROR(CheckAttr("op", attr, int64_t{2147483648}), InvalidArgument,
               "is 2147483648; it must be at least -9007199254740992 and at "
               "most 2147483647");
  attr.min.reset();
  attr.max = 1e300;
  attr.max_exclusive = true;
  attr.type = AttrType::kFloat;
  EXPECT_ERROR(CheckAttr("op", attr, 1e301), InvalidArgument, "below 1e+300");
  attr.max = 0.25;
  EXPECT_ERROR(CheckAttr("op", attr, 1.0), InvalidArgument, "below 0.25");
}

TEST(AttrCheckTest, BoundsOfEachInAList) {
  AttrProto ints = Attr(AttrType::kInts);
  ints.min = 1;
  EXPECT_ERROR(CheckAttr("op", ints, std::vector<int64_t>{1, 0}),
               InvalidArgument, "is [1, 0]; it must be at least 1");
  AttrProto floats = Attr(AttrType::kFloats);
  floats.max = 1;
  EXPECT_ERROR(CheckAttr("op", floats, std::vector<double>{1, 2}),
               InvalidArgument, "is [1.0, 2.0]; it must be at most 1");
}

AttrProto List(int64_t min, int64_t max) {
  AttrProto attr = Attr(AttrType::kInts);
  attr.length.emplace();
  attr.length->min = min;
  attr.length->max = max;
  return attr;
}

Attribute Ints(size_t count) { return std::vector<int64_t>(count, 1); }

TEST(AttrCheckTest, Lengths) {
  AttrProto attr = List(2, 2);
  EXPECT_EQ(CheckAttr("op", attr, Ints(2)), Ints(2));
  EXPECT_ERROR(CheckAttr("op", attr, Ints(12)), InvalidArgument,
               "attribute a of operator op is [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "
               "1, 1], of 12; it must have 2 elements");
  EXPECT_ERROR(CheckAttr("op", attr, Ints(1)), InvalidArgument,
               "is [1], of 1; it must have 2 elements");
  EXPECT_ERROR(CheckAttr("op", attr, Ints(0)), InvalidArgument,
               "is [], of 0; it must have 2 elements");
  attr.length->or_none = true;
  EXPECT_EQ(CheckAttr("op", attr, Ints(0)), Ints(0));
  EXPECT_ERROR(CheckAttr("op", attr, Ints(3)), InvalidArgument,
               "it must have 2 elements, or none");
  attr = List(1, 9);
  EXPECT_EQ(CheckAttr("op", attr, Ints(9)), Ints(9));
  EXPECT_ERROR(CheckAttr("op", attr, Ints(10)), InvalidArgument,
               "it must have 1 to 9 elements");
}

TEST(AttrCheckTest, AsManyAsAnother) {
  AttrProto attr = List(0, 100);
  attr.length->as = "axes";
  CheckSameLength("op", attr, Ints(3), Ints(3));
  CheckSameLength("op", attr, Ints(3), int64_t{3});
  EXPECT_ERROR(CheckSameLength("op", attr, Ints(2), Ints(1)), InvalidArgument,
               "attribute a of operator op is [1, 1], of 2; it must have as "
               "many elements as axes; axes is [1]");
  EXPECT_ERROR(CheckSameLength("op", attr, Ints(0), int64_t{4}),
               InvalidArgument, "of 0; it must have as many elements as axes");
  attr.length->or_none = true;
  CheckSameLength("op", attr, Ints(0), int64_t{4});
}

TEST(AttrCheckTest, LongValuesAreCutOff) {
  try {
    CheckAttr("op", List(0, 9), Ints(1000000));
    FAIL();
  } catch (const platform::Error& error) {
    EXPECT_LT(error.message().size(), 400) << error.message();
    EXPECT_NE(error.message().find("..., of 1000000; it must have at most 9"),
              std::string::npos)
        << error.message();
  }
  AttrProto text = Attr(AttrType::kString);
  text.choices = {"max"};
  std::string umlauts;
  for (int i = 0; i < 1000; ++i) umlauts += "\xC3\xA4";
  try {
    CheckAttr("op", text, umlauts);
    FAIL();
  } catch (const platform::Error& error) {
    EXPECT_NE(error.message().find("\xA4...; it must be"), std::string::npos)
        << error.message();
  }
}

TEST(AttrCheckTest, Choices) {
  AttrProto attr = Attr(AttrType::kString);
  attr.choices = {"max", "avg"};
  EXPECT_EQ(CheckAttr("op", attr, std::string("avg")),
            Attribute(std::string("avg")));
  EXPECT_ERROR(CheckAttr("op", attr, std::string("mean")), InvalidArgument,
               "attribute a of operator op is \"mean\"; it must be \"max\" or "
               "\"avg\"");
}

TEST(AttrCheckTest, DataTypes) {
  AttrProto attr = Attr(AttrType::kString);
  attr.is_data_type = true;
  EXPECT_EQ(CheckAttr("op", attr, std::string("int8")),
            Attribute(std::string("int8")));
  EXPECT_ERROR(CheckAttr("op", attr, std::string("float33")), InvalidArgument,
               "attribute a of operator op is \"float33\": ");
}

}  // namespace
}  // namespace paddle::framework
