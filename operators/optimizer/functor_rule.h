// Describes one step of an optimizer as a functor, from which the kernels of
// both devices are made:
//
//   // Adds up squared gradients: operators/optimizer/functor_rule.h.
//   struct AdagradFunctor {
//     static constexpr const char* kAttributes[] = {"epsilon"};
//     static constexpr const char* kStates[] = {"Moment"};
//     double epsilon;
//
//     template <typename T>
//     struct Rule {
//       T rate, epsilon;
//       T operator()(T p, T g, T& m) const;  // the new parameter
//     };
//     template <typename T>
//     Rule<T> Prepare(T rate) const;
//   };
//
// The members are the attributes of the operator, in the order of kAttributes.
// A rule is given one element of the parameter, of the gradient, and of each
// state, which it changes; loops over a rule without branches are vectorised.
//
// Prepare makes the rule of one step from the learning rate and, in their
// order, the numbers that kNumbers names, such as a power of beta1;
// Advance(T&...) turns these numbers into those of the next step. Prepare,
// Advance and the rule are marked PADDLE_HOST_DEVICE: on a GPU the numbers lie
// in its memory. kLazy, in an operator without attribute lazy_mode, says
// whether rows that SelectedRows do not have stay as they are.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Defines `name`, the number of names in an array of a functor; 0 if there is
// no such array.
#define PADDLE_SIZE_OF_ARRAY_(name, array)                   \
  template <typename Functor, typename = void>               \
  inline constexpr size_t name = 0;                          \
  template <typename Functor>                                \
  inline constexpr size_t                                    \
      name<Functor, std::void_t<decltype(Functor::array)>> = \
          std::size(Functor::array);
PADDLE_SIZE_OF_ARRAY_(kNumStates, kStates)
PADDLE_SIZE_OF_ARRAY_(kNumNumbers, kNumbers)
#undef PADDLE_SIZE_OF_ARRAY_

// Pointers to the numbers of a functor, in memory of the context's place. The
// array has one element too many, since an array cannot have none.
template <typename T, typename Functor>
struct StepNumbers {
  T* at[kNumNumbers<Functor> + 1];
};

// The rule of a functor in the form that UpdateParam (optimizer_loop.h) takes.
// Trivially copyable, so that kernels get it by value.
template <typename T, typename Functor>
struct FunctorRule {
  using Element = typename Functor::template Rule<T>;

  // The rate and the numbers are pointers: Prepare reads them on the device.
  Functor functor;
  const T* rate;
  StepNumbers<const T, Functor> numbers;
  Element rule = {};

  // Makes `rule` from the functor, the rate and the numbers.
  PADDLE_HOST_DEVICE void Prepare() {
    PrepareFrom(std::make_index_sequence<kNumNumbers<Functor>>());
  }
  template <typename... States>
  PADDLE_HOST_DEVICE T operator()(T p, T g, States&... states) const {
    return rule(p, g, states...);
  }
  // Writes the numbers of the next step to `next`, except where it is null.
  PADDLE_HOST_DEVICE void Advance(const StepNumbers<T, Functor>& next) const {
    AdvanceTo(next, std::make_index_sequence<kNumNumbers<Functor>>());
  }

 private:
  template <size_t... i>
  PADDLE_HOST_DEVICE void PrepareFrom(std::index_sequence<i...>) {
    rule = functor.template Prepare<T>(*rate, *numbers.at[i]...);
  }
  // All values are computed before the first is written: `next` may be the
  // memory of the numbers themselves.
  template <size_t... i>
  PADDLE_HOST_DEVICE void AdvanceTo(
      [[maybe_unused]] const StepNumbers<T, Functor>& next,
      std::index_sequence<i...>) const {
    if constexpr (sizeof...(i) > 0) {
      T value[] = {*numbers.at[i]...};
      functor.Advance(value[i]...);
      ((next.at[i] != nullptr ? void(*next.at[i] = value[i]) : void()), ...);
    }
  }
};

// Does AdvanceNumbers for GPUs. Defined in functor_rule.cuh and instantiated in
// .cu sources: this header is for host compilers too.
template <typename Functor, typename T>
void AdvanceNumbersOnCUDA(const platform::CUDADeviceContext& device,
                          const FunctorRule<T, Functor>& rule,
                          const StepNumbers<T, Functor>& next);

// Writes the numbers of the next step, in the memory of this step's numbers or
// elsewhere. To be called when the parameter has been updated.
template <class Device, class T, typename Functor>
void AdvanceNumbers(const Device& device, const FunctorRule<T, Functor>& rule,
                    const StepNumbers<T, Functor>& next) {
  if constexpr (platform::kIsCUDA<Device>) {
    AdvanceNumbersOnCUDA<Functor, T>(device, rule, next);
  } else {
    rule.Advance(next);
  }
}

}  // namespace paddle::operators::kernels
