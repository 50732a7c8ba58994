// Instantiates function templates whose definitions lie in a source, for one
// device and a list of data types, without repeating their parameters:
//
//   // softmax.cc
//   PADDLE_INSTANTIATE(Softmax, platform::CPUDeviceContext, float, double);
//   // softmax.cu
//   PADDLE_INSTANTIATE(Softmax, platform::CUDADeviceContext, float, double);
//
// is for each type T
//
//   template void Softmax<Device, T>(const Device&, const Tensor&, ...);
//
// Used in the namespace of the function or around it, after its definition. The
// name of a function that is overloaded does not say which one is meant.
#pragma once

// One instance: PADDLE_INSTANTIATE_ONE(Gather<platform::CPUDeviceContext>).
#define PADDLE_INSTANTIATE_ONE(...) template decltype(__VA_ARGS__) __VA_ARGS__

// function<Device, T> for each of one to ten types T.
#define PADDLE_INSTANTIATE(function, Device, ...) \
  PADDLE_INSTANTIATE_EACH_(__VA_ARGS__)           \
  (PADDLE_INSTANTIATE_TYPE_, function, Device, , __VA_ARGS__)

// function<Device, T, argument> for each type: the third parameter says which
// of several functions it is.
#define PADDLE_INSTANTIATE_WITH(function, Device, argument, ...) \
  PADDLE_INSTANTIATE_EACH_(__VA_ARGS__)                          \
  (PADDLE_INSTANTIATE_WITH_, function, Device, argument, __VA_ARGS__)

#define PADDLE_INSTANTIATE_TYPE_(f, D, a, T) PADDLE_INSTANTIATE_ONE(f<D, T>)
#define PADDLE_INSTANTIATE_WITH_(f, D, a, T) PADDLE_INSTANTIATE_ONE(f<D, T, a>)

// The macro for as many types as there are: the eleventh argument is their
// number. Types may come from a macro, which is replaced on the way.
#define PADDLE_INSTANTIATE_EACH_(...) \
  PADDLE_INSTANTIATE_NTH_(__VA_ARGS__, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
#define PADDLE_INSTANTIATE_NTH_(...) PADDLE_INSTANTIATE_PICK_(__VA_ARGS__, )
#define PADDLE_INSTANTIATE_PICK_(a, b, c, d, e, f, g, h, i, j, n, ...) \
  PADDLE_INSTANTIATE_##n##_
#define PADDLE_INSTANTIATE_1_(one, f, D, a, T) one(f, D, a, T)
#define PADDLE_INSTANTIATE_2_(one, f, D, a, T, ...) \
  one(f, D, a, T);                                  \
  PADDLE_INSTANTIATE_1_(one, f, D, a, __VA_ARGS__)
#define PADDLE_INSTANTIATE_3_(one, f, D, a, T, ...) \
  one(f, D, a, T);                                  \
  PADDLE_INSTANTIATE_2_(one, f, D, a, __VA_ARGS__)
#define PADDLE_INSTANTIATE_4_(one, f, D, a, T, ...) \
  one(f, D, a, T);                                  \
  PADDLE_INSTANTIATE_3_(one, f, D, a, __VA_ARGS__)
#define PADDLE_INSTANTIATE_5_(one, f, D, a, T, ...) \
  one(f, D, a, T);                                  \
  PADDLE_INSTANTIATE_4_(one, f, D, a, __VA_ARGS__)
#define PADDLE_INSTANTIATE_6_(one, f, D, a, T, ...) \
  one(f, D, a, T);                                  \
  PADDLE_INSTANTIATE_5_(one, f, D, a, __VA_ARGS__)
#define PADDLE_INSTANTIATE_7_(one, f, D, a, T, ...) \
  one(f, D, a, T);                                  \
  PADDLE_INSTANTIATE_6_(one, f, D, a, __VA_ARGS__)
#define PADDLE_INSTANTIATE_8_(one, f, D, a, T, ...) \
  one(f, D, a, T);                                  \
  PADDLE_INSTANTIATE_7_(one, f, D, a, __VA_ARGS__)
#define PADDLE_INSTANTIATE_9_(one, f, D, a, T, ...) \
  one(f, D, a, T);                                  \
  PADDLE_INSTANTIATE_8_(one, f, D, a, __VA_ARGS__)
#define PADDLE_INSTANTIATE_10_(one, f, D, a, T, ...) \
  one(f, D, a, T);                                   \
  PADDLE_INSTANTIATE_9_(one, f, D, a, __VA_ARGS__)
