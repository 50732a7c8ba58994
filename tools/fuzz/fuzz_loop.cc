#include "paddle/tools/fuzz/fuzz_loop.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "gtest/gtest.h"

// A function of the sanitizers, if they are linked: sets a callback for the end
// of the process.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(
    void (*callback)());

namespace paddle::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<uint64_t> current{0};
std::atomic<const char*> current_what{nullptr};

// Async-signal-safe: allocates nothing.
void PrintCurrent() {
  if (current_what.load() == nullptr) return;
  char text[256];
  const int size = std::snprintf(
      text, sizeof(text), "the process ended in %s number %llu\n",
      current_what.load(), static_cast<unsigned long long>(current.load()));
  if (write(STDERR_FILENO, text, static_cast<size_t>(size)) < 0) return;
}

void PrintAndEnd(int signal_number) {
  PrintCurrent();
  // The default action follows, so that the exit status tells of the signal.
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

void WatchForTheEnd() {
  if (__sanitizer_set_death_callback != nullptr) {
    // A sanitizer handles the signals itself.
    __sanitizer_set_death_callback(&PrintCurrent);
    return;
  }
  for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    signal(number, &PrintAndEnd);
  }
}

double NumberOf(const char* variable, double otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atof(text);
}

}  // namespace

uint64_t FuzzLoop(const char* what, absl::FunctionRef<void(uint64_t)> once) {
  const auto first = static_cast<uint64_t>(NumberOf("PADDLE_FUZZ_FIRST", 0));
  const auto most = static_cast<uint64_t>(NumberOf("PADDLE_FUZZ_COUNT", 0));
  const double seconds = most > 0 ? std::numeric_limits<double>::infinity()
                                  : NumberOf("PADDLE_FUZZ_SECONDS", 5);
  WatchForTheEnd();
  current_what = what;
  const auto start = Clock::now();
  const auto elapsed = [start] {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  uint64_t count = 0;
  while (most > 0 ? count < most : elapsed() < seconds) {
    current = first + count;
    // Failed expectations name the input.
    SCOPED_TRACE(std::string(what) + " number " + std::to_string(current));
    once(current);
    ++count;
    if (::testing::Test::HasFailure()) break;  // The first one says it all.
  }
  current_what = nullptr;
  std::printf("%s: %llu in %.1f s, %.0f a second\n", what,
              static_cast<unsigned long long>(count), elapsed(),
              static_cast<double>(count) / elapsed());
  return count;
}

}  // namespace paddle::fuzz
