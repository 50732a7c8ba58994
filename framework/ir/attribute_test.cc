#include "paddle/framework/ir/attribute.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {
namespace {

const std::vector<Attribute>& OneOfEachType() {
  static const auto& values =
      *new std::vector<Attribute>{std::monostate(),
                                  true,
                                  int64_t{-7},
                                  0.1,
                                  std::string("NCHW"),
                                  std::vector<bool>{true, false},
                                  std::vector<int64_t>{1, 2},
                                  std::vector<double>{0.5, 2},
                                  std::vector<std::string>{"a", "b"},
                                  BlockIndex{3},
                                  std::vector<BlockIndex>{{1}, {2}}};
  return values;
}

TEST(AttributeTest, EveryTypeGoesThroughTheMessage) {
  for (const Attribute& value : OneOfEachType()) {
    proto::Attr attr;
    ToProto("name", value, &attr);
    EXPECT_EQ(attr.name(), "name");
    EXPECT_EQ(FromProto(attr), value) << ToString(value);
  }
}

TEST(AttributeTest, AnEmptyListStaysAList) {
  for (const Attribute& value :
       {Attribute(std::vector<bool>()), Attribute(std::vector<int64_t>()),
        Attribute(std::vector<double>()), Attribute(std::vector<std::string>()),
        Attribute(std::vector<BlockIndex>())}) {
    proto::Attr attr;
    ToProto("name", value, &attr);
    EXPECT_EQ(FromProto(attr), value);
  }
}

TEST(AttributeTest, ToProtoReplaces) {
  proto::Attr attr;
  ToProto("name", std::vector<int64_t>{1, 2}, &attr);
  ToProto("name", std::vector<int64_t>{3}, &attr);
  EXPECT_EQ(FromProto(attr), Attribute(std::vector<int64_t>{3}));
}

TEST(AttributeTest, Text) {
  std::vector<std::string> texts;
  for (const Attribute& value : OneOfEachType()) {
    texts.push_back(ToString(value));
  }
  EXPECT_THAT(texts, ::testing::ElementsAre(
                         "none", "true", "-7", "0.1", "\"NCHW\"",
                         "[true, false]", "[1, 2]", "[0.5, 2.0]",
                         "[\"a\", \"b\"]", "block 3", "[block 1, block 2]"));
}

TEST(AttributeTest, TextOfFloatsReadsBack) {
  EXPECT_EQ(ToString(3.0), "3.0");
  EXPECT_EQ(ToString(1e300), "1e+300");
  EXPECT_EQ(std::stod(ToString(1.0 / 3)), 1.0 / 3);
  EXPECT_EQ(ToString(std::string("a\"\n")), "\"a\\\"\\n\"");
}

TEST(AttributeTest, TypeNames) {
  std::vector<std::string> names;
  for (const Attribute& value : OneOfEachType()) {
    names.push_back(AttrTypeName(TypeOf(value)));
  }
  EXPECT_THAT(names, ::testing::ElementsAre(
                         "nothing", "bool", "int", "float", "string",
                         "list of bool", "list of int", "list of float",
                         "list of string", "block", "list of block"));
}

}  // namespace
}  // namespace paddle::framework
