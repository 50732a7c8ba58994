// Makes the inputs of a tested operator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/operators/testing/array.h"

namespace paddle::operators::testing {

// The value of one input: a dense tensor, or some rows of a tall one.
struct Value {
  Array data;  // the rows' values, if sparse
  framework::DataType dtype = framework::DataType::kFloat64;
  bool fixed_type = false;  // the data type does not follow the test's
  bool sparse = false;
  int64_t height = 0;
  std::vector<int64_t> rows;

  // Returns the dense tensor that it represents.
  Array Dense() const;
  // Returns which element of the dense tensor element i of the data is.
  int64_t DenseIndex(int64_t i) const;
};

// Describes an input. Its data type is the one under test, unless As fixes it.
// For integer types random numbers are ten times as large, and rounded. The
// same description in the same slot always gives the same numbers.
class Data {
 public:
  // Sets the bounds of random numbers; the default is [-1, 1).
  Data& In(double low, double high);
  // Keeps random numbers away from a kink, where there is no gradient.
  Data& AwayFrom(double kink, double distance = 0.1);
  // Draws numbers of which no two are close: a shuffled even grid.
  Data& Distinct();
  // Fixes the data type.
  Data& As(framework::DataType dtype);
  // Groups the rows into sequences of these lengths.
  Data& Lengths(const framework::LoD::Levels& lengths);
  // Makes SelectedRows: row i of the data is row rows[i] of `height`.
  Data& Rows(int64_t height, std::vector<int64_t> rows);

  // Returns the value. `row_count` replaces the size of axis 0, except of
  // Values and Lengths.
  Value Make(absl::string_view slot, framework::DataType dtype,
             std::optional<int64_t> row_count = std::nullopt) const;

 private:
  friend Data Random(const framework::Dims& dims);
  friend Data Integers(const framework::Dims& dims, int64_t low, int64_t high);
  friend Data Values(const framework::Dims& dims, std::vector<double> values);

  Array Draw(const framework::Dims& dims, uint64_t seed, bool integer) const;

  framework::Dims dims_;
  std::vector<double> given_;
  bool is_given_ = false;
  double low_ = -1;
  double high_ = 1;
  bool integers_ = false;
  bool distinct_ = false;
  std::vector<std::pair<double, double>> kinks_;
  std::optional<framework::DataType> dtype_;
  framework::LoDPtr lod_;
  bool sparse_ = false;
  int64_t height_ = 0;
  std::vector<int64_t> rows_;
};

// Returns uniform random numbers.
Data Random(const framework::Dims& dims);
// Returns random int64 numbers in [low, high): ids and labels.
Data Integers(const framework::Dims& dims, int64_t low, int64_t high);
// Returns these numbers. Throws InvalidArgument unless their number fits
// `dims`.
Data Values(const framework::Dims& dims, std::vector<double> values);

}  // namespace paddle::operators::testing
