// Attributes of operators whose kernels are templates of a functor. A functor
// names them and has a member for each, in the same order:
//
//   struct LeakyReluFunctor {
//     static constexpr const char* kAttributes[] = {"alpha"};
//     double alpha;
//     ...
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include "paddle/framework/executor/op_kernel.h"

namespace paddle::operators {
namespace internal {

// The number of attributes that a functor names; 0 if it has no kAttributes.
template <typename Functor, typename = void>
inline constexpr size_t kNumAttributes = 0;
template <typename Functor>
inline constexpr size_t
    kNumAttributes<Functor, std::void_t<decltype(Functor::kAttributes)>> =
        std::size(Functor::kAttributes);

// Converts to the value of an attribute, whatever the type of the member that
// it initializes.
struct AnyAttribute {
  const framework::OpArguments& arguments;
  const char* name;
  template <typename V>
  operator V() const {  // NOLINT: implicit
    return framework::AttributeOf<V>(arguments, name);
  }
};

// Braces read attributes in the order of the members.
template <typename Functor, size_t... i>
Functor MakeFunctor([[maybe_unused]] const framework::OpArguments& arguments,
                    std::index_sequence<i...>) {
  return Functor{AnyAttribute{arguments, Functor::kAttributes[i]}...};
}

}  // namespace internal

// Returns the functor with the values of the operator's attributes. Members are
// initialized in order, each with the attribute whose name has its place. For
// use while the kernel is made, not in a run: it looks names up.
template <typename Functor>
Functor MakeFunctor(const framework::OpArguments& arguments) {
  return internal::MakeFunctor<Functor>(
      arguments, std::make_index_sequence<internal::kNumAttributes<Functor>>());
}

}  // namespace paddle::operators
