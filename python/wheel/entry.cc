// The extension module of the wheel: a thin entry, so that the loader selects
// the library of kernels for the processor.
#include <Python.h>

extern "C" PyObject* paddle_init_core();

PyMODINIT_FUNC PyInit_core() { return paddle_init_core(); }
