#include "paddle/framework/io/batch_reader.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/io/shuffled_order.h"
#include "paddle/framework/io/testing/array_files.h"
#include "paddle/framework/io/testing/opened.h"
#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using testing::BytesOf;
using ::testing::ElementsAre;
using testing::NpyFile;
using testing::ValuesOf;

const FeedMapping kMapping = {{"word", {"words", "lengths"}},
                              {"x", {"items", ""}}};

class BatchReaderTest : public testing::ArrayFilesTest {
 protected:
  // Writes items [begin, end) of the data: item i is {i, -i}, and a sequence of
  // i % 3 numbers i.
  std::string File(int64_t begin, int64_t end,
                   const std::string& descr = "<i8") const {
    std::vector<int64_t> items, words, lengths;
    for (int64_t i = begin; i < end; ++i) {
      items.insert(items.end(), {i, -i});
      words.insert(words.end(), i % 3, i);
      lengths.push_back(i % 3);
    }
    const auto shape = [](size_t rows, const char* rest) {
      return absl::StrCat("(", rows, ",", rest, ")");
    };
    const auto zip = testing::ZipFile(
        {{"items.npy",
          NpyFile(descr, shape(lengths.size(), "2"), BytesOf(items))},
         {"words.npy",
          NpyFile("<i8", shape(words.size(), "1"), BytesOf(words))},
         {"lengths.npy",
          NpyFile("<i8", shape(lengths.size(), ""), BytesOf(lengths))}},
        false);
    return Written(absl::StrCat(begin, "-", end, descr.substr(1), ".npz"), zip);
  }
  // The files of items 0 to 9; one has none.
  std::vector<std::string> Files() const {
    return {File(0, 4), File(4, 4), File(4, 5), File(5, 10)};
  }
};

// The items of a batch, after checking that both feeds have the same ones.
std::vector<int64_t> ItemsOf(const Batch& batch) {
  EXPECT_EQ(batch.size(), 2u);
  const LoDTensor& word = batch[0].second;
  const LoDTensor& x = batch[1].second;
  EXPECT_EQ(x.lod(), nullptr);
  const auto lengths = word.lod()->lengths()[0];
  const auto words = ValuesOf<int64_t>(word);
  std::vector<int64_t> items, wanted_words;
  for (int64_t i = 0; i < x.dims()[0]; ++i) {
    items.push_back(x.data<int64_t>()[2 * i]);
    EXPECT_EQ(x.data<int64_t>()[2 * i + 1], -items.back());
    EXPECT_EQ(lengths.at(i), items.back() % 3);
    wanted_words.insert(wanted_words.end(), lengths.at(i), items.back());
  }
  EXPECT_EQ(words, wanted_words);
  return items;
}

std::vector<std::vector<int64_t>> RestOf(BatchReader* reader) {
  std::vector<std::vector<int64_t>> batches;
  while (auto batch = reader->Next()) batches.push_back(ItemsOf(*batch));
  return batches;
}

TEST_F(BatchReaderTest, ReadsFilesInTheirOrder) {
  BatchReader reader(Files(), kMapping, {4});
  EXPECT_EQ(reader.items(), 10);
  EXPECT_EQ(reader.batches_per_epoch(), 3);
  EXPECT_THAT(RestOf(&reader),
              ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(4, 5, 6, 7),
                          ElementsAre(8, 9)));
  EXPECT_FALSE(reader.Next().has_value());
}

TEST_F(BatchReaderTest, TheLastBatchMayBeDropped) {
  BatchReader reader(Files(), kMapping, {4, {}, true, 2});
  EXPECT_EQ(reader.batches_per_epoch(), 2);
  EXPECT_THAT(RestOf(&reader),
              ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(4, 5, 6, 7),
                          ElementsAre(0, 1, 2, 3), ElementsAre(4, 5, 6, 7)));
}

TEST_F(BatchReaderTest, FewerItemsThanABatchAreNoneOrOne) {
  BatchReader none(Files(), kMapping, {11, {}, true});
  EXPECT_FALSE(none.Next().has_value());
  BatchReader one(Files(), kMapping, {int64_t{1} << 62});
  EXPECT_EQ(RestOf(&one).size(), 1u);
  BatchReader empty({File(4, 4)}, kMapping, {4});
  EXPECT_FALSE(empty.Next().has_value());
}

TEST_F(BatchReaderTest, EachEpochHasItsOrder) {
  BatchReader reader(Files(), kMapping, {10, 7, false, 2});
  EXPECT_EQ(reader.epoch(), 0);
  EXPECT_EQ(ItemsOf(*reader.Next()), ShuffledOrder(10, 7, 0));
  EXPECT_EQ(reader.epoch(), 1);
  EXPECT_EQ(ItemsOf(*reader.Next()), ShuffledOrder(10, 7, 1));
  EXPECT_EQ(reader.epoch(), 2);
}

