// How the inputs of a tested operator are made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/operators/testing/array.h"

namespace paddle::operators::testing {

// One input, made: a dense tensor, or some rows of a tall one.
struct Value {
  Array data;  // the rows' values, if sparse
  framework::DataType dtype = framework::DataType::kFloat64;
  bool fixed_type = false;  // the data type does not follow the test's
  bool sparse = false;
  int64_t height = 0;
  std::vector<int64_t> rows;

  // What it stands for.
  Array Dense() const;
};

// A recipe for an input. Its data type is the one that is tested, unless As
// fixes it; for integer types random numbers are ten times as large, and
// rounded. The same recipe in the same slot gives the same numbers always.
class Data {
 public:
  // The bounds of random numbers; [-1, 1) is the default.
  Data& In(double low, double high);
  // Keeps random numbers away from a kink, where no gradient exists.
  Data& AwayFrom(double kink, double distance = 0.1);
  // Random numbers no two of which are close: an even grid, shuffled.
  Data& Distinct();
  // Always of this type.
  Data& As(framework::DataType dtype);
  // The rows form sequences of these lengths.
  Data& Lengths(const framework::LoD::Levels& lengths);
  // SelectedRows: row i of the data belongs to row rows[i] of `height`.
  Data& Rows(int64_t height, std::vector<int64_t> rows);

  // `row_count` replaces the size of axis 0 (not of Values or Lengths).
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

// Random numbers, uniform.
Data Random(const framework::Dims& dims);
// Random int64 numbers in [low, high): ids and labels.
Data Integers(const framework::Dims& dims, int64_t low, int64_t high);
// These numbers. InvalidArgument unless there are as many as `dims` says.
Data Values(const framework::Dims& dims, std::vector<double> values);

}  // namespace paddle::operators::testing
