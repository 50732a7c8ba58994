// Trains a network with a table of words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/server/testing/served_fixture.h"

namespace paddle::distributed {

class TableTrainingFixture : public ServedFixture {
 protected:
  using DataType = framework::DataType;
  using Feeds = framework::Feeds;
  using LoDTensor = framework::LoDTensor;

  static constexpr int64_t kHeight = 50, kColumns = 7;

  explicit TableTrainingFixture(bool grpc) : grpc_(grpc) { batch_ = Words; }

  NamedServer WayTo(ParameterService* service) override {
    return grpc_ ? ByGrpc(service) : Direct(service);
  }

  // Returns sequences of up to three words, and a number for each.
  static Feeds Words(int batch, int64_t rows) {
    std::mt19937 random(batch);
    std::vector<int64_t> offsets = {0}, words;
    LoDTensor y;
    y.Allocate({rows, 1}, DataType::kFloat32);
    for (int64_t i = 0; i < rows; ++i) {
      for (uint32_t word = random() % 4; word > 0; --word) {
        words.push_back(random() % kHeight * (random() % 2));
      }
      offsets.push_back(static_cast<int64_t>(words.size()));
      y.mutable_data<float>()[i] = static_cast<float>(random() % 8) - 4;
    }
    LoDTensor ids;
    ids.Allocate({offsets.back(), 1}, DataType::kInt64);
    std::copy(words.begin(), words.end(), ids.mutable_data<int64_t>());
    ids.set_lod(framework::LoD::FromOffsets({offsets}));
    return {{"words", ids}, {"y", y}};
  }

  static layer::EmbeddingOptions Distributed() {
    layer::EmbeddingOptions options;
    options.is_sparse = true;
    options.is_distributed = true;
    options.weight.name = "table";
    return options;
  }
  static Variable Pooled(
      const Variable& words, int64_t height = kHeight,
      const layer::EmbeddingOptions& options = Distributed()) {
    return layer::sequence_pool(
        layer::embedding(words, height, kColumns, options), "sum");
  }
  static Variable Data() {
    return layer::data("words", {-1, 1}, DataType::kInt64, 1);
  }
  static Variable Cost(const Variable& pooled) {
    const Variable y = layer::data("y", {-1, 1}, DataType::kFloat32);
    return layer::mean(layer::square_error_cost(layer::fc(pooled, 1), y));
  }

  // Returns the bytes of all rows.
  std::string TableOf(const Services& servers) {
    std::vector<int64_t> ids(kHeight);
    for (int64_t id = 0; id < kHeight; ++id) ids[id] = id;
    const auto rows = Connect(servers)->PullRows("table", kColumns, ids, true);
    return {static_cast<const char*>(rows.raw_data()), rows.bytes()};
  }

  // Compares what trainers and servers have with one that has no servers.
  void ExpectTheLocalBits(int servers, int trainers, int shards, int steps,
                          const Rows& rows = EightRows) {
    layer::SetRandomSeed(7);
    const State alone = TrainAlone(shards, steps, rows)[0];
    after_ = [&](const Services& started) {
      EXPECT_EQ(TableOf(started) == alone.at("table"), true);
    };
    State others = alone;
    others.erase("table");
    for (const State& trainer :
         TrainServed(servers, trainers, shards, steps, rows)) {
      EXPECT_EQ(trainer.count("table"), 0);
      for (const auto& [name, bytes] : trainer) {
        EXPECT_EQ(bytes == others.at(name), true) << name;
      }
    }
  }

 private:
  const bool grpc_;
};

}  // namespace paddle::distributed
