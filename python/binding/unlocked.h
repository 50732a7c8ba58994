// Runs work of Python's threads without the interpreter's lock (GIL).
#pragma once

#include <pybind11/pybind11.h>

#include "absl/functional/function_ref.h"

namespace paddle::python {

// Releases the GIL during its lifetime. In a thread that would take it back
// after the program has ended, the destructor never returns: the interpreter
// would unwind the thread through C++ frames, which ends the process with a
// wrong status.
class Unlocked {
 public:
  Unlocked();
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* const state_;
};

// For functions of the binding that wait or compute.
using UnlockedCall = pybind11::call_guard<Unlocked>;

// Calls body without the GIL, in a CancellationScope whose token ends what it
// runs: on the main thread when a signal arrives whose handler raises
// (KeyboardInterrupt), which is checked about 20 times a second, and then
// throws what the handler raised; on other threads, daemons in that case, when
// the program ends. Handlers run between two operators, so they may run
// programs themselves.
void RunUnlocked(absl::FunctionRef<void()> body);

// Called when the module is imported. From then on runs of daemon threads are
// cancelled and waited for at the end of the program.
void PrepareUnlocked();

}  // namespace paddle::python
