// Work that does not hold the interpreter's lock (GIL), although a thread of
// Python's does it.
#pragma once

#include <pybind11/pybind11.h>

#include "absl/functional/function_ref.h"

namespace paddle::python {

// While it lives, the thread does not hold the GIL. To a thread that would take
// it back once the program has ended, it never returns: the interpreter would
// unwind the thread through C++ frames, which ends the process with a status
// that is not the program's.
class Unlocked {
 public:
  Unlocked();
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* const state_;
};

// Of functions of the binding that wait or compute.
using UnlockedCall = pybind11::call_guard<Unlocked>;

// Calls body without the GIL, in a CancellationScope whose token ends what it
// runs: on the main thread when a signal comes whose handler raises
// (KeyboardInterrupt), looked for about 20 times a second, and then throws what
// the handler raised; on other threads, which are daemons then, when the
// program ends. A handler of the user's runs between two operators, so it may
// run programs itself.
void RunUnlocked(absl::FunctionRef<void()> body);

// When the module is imported. From then on runs of daemon threads are
// cancelled and waited for at the end of the program.
void PrepareUnlocked();

}  // namespace paddle::python
