#include "paddle/framework/layers/number.h"

#include <algorithm>

#include "paddle/platform/enforce.h"

namespace paddle::layer {

using framework::Attribute;

Attribute AttributeOf(const Number& number) {
  return number.Visit([](auto value) -> Attribute { return value; });
}

Attribute AttributeOf(const Numbers& numbers) {
  const bool whole = std::all_of(numbers.begin(), numbers.end(),
                                 [](const Number& n) { return n.whole(); });
  std::vector<int64_t> integers;
  std::vector<double> doubles;
  for (const Number& number : numbers) {
    if (whole) {
      integers.push_back(*number.integer());
      continue;
    }
    // Silently rounding a large integer would be a wrong value, not a less
    // precise one.
    PADDLE_ENFORCE(!number.whole() || framework::FitsDouble(*number.integer()),
                   InvalidArgument, number.ToString(),
                   " stands among floats, none of which is equal to it");
    doubles.push_back(number.value());
  }
  if (whole) return integers;
  return doubles;
}

}  // namespace paddle::layer
