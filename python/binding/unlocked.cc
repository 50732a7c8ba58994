#include "paddle/python/binding/unlocked.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "paddle/platform/cancellation.h"
#include "paddle/platform/enforce.h"

namespace paddle::python {
namespace {

namespace py = pybind11;

constexpr std::chrono::milliseconds kSignalPeriod{50};
// An operator cannot be cancelled in its middle. A program that ends does not
// wait longer than this for one.
constexpr std::chrono::seconds kPatience{10};

// The state that Python's threads share. The child of a fork has one thread,
// which is its main thread.
struct Threads {
  std::atomic<unsigned long> main{0};  // as PyThread_get_thread_ident says
  std::atomic<int> others_unlocked{0};
  std::atomic<bool> ending{false};
  platform::CancellationToken end_of_program;
  PyObject* get_signal = nullptr;
  PyObject* default_handler = nullptr;
};

Threads& TheThreads() {
  static auto* const threads = new Threads;
  return *threads;
}

bool OnMainThread() { return PyThread_get_thread_ident() == TheThreads().main; }

[[noreturn]] void SleepUntilTheProcessEnds() {
  // The process ends while this thread sleeps, so that nothing is unwound.
  while (true) pause();
}

// True if a signal can have a handler that does more than to raise
// KeyboardInterrupt. Runs no code of Python.
bool HasHandlers() {
  // Only such a handler could run a program inside an operator.
  bool found = false;
  for (int number = 1; number < NSIG && !found; ++number) {
    PyObject* handler =
        PyObject_CallFunction(TheThreads().get_signal, "i", number);
    if (handler == nullptr) {
      PyErr_Clear();  // no such signal
      continue;
    }
    found = handler != TheThreads().default_handler &&
            PyCallable_Check(handler) != 0;
    Py_DECREF(handler);
  }
  return found;
}

// Asks Python for signals, whose handlers then run on this thread.
class SignalToken final : public platform::CancellationToken {
 public:
  SignalToken()
      : CancellationToken(kSignalPeriod), state_(PyThreadState_Get()) {}

  // With the GIL: throws what a handler has raised.
  void Raise() {
    if (type_ == nullptr) return;
    PyErr_Restore(type_, value_, trace_);
    type_ = nullptr;
    throw py::error_already_set();
  }

 private:
  // A handler may run programs, so it waits for the end of an operator.
  void Poll(bool in_operator) override {
    // The GIL is needed to look for signals; taking it 20 times a second costs
    // nothing.
    PyEval_RestoreThread(state_);
    const bool later = in_operator && HasHandlers();
    if (!later && PyErr_CheckSignals() != 0) {
      PyErr_Fetch(&type_, &value_, &trace_);
      Cancel();
    }
    PyEval_SaveThread();
  }

  PyThreadState* const state_;
  PyObject* type_ = nullptr;
  PyObject* value_ = nullptr;
  PyObject* trace_ = nullptr;
};

void RunOnMainThread(absl::FunctionRef<void()> body) {
  SignalToken signals;
  try {
    const Unlocked unlocked;
    const platform::CancellationScope scope(&signals);
    body();
  } catch (const platform::Error&) {
    // The exception of the handler goes before Cancelled, which only ended the
    // run.
    signals.Raise();
    throw;
  }
  signals.Raise();
}

// Called by an exit handler of Python, while there still is an interpreter.
void EndRuns() {
  Threads& threads = TheThreads();
  threads.ending = true;
  threads.end_of_program.Cancel();
  const py::gil_scoped_release release;
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (threads.others_unlocked > 0 &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void StartAfresh() {
  // The child of a fork has only this thread.
  Threads& threads = TheThreads();
  threads.main = PyThread_get_thread_ident();
  threads.others_unlocked = 0;
}

}  // namespace

Unlocked::Unlocked() : state_(PyEval_SaveThread()) {
  if (OnMainThread()) return;
  ++TheThreads().others_unlocked;
  // The program may have ended since the call began.
  if (!TheThreads().ending) return;
  --TheThreads().others_unlocked;
  SleepUntilTheProcessEnds();
}

Unlocked::~Unlocked() {
  Threads& threads = TheThreads();
  const bool other = !OnMainThread();
  if (other && threads.ending) {
    --threads.others_unlocked;
    SleepUntilTheProcessEnds();
  }
  PyEval_RestoreThread(state_);
  if (other) --threads.others_unlocked;
}

void RunUnlocked(absl::FunctionRef<void()> body) {
  if (OnMainThread()) return RunOnMainThread(body);
  const Unlocked unlocked;
  const platform::CancellationScope scope(&TheThreads().end_of_program);
  body();
}

void PrepareUnlocked() {
  const py::module_ signals = py::module_::import("_signal");
  TheThreads().get_signal =
      py::object(signals.attr("getsignal")).release().ptr();
  TheThreads().default_handler =
      py::object(signals.attr("default_int_handler")).release().ptr();
  // The main thread as Python knows it: another thread may import the module.
  TheThreads().main = py::module_::import("threading")
                          .attr("main_thread")()
                          .attr("ident")
                          .cast<unsigned long>();
  pthread_atfork(nullptr, nullptr, &StartAfresh);
  py::module_::import("atexit").attr("register")(py::cpp_function(&EndRuns));
}

}  // namespace paddle::python
