// Kernels that a functor makes of a common base.
#pragma once

// At namespace paddle::operators: defines <Functor>Kernel<T>, the kernel
// Base<T, Functor> under a name of its own, to be registered.
#define PADDLE_FUNCTOR_KERNEL(Base, Functor)              \
  namespace {                                             \
  template <typename T>                                   \
  class Functor##Kernel final : public Base<T, Functor> { \
   public:                                                \
    using Base<T, Functor>::Base;                         \
  };                                                      \
  }
