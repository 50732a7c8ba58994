// The extension module of the wheel: a door, so that the loader chooses the
// library of kernels behind it by the processor.
#include <Python.h>

extern "C" PyObject* paddle_init_core();

PyMODINIT_FUNC PyInit_core() { return paddle_init_core(); }
