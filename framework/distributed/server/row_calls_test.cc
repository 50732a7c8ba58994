#include "paddle/framework/distributed/server/row_calls.h"

#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/server/row_place.h"
#include "paddle/framework/distributed/server/testing/tensors.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::SelectedRows;
using framework::Tensor;
using ::testing::ElementsAre;

SelectedRows Rows(const std::vector<int64_t>& ids,
                  const std::vector<float>& numbers) {
  SelectedRows rows;
  rows.set_height(1000);
  *rows.mutable_rows() = ids;
  *rows.mutable_value() =
      ArrayOf<float>({static_cast<int64_t>(ids.size()), 1}, numbers);
  return rows;
}

TEST(RowCalls, SortRowsByServerAndId) {
  const auto parts =
      SortRows({Rows({7, 3, 7}, {1, 2, 3}), Rows({3}, {4})}, 1, 1);
  EXPECT_THAT(NumbersOf<int64_t>(parts[0].ids), ElementsAre(3, 3, 7, 7));
  EXPECT_THAT(NumbersOf<float>(parts[0].rows), ElementsAre(2, 4, 1, 3));
}

TEST(RowCalls, EachRowGoesToOneServer) {
  std::vector<int64_t> ids;
  for (int64_t id = 0; id < 100; ++id) ids.push_back(id);
  const auto parts = SortRows({Rows(ids, std::vector<float>(100, 1))}, 1, 3);
  size_t rows = 0;
  for (int server = 0; server < 3; ++server) {
    for (const int64_t id : NumbersOf<int64_t>(parts[server].ids)) {
      EXPECT_EQ(ServerOfRow(id, 3), server);
      ++rows;
    }
  }
  EXPECT_EQ(rows, 100);
}

TEST(RowCalls, JoinRowsAsTheyStand) {
  const SortedRows all =
      JoinRows({Rows({7, 3, 7}, {1, 2, 3}), Rows({3}, {4})}, 1);
  EXPECT_THAT(NumbersOf<int64_t>(all.ids), ElementsAre(7, 3, 7, 3));
  EXPECT_THAT(NumbersOf<float>(all.rows), ElementsAre(1, 2, 3, 4));
  EXPECT_ERROR(JoinRows({Rows({1}, {1})}, 2), InvalidArgument,
               "rows [1, 1] of float32 of a table of float32 [n, 2]");
}

TEST(RowCalls, RefuseOtherRows) {
  EXPECT_ERROR(SortRows({Rows({1}, {1})}, 2, 1), InvalidArgument,
               "rows [1, 1] of float32 of a table of float32 [n, 2]");
  EXPECT_ERROR(SortRows({Rows({1000}, {1})}, 1, 1), OutOfRange,
               "selected row 1000 of 1000");
}

TEST(RowCalls, PutRepliesTogether) {
  const std::vector<int64_t> ids = {5, 6, 7, 8, 9};
  const RowRequest request(ids, 2);
  Tensor all({5, 2}, framework::DataType::kFloat32);
  for (int server = 0; server < 2; ++server) {
    std::vector<float> rows;
    for (const int64_t id : NumbersOf<int64_t>(request.Ids(server))) {
      rows.insert(rows.end(), 2, static_cast<float>(id));
    }
    const auto count = static_cast<int64_t>(rows.size()) / 2;
    request.Place(server, {ArrayOf<float>({count, 2}, rows)}, &all);
  }
  EXPECT_THAT(NumbersOf<float>(all), ElementsAre(5, 5, 6, 6, 7, 7, 8, 8, 9, 9));
}

TEST(RowCalls, RefuseOtherReplies) {
  const std::vector<int64_t> ids = {5};
  const RowRequest request(ids, 1);
  Tensor all({1, 2}, framework::DataType::kFloat32);
  EXPECT_ERROR(request.Place(0, {}, &all), InvalidArgument,
               "arrays in the reply");
  EXPECT_ERROR(request.Place(0, {ArrayOf<float>({2, 1}, {1, 2})}, &all),
               DataLoss, "the reply is [2, 1] of float32, not [1, 2]");
  EXPECT_ERROR(request.Place(0, {ArrayOf<double>({1, 2}, {1, 2})}, &all),
               DataLoss, "of float64");
}

}  // namespace
}  // namespace paddle::distributed
