// Ends a program that contains it with a clear message, before any static
// initializer runs, if the processor lacks instructions the program was
// compiled for. An exception could not be caught that early.
#include <unistd.h>

#include <cstring>

#include "paddle/platform/cpu_info.h"

namespace {

void Say(const char* text) {
  const ssize_t written = write(STDERR_FILENO, text, std::strlen(text));
  static_cast<void>(written);  // there is nowhere else to complain
}

__attribute__((constructor(101))) void CheckBeforeAllElse() {
  const char* problem = paddle::platform::InstructionSetProblem();
  if (problem == nullptr) return;
  Say(problem);
  Say("\n");
  _exit(1);
}

}  // namespace

// A reference to it makes the linker keep this file of a static archive.
extern "C" int PaddleTouchInstructionSetGuard() { return 0; }
