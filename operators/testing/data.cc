#include "paddle/operators/testing/data.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::testing {

using framework::DataType;
using framework::Dims;

namespace {

// Not std::hash: the numbers must be the same everywhere.
uint64_t SeedOf(absl::string_view slot) {
  uint64_t hash = 1469598103934665603u;
  for (unsigned char c : slot) hash = (hash ^ c) * 1099511628211u;
  return hash;
}

double Uniform(std::mt19937_64* engine) {
  return static_cast<double>((*engine)() >> 11) * 0x1p-53;
}

std::vector<double> ShuffledGrid(int64_t size, std::mt19937_64* engine) {
  std::vector<double> grid(size);
  for (int64_t i = 0; i < size; ++i) grid[i] = (i + 0.5) / size;
  for (int64_t i = size - 1; i > 0; --i) {
    std::swap(grid[i], grid[(*engine)() % (i + 1)]);
  }
  return grid;
}

}  // namespace

Array Value::Dense() const {
  if (!sparse) return data;
  Dims dims = data.dims;
  dims[0] = height;
  Array dense(dims);
  for (int64_t i = 0; i < data.numel(); ++i) dense[DenseIndex(i)] += data[i];
  return dense;
}

int64_t Value::DenseIndex(int64_t i) const {
  if (!sparse) return i;
  const int64_t width = data.numel() / data.dims[0];
  return rows[i / width] * width + i % width;
}

Data& Data::In(double low, double high) {
  low_ = low;
  high_ = high;
  return *this;
}

Data& Data::AwayFrom(double kink, double distance) {
  kinks_.emplace_back(kink, distance);
  return *this;
}

Data& Data::Distinct() {
  distinct_ = true;
  return *this;
}

Data& Data::As(DataType dtype) {
  dtype_ = dtype;
  return *this;
}

Data& Data::Lengths(const framework::LoD::Levels& lengths) {
  lod_ = framework::LoD::FromLengths(lengths);
  return *this;
}

Data& Data::Rows(int64_t height, std::vector<int64_t> rows) {
  sparse_ = true;
  height_ = height;
  rows_ = std::move(rows);
  return *this;
}

Array Data::Draw(const Dims& dims, uint64_t seed, bool integer) const {
  Array array(dims);
  std::mt19937_64 engine(seed);
  if (distinct_) {
    array.values = ShuffledGrid(array.numel(), &engine);
  } else {
    for (double& value : array.values) value = Uniform(&engine);
  }
  const double scale = integer && !integers_ ? 10 : 1;
  for (double& value : array.values) {
    value = low_ + value * (high_ - low_);
    for (auto [kink, distance] : kinks_) {
      const double away = value - kink;
      if (std::abs(away) < distance) value += std::copysign(distance, away);
    }
    if (integers_) value = std::floor(value);
    if (integer) value = std::round(value * scale);
  }
  return array;
}

Value Data::Make(absl::string_view slot, DataType dtype,
                 std::optional<int64_t> row_count) const {
  Value value;
  value.dtype = dtype_.value_or(dtype);
  value.fixed_type = dtype_.has_value();
  Dims dims = dims_;
  if (row_count.has_value() && !is_given_ && lod_ == nullptr && !sparse_) {
    PADDLE_ENFORCE_GE(dims.rank(), 1, "a scalar has no rows to scale");
    dims[0] = *row_count;
  }
  const bool integer = !framework::IsFloating(value.dtype);
  value.data =
      is_given_ ? Array(dims, given_) : Draw(dims, SeedOf(slot), integer);
  if (value.dtype == DataType::kUInt8) {
    value.data = value.data.Map([](double x) { return std::abs(x); });
  }
  value.data = Rounded(value.data, value.dtype);
  value.data.lod = lod_;
  value.sparse = sparse_;
  value.height = height_;
  value.rows = rows_;
  return value;
}

Data Random(const Dims& dims) {
  Data data;
  data.dims_ = dims;
  return data;
}

Data Integers(const Dims& dims, int64_t low, int64_t high) {
  Data data = Random(dims);
  data.integers_ = true;
  data.dtype_ = DataType::kInt64;
  data.low_ = static_cast<double>(low);
  data.high_ = static_cast<double>(high);
  return data;
}

Data Values(const Dims& dims, std::vector<double> values) {
  PADDLE_ENFORCE_EQ(static_cast<int64_t>(values.size()), dims.Numel(),
                    "the values of a tensor ", dims.ToString());
  Data data = Random(dims);
  data.is_given_ = true;
  data.given_ = std::move(values);
  return data;
}

}  // namespace paddle::operators::testing