TEST_F(BatchReaderTest, FilesDoNotDecideTheOrder) {
  BatchReader several(Files(), kMapping, {3, 5, false, 3});
  BatchReader one({File(0, 10)}, kMapping, {3, 5, false, 3});
  EXPECT_EQ(RestOf(&several), RestOf(&one));
}

TEST_F(BatchReaderTest, SkippingIsReadingWithoutBytes) {
  const BatchOptions options = {3, 5, false, 3};
  BatchReader whole(Files(), kMapping, options);
  const auto all = RestOf(&whole);
  for (size_t skipped = 0; skipped <= all.size(); ++skipped) {
    BatchReader reader(Files(), kMapping, options);
    reader.Skip(static_cast<int64_t>(skipped));
    EXPECT_EQ(reader.position(), static_cast<int64_t>(skipped));
    EXPECT_EQ(RestOf(&reader), std::vector<std::vector<int64_t>>(
                                   all.begin() + skipped, all.end()));
  }
  BatchReader reader(Files(), kMapping, options);
  reader.Skip(INT64_MAX);
  EXPECT_EQ(reader.epoch(), 3);
  EXPECT_ERROR(reader.Skip(-1), InvalidArgument, "batches to skip");
}

// Three processes together read what one does.
TEST_F(BatchReaderTest, ProcessesShareTheBatches) {
  const BatchOptions options = {2, 9, false, 2};
  BatchReader whole(Files(), kMapping, options);
  const auto all = RestOf(&whole);
  for (size_t rank = 0; rank < 3; ++rank) {
    BatchReader reader(Files(), kMapping, options);
    reader.Skip(static_cast<int64_t>(rank));
    for (size_t i = rank; i < all.size(); i += 3) {
      EXPECT_EQ(ItemsOf(*reader.Next()), all[i]);
      reader.Skip(2);
    }
  }
}

TEST_F(BatchReaderTest, FilesMustBeAlike) {
  EXPECT_ERROR(BatchReader({File(0, 2), File(2, 4, "<f8")}, kMapping, {2}),
               InvalidArgument,
               "2-4f8.npz: feed x is float64 [2, 2], but int64 [2, 2] in ");
  EXPECT_ERROR(BatchReader({}, kMapping, {2}), InvalidArgument, "no files");
  EXPECT_ERROR(BatchReader(Files(), kMapping, {0}), InvalidArgument,
               "the size of a batch");
}

class FeedsTest : public BatchReaderTest {
 protected:
  // Adds the feeds of the mapping, then lets `change` change x.
  template <typename Change>
  void Check(const BatchOptions& options, const Change& change) const {
    Program program(testing::TinyOps());
    proto::VarDesc* word = testing::AddFeed(&program, "word", {-2, 1});
    word->set_dtype(proto::INT64);
    word->set_lod_level(1);
    proto::VarDesc* x = testing::AddFeed(&program, "x", {-1, 2});
    x->set_dtype(proto::INT64);
    change(x);
    BatchReader(Files(), kMapping, options).CheckFeeds(program);
  }
};

TEST_F(FeedsTest, FittingFeedsAreTaken) {
  Check({4}, [](proto::VarDesc*) {});
  Check({4}, [](proto::VarDesc* x) { x->set_dims(1, -3); });
  Check({5}, [](proto::VarDesc* x) { x->set_dims(0, 5); });
  Check({4, {}, true}, [](proto::VarDesc* x) { x->set_dims(0, 4); });
}

TEST_F(FeedsTest, OthersAreRefused) {
  EXPECT_ERROR(
      Check({4}, [](auto* x) { x->set_dtype(proto::FLOAT32); }),
      InvalidArgument,
      "variable x float32 [N, 2] of lod_level 0 is mapped to an array int64 "
      "[4, 2] without lengths in ");
  EXPECT_ERROR(Check({4}, [](auto* x) { x->set_dims(1, 3); }), InvalidArgument,
               "[N, 3] of lod_level 0 is mapped");
  EXPECT_ERROR(Check({4}, [](auto* x) { x->add_dims(1); }), InvalidArgument,
               "[N, 2, 1] of lod_level 0 is mapped");
  EXPECT_ERROR(Check({4}, [](auto* x) { x->set_lod_level(1); }),
               InvalidArgument, "of lod_level 1 is mapped");
  EXPECT_ERROR(Check({4}, [](auto* x) { x->set_is_feed(false); }),
               InvalidArgument, "is no data that can be fed");
  EXPECT_ERROR(Check({4}, [](auto* x) { x->set_dims(0, 4); }), InvalidArgument,
               "cannot take all batches of 4 of 10 items");
  Program empty(testing::TinyOps());
  EXPECT_ERROR(BatchReader(Files(), kMapping, {4}).CheckFeeds(empty), NotFound,
               "word");
}

}  // namespace
}  // namespace paddle::framework
