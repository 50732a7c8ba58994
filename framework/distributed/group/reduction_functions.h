// Combines two numbers, on any device.
#pragma once

#include <type_traits>

#include "paddle/framework/distributed/group/reduction.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/host_device.h"

namespace paddle::distributed {

struct SumOfTwo {
  template <class T>
  PADDLE_HOST_DEVICE T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};

// a != a tells a NaN from all other numbers.
struct MaxOfTwo {
  template <class T>
  PADDLE_HOST_DEVICE T operator()(T a, T b) const {
    return a > b || a != a ? a : b;
  }
};

struct MinOfTwo {
  template <class T>
  PADDLE_HOST_DEVICE T operator()(T a, T b) const {
    return a < b || a != a ? a : b;
  }
};

// Calls visit(function) for the function of two numbers.
template <class Visitor>
void VisitReduction(Reduction reduction, const Visitor& visit) {
  switch (reduction) {
    case Reduction::kSum:
      return visit(SumOfTwo());
    case Reduction::kMax:
      return visit(MaxOfTwo());
    case Reduction::kMin:
      return visit(MinOfTwo());
  }
}

// Calls visit(tag) for a type of numbers. InvalidArgument for bool.
template <class Visitor>
void VisitNumbers(framework::DataType type, const Visitor& visit) {
  framework::VisitDataType(type, [&](auto tag) {
    if constexpr (std::is_same_v<typename decltype(tag)::type, bool>) {
      PADDLE_THROW(InvalidArgument, "truth values cannot be added");
    } else {
      visit(tag);
    }
  });
}

}  // namespace paddle::distributed
