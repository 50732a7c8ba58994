// Every operator of the program has kernels for GPUs, for all its data types.
#include <vector>

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/tools/op_table/op_table.h"

namespace paddle::op_table {
namespace {

TEST(GpuKernels, AreThereForAllThatTheProcessorHas) {
  const std::vector<OpRow> rows = MakeOpTable();
  EXPECT_FALSE(rows.empty());
  EXPECT_THAT(MissingOnGpus(rows), testing::IsEmpty());
}

}  // namespace
}  // namespace paddle::op_table
