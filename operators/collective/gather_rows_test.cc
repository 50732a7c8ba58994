#include "paddle/operators/collective/gather_rows.h"

#include <algorithm>
#include <functional>
#include <string>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using distributed::Communicator;
using framework::LoD;
using framework::LoDTensor;
using framework::SelectedRows;

LoDTensor Rows(int64_t rows, float value) {
  LoDTensor tensor;
  tensor.Allocate({rows, 2}, framework::DataType::kFloat32);
  std::fill_n(tensor.mutable_data<float>(), 2 * rows, value);
  return tensor;
}

// Gathers what `own` returns for each of two ranks.
void Gather(const std::function<LoDTensor(int rank)>& own, LoDTensor* result) {
  distributed::RunRanks(2, 0, [&](Communicator& group) {
    LoDTensor out;
    GatherRows(&group, own(group.rank()),
               &memory::AllocatorOf(platform::CPUPlace()), &out);
    if (group.rank() == 0) *result = out;
  });
}

void Gather(const std::function<SelectedRows(int rank)>& own,
            SelectedRows* result) {
  distributed::RunRanks(2, 0, [&](Communicator& group) {
    SelectedRows out;
    GatherSelectedRows(&group, own(group.rank()),
                       &memory::AllocatorOf(platform::CPUPlace()), &out);
    if (group.rank() == 0) *result = out;
  });
}

TEST(GatherRows, KeepsSequences) {
  LoDTensor all;
  Gather(
      [](int rank) {
        LoDTensor own = Rows(2 + rank, 1);
        own.set_lod(LoD::FromLengths({{2}, {1, 1 + rank}}));
        return own;
      },
      &all);
  EXPECT_EQ(all.dims()[0], 5);
  EXPECT_EQ(all.lod()->ToString(), "{{2, 2}, {1, 1, 1, 2}}");
}

// Else one member would wait for offsets that the other does not send.
TEST(GatherRows, LevelsOfSequencesAreEqual) {
  LoDTensor all;
  const auto own = [](int rank) {
    LoDTensor rows = Rows(3, 1);
    if (rank == 1) rows.set_lod(LoD::FromLengths({{1, 2}}));
    return rows;
  };
  EXPECT_ERROR(Gather(own, &all), InvalidArgument, "levels of sequences of ");
}

SelectedRows Selected(int64_t height, int64_t row) {
  SelectedRows rows;
  rows.set_height(height);
  *rows.mutable_rows() = {row};
  *rows.mutable_value() = Rows(1, 1);
  return rows;
}

TEST(GatherSelectedRows, AreThoseOfAllMembers) {
  SelectedRows all;
  Gather([](int rank) { return Selected(9, 8 - rank); }, &all);
  EXPECT_EQ(all.height(), 9);
  EXPECT_THAT(all.rows(), ::testing::ElementsAre(8, 7));
}

TEST(GatherSelectedRows, HeightsAreEqual) {
  SelectedRows all;
  const auto own = [](int rank) { return Selected(9 + rank, 3); };
  EXPECT_ERROR(Gather(own, &all), InvalidArgument, "the height of member ");
}

TEST(GatherSelectedRows, RowsBeyondTheTableAreErrors) {
  SelectedRows all;
  const auto own = [](int rank) { return Selected(9, 8 + rank); };
  EXPECT_ERROR(Gather(own, &all), OutOfRange, "selected row 9 of 9");
}

}  // namespace
}  // namespace paddle::operators
