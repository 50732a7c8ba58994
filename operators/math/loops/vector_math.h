// Elementary functions of many numbers at once, several times faster than a
// call of the C library for each: the functions of scalar_math.h in a loop that
// is vectorized, compiled once; of floats twice, for AVX-512 as well, where it
// is chosen when the program runs, if the program is compiled for fused
// multiply-adds. A functor that combines several of them is
// faster still in a loop of its own (half_runs.h).
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// Each computes out[i] = f(x[i]) for i in [0, size) on the calling thread;
// `out` may be x. A result depends on its x alone, not on its position or its
// neighbours, and is accurate to a few units in the last place. NaN gives NaN.
// A result below the smallest normal number may be 0. T: float or double.
template <typename T>
void Exp(int64_t size, const T* x, T* out);
// The natural logarithm: -inf for 0, NaN for a negative number. The argument
// may be subnormal.
template <typename T>
void Log(int64_t size, const T* x, T* out);
// The hyperbolic tangent; 1 and -1 for infinities. For small x it is x to the
// last bit.
template <typename T>
void Tanh(int64_t size, const T* x, T* out);
// The error function; 1 and -1 for infinities.
template <typename T>
void Erf(int64_t size, const T* x, T* out);
// 1 / (1 + exp(-x))
template <typename T>
void Sigmoid(int64_t size, const T* x, T* out);
// x / (1 + exp(-x)) and x Phi(x), where Phi is the standard normal distribution
// function: NaN for -inf.
template <typename T>
void Silu(int64_t size, const T* x, T* out);
template <typename T>
void Gelu(int64_t size, const T* x, T* out);

// Return the same bits by the instructions that every processor has which the
// program is compiled for.
void ExpAnywhere(int64_t size, const float* x, float* out);
void LogAnywhere(int64_t size, const float* x, float* out);
void TanhAnywhere(int64_t size, const float* x, float* out);
void ErfAnywhere(int64_t size, const float* x, float* out);
void SigmoidAnywhere(int64_t size, const float* x, float* out);
void SiluAnywhere(int64_t size, const float* x, float* out);
void GeluAnywhere(int64_t size, const float* x, float* out);

}  // namespace paddle::operators::kernels
