#include "paddle/python/binding/scope_wait.h"

#include <pybind11/pybind11.h>

namespace paddle::python {

framework::ScopeLocks Locked(framework::ScopeLocks locks) {
  pybind11::gil_scoped_release release;
  locks.Lock();
  return locks;
}

}  // namespace paddle::python
