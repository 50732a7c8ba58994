#include "paddle/framework/ir/default_value.h"

#include <functional>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using Levels = std::vector<std::vector<int64_t>>;

// Data [N, 2] of int16, by default of `rows` rows.
proto::VarDesc Data(int64_t rows, const Levels& lengths = {}) {
  proto::VarDesc var;
  var.set_name("x");
  var.set_dtype(proto::INT16);
  var.set_is_feed(true);
  var.set_lod_level(static_cast<int>(lengths.size()));
  var.add_dims(-1);
  var.add_dims(2);
  proto::DefaultValue* value = var.mutable_default_value();
  value->set_data(std::string(rows * 4, '\1'));
  value->add_dims(rows);
  value->add_dims(2);
  for (const std::vector<int64_t>& level : lengths) {
    value->add_lengths()->mutable_values()->Add(level.begin(), level.end());
  }
  return var;
}

TEST(DefaultValueTest, Fits) {
  CheckDefaultValue(proto::VarDesc());
  CheckDefaultValue(Data(3));
  CheckDefaultValue(Data(0));
  CheckDefaultValue(Data(3, {{2, 0, 1}}));
  CheckDefaultValue(Data(0, {{}}));
  CheckDefaultValue(Data(3, {{2, 0, 1}, {1, 1, 1}}));
}

struct Mistake {
  const char* message;
  std::function<void(proto::VarDesc*)> make;
};

TEST(DefaultValueTest, NamesWhatIsWrong) {
  using V = proto::VarDesc*;
  const std::vector<Mistake> mistakes = {
      {"only dense data", [](V v) { v->set_is_feed(false); }},
      {"only dense data", [](V v) { v->set_kind(proto::RAW); }},
      {"with a data type", [](V v) { v->set_dtype(proto::UNKNOWN); }},
      {"shape [3, 2] does not fit [N, 4]", [](V v) { v->set_dims(1, 4); }},
      {"shape [3, 2] does not fit [N]",
       [](V v) { v->mutable_dims()->RemoveLast(); }},
      {"does not fit",
       [](V v) { v->mutable_default_value()->set_dims(0, -1); }},
      {"of 12 bytes is not [4, 2] int16",
       [](V v) { v->mutable_default_value()->set_dims(0, 4); }},
      {"overflow",
       [](V v) { v->mutable_default_value()->set_dims(0, INT64_MAX); }},
      {"of 12 bytes is not [4611686018427387903, 2] int16",
       [](V v) { v->mutable_default_value()->set_dims(0, INT64_MAX / 2); }},
      {"above the highest rank",
       [](V v) {
         for (int i = 0; i < 8; ++i) v->mutable_default_value()->add_dims(1);
       }},
      {"neither 0 nor 1",
       [](V v) {
         v->set_dtype(proto::BOOL);
         v->set_dims(1, 4);
         v->mutable_default_value()->set_dims(1, 4);
         v->mutable_default_value()->mutable_data()->back() = 2;
       }},
      {"with 2 levels of sequences over [3, 2]; its lod_level is 1",
       [](V v) { v->set_lod_level(1); }},
      {"level 0 of the default value's sequences has the length -1",
       [](V v) {
         v->mutable_default_value()->mutable_lengths(0)->set_values(0, -1);
       }},
      {"has the length 9223372036854775807",
       [](V v) {
         for (int i = 0; i < 2; ++i) {
           v->mutable_default_value()->mutable_lengths(0)->set_values(
               i, INT64_MAX);
         }
       }},
      {"level 0 of the default value's sequences covers 5 sequences of 3",
       [](V v) {
         v->mutable_default_value()->mutable_lengths(0)->set_values(1, 3);
       }},
      {"level 1 of the default value's sequences covers 5 rows of 3",
       [](V v) {
         v->mutable_default_value()->mutable_lengths(1)->set_values(0, 3);
       }},
  };
  for (const Mistake& mistake : mistakes) {
    proto::VarDesc var = Data(3, {{1, 1, 1}, {1, 1, 1}});
    mistake.make(&var);
    EXPECT_ERROR(CheckDefaultValue(var), InvalidArgument, mistake.message);
  }
}

TEST(DefaultValueTest, Text) {
  EXPECT_EQ(DefaultValueText(proto::VarDesc()), "");
  EXPECT_EQ(DefaultValueText(Data(3)), "[3, 2]");
  EXPECT_EQ(DefaultValueText(Data(3, {{2, 0, 1}, {1, 1, 1}})),
            "[3, 2] in sequences of {2, 0, 1}, {1, 1, 1}");
  EXPECT_EQ(DefaultValueText(Data(9, {{1, 1, 1, 1, 1, 1, 1, 1, 1}})),
            "[9, 2] in sequences of {1, 1, 1, 1, 1, 1, 1, 1, ...}");
}

}  // namespace
}  // namespace paddle::framework
