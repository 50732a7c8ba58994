// The loops of functors whose function vector_math.h has for floats.
#pragma once

#include <cstdint>
#include <type_traits>

namespace paddle::operators::kernels {

// Computes out = f(x) of `size` floats on the calling thread; `out` may be x.
// The type of the functions of vector_math.h.
using FloatRun = void(int64_t size, const float* x, float* out);

// Functor::kFloatRun, if the functor has one: its Value of floats, compiled for
// the widest registers. Otherwise null.
template <typename Functor, typename = void>
inline constexpr FloatRun* kFloatRunOf = nullptr;
template <typename Functor>
inline constexpr FloatRun*
    kFloatRunOf<Functor, std::void_t<decltype(Functor::kFloatRun)>> =
        Functor::kFloatRun;

}  // namespace paddle::operators::kernels
