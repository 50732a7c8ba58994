// Fills structs that plain functions take with what an operator has: each
// member is an attribute, or each is a variable.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/operators/common/kernel_variable.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/math/rows/sequence_rows.h"

namespace paddle::operators::internal {

// Convert to members of a struct: to anything, for counting them; to the value
// of an attribute; to a variable.
struct AnyMember {
  template <typename M>
  operator M() const;  // NOLINT: implicit
};
struct AttributeMember {
  const framework::OpKernel* kernel;
  absl::string_view name;
  template <typename M>
  operator M() const {  // NOLINT: implicit
    return AttributeOr<M>(kernel, name);
  }
};
struct VariableMember {
  using Tensor = framework::Tensor;
  const KernelVariable& variable;
  const framework::KernelContext& context;
  operator const Tensor*() const {  // NOLINT: implicit
    return variable.Get<const Tensor>(context);
  }
  operator const Tensor&() const {  // NOLINT: implicit
    return *variable.Get<const Tensor>(context);
  }
  operator Tensor*() const {  // NOLINT: implicit
    return variable.Get<Tensor>(context);
  }
  // The last level of its sequences; none if it is absent.
  operator kernels::Offsets() const {  // NOLINT: implicit
    const auto* sequences = variable.Get<const framework::LoDTensor>(context);
    return sequences == nullptr ? kernels::Offsets() : LastLevel(*sequences);
  }
};

// True if S can be initialized with one Member for each of the indices.
template <typename S, typename Member, typename Indices, typename = void>
inline constexpr bool kIsMadeOf = false;
template <typename S, typename Member, size_t... i>
inline constexpr bool
    kIsMadeOf<S, Member, std::index_sequence<i...>,
              std::void_t<decltype(S{(i, std::declval<Member>())...})>> = true;

// Counts the members of a struct; at most 8. It tries the largest number first,
// since braces with fewer values than members are legal, too.
template <typename S, size_t most = 8>
constexpr size_t CountMembers() {
  if constexpr (kIsMadeOf<S, AnyMember, std::make_index_sequence<most>>) {
    return most;
  } else {
    return CountMembers<S, most - 1>();
  }
}

// 0, 1, ..., one for each member of S.
template <typename S>
using MemberIndices = std::make_index_sequence<CountMembers<S>()>;
// True if each member of S is a variable; members of other structs are
// attributes.
template <typename S>
inline constexpr bool kHoldsVariables =
    kIsMadeOf<S, VariableMember, MemberIndices<S>>;

}  // namespace paddle::operators::internal
