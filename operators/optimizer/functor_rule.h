// What an optimizer does in one step, as a functor:
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
// Its members are the attributes of the operator, in the order of kAttributes.
// A rule gets one element of the parameter, of the gradient, and of each state,
// which it changes; loops over it are vectorised if it has no branches.
// Prepare makes the rule of one step from the learning rate and, in their
// order, the numbers that kNumbers names, such as a power of beta1;
// Advance(T&...) gives these numbers what they are in the next step. Both are
// marked PADDLE_HOST_DEVICE, as the rule is: on a GPU the numbers lie in its
// memory. An operator without attribute lazy_mode says with kLazy whether rows
// that SelectedRows do not have stay as they are.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// How many names an array of a functor has; 0 if there is none.
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

// Pointers to the numbers of a functor, in memory of the context's place. There
// is one more than that: arrays have elements.
template <typename T, typename Functor>
struct StepNumbers {
  T* at[kNumNumbers<Functor> + 1];
};

// The rule of a functor, as UpdateParam (optimizer_loop.h) takes it.
template <typename T, typename Functor>
struct FunctorRule {
  Functor functor;
  const T* rate;
  StepNumbers<const T, Functor> numbers;
  typename Functor::template Rule<T> rule = {};

  PADDLE_HOST_DEVICE void Prepare() {
    PrepareFrom(std::make_index_sequence<kNumNumbers<Functor>>());
  }
  template <typename... States>
  PADDLE_HOST_DEVICE T operator()(T p, T g, States&... states) const {
    return rule(p, g, states...);
  }
  // Writes what the numbers are in the next step, but where `next` is null.
  PADDLE_HOST_DEVICE void Advance(const StepNumbers<T, Functor>& next) const {
    AdvanceTo(next, std::make_index_sequence<kNumNumbers<Functor>>());
  }

 private:
  template <size_t... i>
  PADDLE_HOST_DEVICE void PrepareFrom(std::index_sequence<i...>) {
    rule = functor.template Prepare<T>(*rate, *numbers.at[i]...);
  }
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

// For GPUs, where sources of their own instantiate it.
template <typename Functor, typename T>
void AdvanceNumbersOnCUDA(const platform::CUDADeviceContext& device,
                          const FunctorRule<T, Functor>& rule,
                          const StepNumbers<T, Functor>& next);

// Writes the numbers of the next step, which may lie where those of this one
// do.
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
