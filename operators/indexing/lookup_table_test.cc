#include "paddle/operators/indexing/lookup_table.h"

#include <algorithm>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::SelectedRows;
using framework::Tensor;
using ::testing::ElementsAre;
using CPU = platform::CPUDeviceContext;

const CPU kCpu;

template <typename T>
Tensor Make(const Dims& dims, const std::vector<T>& values) {
  Tensor tensor(dims, framework::DataTypeOf<T>());
  std::copy(values.begin(), values.end(), tensor.mutable_data<T>());
  return tensor;
}

std::vector<float> Elements(const Tensor& tensor) {
  return {tensor.data<float>(), tensor.data<float>() + tensor.numel()};
}

TEST(LookUpRows, AndItsGradients) {
  const Tensor w = Make<float>(Dims({3, 2}), {0, 1, 2, 3, 4, 5});
  const Tensor ids = Make<int64_t>(Dims({4}), {2, 0, 2, 1});
  Tensor out(Dims({4, 2}), DataType::kFloat32);
  LookUpRows<CPU, float>(kCpu, w, ids, 1, &out);
  EXPECT_THAT(Elements(out), ElementsAre(4, 5, 0, 1, 4, 5, 0, 0));

  Tensor dense(Dims({3, 2}), DataType::kFloat32);
  LookUpRowsGrad<CPU, float>(kCpu, ids, out, 1, &dense);
  EXPECT_THAT(Elements(dense), ElementsAre(0, 1, 0, 0, 8, 10));

  SelectedRows rows;
  rows.set_height(3);
  LookUpRowsSparseGrad<float>(
      kCpu, ids, out, 1, &memory::AllocatorOf(platform::CPUPlace()), &rows);
  EXPECT_THAT(rows.rows(), ElementsAre(2, 0, 2));
  EXPECT_THAT(Elements(rows.value()), ElementsAre(4, 5, 0, 1, 4, 5));
}

SelectedRows Table() {
  SelectedRows table;
  table.set_height(9);
  *table.mutable_rows() = {7, 2};
  *table.mutable_value() = Make<float>(Dims({2, 2}), {0, 1, 2, 3});
  return table;
}

TEST(LookUpSelectedRows, HasZerosForPaddingAlone) {
  const Tensor ids = Make<int64_t>(Dims({4}), {2, 5, 7, 2});
  Tensor out = Make<float>(Dims({4, 2}), std::vector<float>(8, 9));
  LookUpSelectedRows<CPU, float>(kCpu, Table(), ids, 5, &out);
  EXPECT_THAT(Elements(out), ElementsAre(2, 3, 0, 0, 0, 1, 2, 3));
}

TEST(LookUpSelectedRows, WritesNothingForAnIdThatIsNotThere) {
  for (const int64_t missing : {5, -1, 0}) {
    const Tensor ids = Make<int64_t>(Dims({2}), {2, missing});
    Tensor out = Make<float>(Dims({2, 2}), std::vector<float>(4, 9));
    EXPECT_THROW(
        (LookUpSelectedRows<CPU, float>(kCpu, Table(), ids, kNoPadding, &out)),
        platform::Error);
    EXPECT_THAT(Elements(out), ElementsAre(9, 9, 9, 9));
  }
}

TEST(LookUpRows, GradientsCheckIds) {
  const Tensor ids = Make<int64_t>(Dims({1}), {3});
  const Tensor d_out(Dims({1, 2}), DataType::kFloat32);
  Tensor dense(Dims({3, 2}), DataType::kFloat32);
  EXPECT_THROW(
      (LookUpRowsGrad<CPU, float>(kCpu, ids, d_out, kNoPadding, &dense)),
      platform::Error);
  SelectedRows rows;
  rows.set_height(3);
  EXPECT_THROW(LookUpRowsSparseGrad<float>(
                   kCpu, ids, d_out, kNoPadding,
                   &memory::AllocatorOf(platform::CPUPlace()), &rows),
               platform::Error);
}

}  // namespace
}  // namespace paddle::operators::kernels
