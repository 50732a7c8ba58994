// Comparisons and logic of elements, with bool results. Plain functions: the
// operators' kernels are in files of their own.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {

// The relations. kAnd and kOr are for bool; exclusive or is kNotEqual of bool.
enum class Relation {
  // The order is that of relation.cu's switch; programs never store it.
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kOr,
};

// Computes out = x relation y elementwise, of type bool; x and y broadcast by
// NumPy's rule to out's dims. NaN is unequal to everything, itself included,
// and neither less nor greater. Nothing may share memory. T: every data type
// for comparisons, bool for kAnd and kOr. Device: CPU or CUDA.
template <class Device, class T, Relation relation>
void Relate(const Device& device, const framework::Tensor& x,
            const framework::Tensor& y, framework::Tensor* out);

// Computes out = not x elementwise, of bool. `out` may be x's memory. x and out
// have the same dims.
template <class Device>
void LogicalNot(const Device& device, const framework::Tensor& x,
                framework::Tensor* out);

// Instantiates both for a device, in the source that defines them for it.
#define PADDLE_INSTANTIATE_RELATIONS(Device)                                   \
  PADDLE_INSTANTIATE_WITH(Relate, Device, Relation::kLess, PADDLE_ALL_TYPES);  \
  PADDLE_INSTANTIATE_WITH(Relate, Device, Relation::kLessEqual,                \
                          PADDLE_ALL_TYPES);                                   \
  PADDLE_INSTANTIATE_WITH(Relate, Device, Relation::kGreater,                  \
                          PADDLE_ALL_TYPES);                                   \
  PADDLE_INSTANTIATE_WITH(Relate, Device, Relation::kGreaterEqual,             \
                          PADDLE_ALL_TYPES);                                   \
  PADDLE_INSTANTIATE_WITH(Relate, Device, Relation::kEqual, PADDLE_ALL_TYPES); \
  PADDLE_INSTANTIATE_WITH(Relate, Device, Relation::kNotEqual,                 \
                          PADDLE_ALL_TYPES);                                   \
  PADDLE_INSTANTIATE_WITH(Relate, Device, Relation::kAnd, bool);               \
  PADDLE_INSTANTIATE_WITH(Relate, Device, Relation::kOr, bool);                \
  PADDLE_INSTANTIATE_ONE(LogicalNot<Device>)

}  // namespace paddle::operators::kernels
