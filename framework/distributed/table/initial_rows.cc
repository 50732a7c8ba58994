#include "paddle/framework/distributed/table/initial_rows.h"

#include <algorithm>

namespace paddle::distributed {

namespace {

void Scale(float factor, float shift, int64_t width, float* row) {
  for (int64_t i = 0; i < width; ++i) row[i] = factor * row[i] + shift;
}

}  // namespace

void FillRow(const RowInitializer& initializer, int64_t id, int64_t width,
             float* row) {
  const double a = initializer.a, b = initializer.b;
  const uint64_t first = static_cast<uint64_t>(id) * width;
  switch (initializer.kind) {
    case RowInitializer::kConstant:
      std::fill_n(row, width, static_cast<float>(a));
      return;
    case RowInitializer::kUniform:
      platform::RandomStream(initializer.key).FillUniform(first, width, row);
      return Scale(static_cast<float>(b - a), static_cast<float>(a), width,
                   row);
    case RowInitializer::kNormal:
      platform::RandomStream(initializer.key).FillNormal(first, width, row);
      return Scale(static_cast<float>(b), static_cast<float>(a), width, row);
  }
}

}  // namespace paddle::distributed
