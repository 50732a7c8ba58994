#include "paddle/framework/serving/row_independence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/row_rules.h"

namespace paddle::serving {
namespace {

using framework::DataType;
using layer::Variable;
using ::testing::HasSubstr;

using Layer = std::function<Variable(const Variable& x)>;

// Lets each lstm of a program compute in integers.
void SetInt8(framework::Program* program) {
  for (auto& op : *program->mutable_desc()->mutable_blocks(0)->mutable_ops()) {
    if (op.type() == "lstm") framework::SetAttribute(&op, "dynamic_int8", true);
  }
}

class RowIndependenceTest : public ::testing::Test {
 protected:
  RowIndependence Of(const Variable& feed, const Variable& fetch) {
    auto* desc = main_->mutable_desc();
    desc->clear_feeds();
    desc->clear_fetches();
    desc->add_feeds(feed.name());
    desc->add_fetches(fetch.name());
    return FindRowIndependence(*main_, framework::OpInfoMap::Instance());
  }
  // As for x [N, 6, 4], or what else the shape is.
  std::string Reason(const Layer& layer,
                     const std::vector<int64_t>& shape = {-1, 6, 4}) {
    main_ = layer::NewProgram();
    const layer::ProgramGuard guard(main_, layer::NewProgram());
    const Variable x = layer::data("x", shape);
    return Of(x, layer(x)).reason;
  }

  std::shared_ptr<framework::Program> main_ = layer::NewProgram();
};

TEST_F(RowIndependenceTest, LayersThatKeepRowsApart) {
  const std::vector<Layer> layers = {
      [](const Variable& x) { return layer::fc(x, 3); },
      [](const Variable& x) { return layer::softmax(layer::relu(x)); },
      [](const Variable& x) {
        return layer::reshape(x, {-1, 24});
      },
      [](const Variable& x) {
        return layer::reshape(x, {0, -1});
      },
      [](const Variable& x) {
        return layer::transpose(x, {0, 2, 1});
      },
      [](const Variable& x) { return layer::reduce_sum(x, {1}); },
      [](const Variable& x) {
        return layer::concat({x, x}, 2);
      },
      [](const Variable& x) { return layer::add(x, layer::scale(x, 2)); },
      [](const Variable& x) {
        return layer::add(x, layer::fill_constant({1, 4}, x.dtype(), 2));
      },
  };
  for (size_t i = 0; i < layers.size(); ++i) {
    EXPECT_EQ(Reason(layers[i]), "") << i;
  }
}

TEST_F(RowIndependenceTest, LayersThatMixRows) {
  const std::vector<Layer> layers = {
      [](const Variable& x) { return layer::mean(x); },
      [](const Variable& x) {
        return layer::reshape(x, {-1, 4});
      },
      [](const Variable& x) {
        return layer::transpose(x, {1, 0, 2});
      },
      [](const Variable& x) { return layer::reduce_sum(x, {0}); },
      [](const Variable& x) { return layer::reduce_sum(x, {-3}); },
      [](const Variable& x) { return layer::reduce_sum(x, {}); },
      [](const Variable& x) {
        return layer::concat({x, x}, 0);
      },
      [](const Variable& x) {
        return layer::add(x, layer::reduce_mean(x, {0}, true));
      },
      [](const Variable& x) {
        return layer::add(x, layer::fill_constant({5, 6, 4}, x.dtype(), 2));
      },
      [](const Variable& x) { return layer::fill_constant({1}, x.dtype(), 2); },
  };
  for (size_t i = 0; i < layers.size(); ++i) EXPECT_NE(Reason(layers[i]), "");
  EXPECT_THAT(Reason(layers[4]), HasSubstr("operator reduce_sum"));
  EXPECT_THAT(Reason([](const Variable& x) { return layer::relu(x); }, {5, 4}),
              HasSubstr("input x has no rows"));
  // Rows of x stand along another axis of the sum.
  EXPECT_NE(Reason(
                [](const Variable& x) {
                  return layer::add(layer::reshape(x, {0, 1, 1}), x);
                },
                {-1, 1}),
            "");
}

TEST_F(RowIndependenceTest, SequencesBecomeRows) {
  const layer::ProgramGuard guard(main_, layer::NewProgram());
  const Variable x = layer::data("x", {-1, 8}, DataType::kFloat32, 1);
  const Variable states = layer::dynamic_lstm(x, 8).hidden;
  EXPECT_EQ(Of(x, states).fetches[0], (RowGroup{0, false}));
  const Variable last = layer::sequence_last_step(states);
  EXPECT_EQ(Of(x, last).fetches[0], (RowGroup{0, true}));
  const Variable spread = layer::sequence_expand(last, states);
  EXPECT_EQ(Of(x, spread).fetches[0], (RowGroup{0, false}));
  EXPECT_EQ(Of(x, layer::fc(last, 2)).fetches[0], (RowGroup{0, true}));
  // A row of a batch is none of a sequence.
  EXPECT_NE(Of(x, layer::fc({last, states}, 2)).reason, "");
}

TEST_F(RowIndependenceTest, IntegersForLongBatchesMixRows) {
  const layer::ProgramGuard guard(main_, layer::NewProgram());
  const Variable x = layer::data("x", {-1, 8}, DataType::kFloat32, 1);
  const Variable states = layer::dynamic_lstm(x, 8).hidden;
  EXPECT_EQ(Of(x, states).reason, "");
  SetInt8(main_.get());
  EXPECT_THAT(Of(x, states).reason, HasSubstr("operator lstm"));
}

TEST_F(RowIndependenceTest, PlacesInASlotMayBeLeftOut) {
  const layer::ProgramGuard guard(main_, layer::NewProgram());
  const Variable x = layer::data("x", {-1, 8});
  const Variable sum = layer::Op("sum", {{"X", {x, x}}});
  auto* op = main_->mutable_desc()->mutable_blocks(0)->mutable_ops(0);
  op->mutable_inputs(0)->set_arguments(0, "");
  EXPECT_EQ(Of(x, sum).reason, "");
}

TEST_F(RowIndependenceTest, RulesAreOfOperatorsThatThereAre) {
  for (const std::string& type : framework::RowRuleTypes()) {
    const auto* proto = framework::OpInfoMap::Instance().Find(type);
    ASSERT_NE(proto, nullptr) << type;
    for (const std::string& slot : framework::FindRowRule(type)->slots) {
      EXPECT_NE(proto->FindInput(slot), nullptr) << type << " " << slot;
    }
  }
}

}  // namespace
}  // namespace paddle::serving
