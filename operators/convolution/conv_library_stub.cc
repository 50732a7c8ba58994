#include "paddle/operators/convolution/conv_library.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators::kernels {

template <typename T>
bool LibraryConv(const platform::DeviceContext&, const ConvShape&, const T*,
                 const T*, Workspace, T*) {
  return false;
}

template <typename T>
bool LibraryConvBackwardInput(const platform::DeviceContext&, const ConvShape&,
                              const T*, const T*, Workspace, T*) {
  return false;
}

template <typename T>
bool LibraryConvBackwardFilter(const platform::DeviceContext&, const ConvShape&,
                               const T*, const T*, Workspace, T*) {
  return false;
}

#define INSTANTIATE(T)                                                       \
  template bool LibraryConv<T>(const platform::DeviceContext&,               \
                               const ConvShape&, const T*, const T*,         \
                               Workspace, T*);                               \
  template bool LibraryConvBackwardInput<T>(const platform::DeviceContext&,  \
                                            const ConvShape&, const T*,      \
                                            const T*, Workspace, T*);        \
  template bool LibraryConvBackwardFilter<T>(const platform::DeviceContext&, \
                                             const ConvShape&, const T*,     \
                                             const T*, Workspace, T*);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)

}  // namespace paddle::operators::kernels
