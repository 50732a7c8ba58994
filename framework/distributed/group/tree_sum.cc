#include "paddle/framework/distributed/group/tree_sum.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

struct Sum {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};

// a != a tells a NaN from all other numbers.
struct Max {
  template <class T>
  T operator()(T a, T b) const {
    return a > b || a != a ? a : b;
  }
};

struct Min {
  template <class T>
  T operator()(T a, T b) const {
    return a < b || a != a ? a : b;
  }
};

// result may be left.
template <class T, class Function>
void CombineTwo(const T* left, const T* right, T* result, int64_t count,
                Function function) {
  for (int64_t i = 0; i < count; ++i) result[i] = function(left[i], right[i]);
}

template <class T, class Function>
void Combine(const std::vector<Addition>& additions,
             absl::Span<void* const> parts, T* result, int64_t count,
             Function function) {
  // So few that all parts stay in the second-level cache between additions.
  constexpr int64_t kBlock = 4096;
  for (int64_t begin = 0; begin < count; begin += kBlock) {
    const int64_t size = std::min(kBlock, count - begin);
    for (const Addition& addition : additions) {
      T* left = static_cast<T*>(parts[addition.left]) + begin;
      const T* right = static_cast<const T*>(parts[addition.right]) + begin;
      const bool last = &addition == &additions.back();
      CombineTwo(left, right, last ? result + begin : left, size, function);
    }
  }
}

}  // namespace

void CombineParts(const std::vector<Addition>& additions,
                  absl::Span<void* const> parts, void* result, int64_t count,
                  framework::DataType type, Reduction reduction) {
  if (additions.empty()) {
    if (result != parts[0] && count > 0) {
      std::memcpy(result, parts[0], count * framework::SizeOf(type));
    }
    return;
  }
  framework::VisitDataType(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, bool>) {
      PADDLE_THROW(InvalidArgument, "truth values cannot be added");
    } else {
      T* out = static_cast<T*>(result);
      switch (reduction) {
        case Reduction::kSum:
          return Combine(additions, parts, out, count, Sum());
        case Reduction::kMax:
          return Combine(additions, parts, out, count, Max());
        case Reduction::kMin:
          return Combine(additions, parts, out, count, Min());
      }
    }
  });
}

}  // namespace paddle::distributed
