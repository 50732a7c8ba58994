#include "paddle/operators/pooling/pool_library.h"

namespace paddle::operators::kernels {

template <typename T>
bool LibraryAveragePool(const platform::DeviceContext&, const PoolShape&, bool,
                        const T*, T*) {
  return false;
}

template <typename T>
bool LibraryAveragePoolGrad(const platform::DeviceContext&, const PoolShape&,
                            bool, const T*, T*) {
  return false;
}

#define INSTANTIATE(T)                                                       \
  template bool LibraryAveragePool<T>(const platform::DeviceContext&,        \
                                      const PoolShape&, bool, const T*, T*); \
  template bool LibraryAveragePoolGrad<T>(                                   \
      const platform::DeviceContext&, const PoolShape&, bool, const T*, T*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace paddle::operators::kernels
