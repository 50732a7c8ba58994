// Linked into a program, ends it with a clear message before any static
// initialiser runs if the processor lacks instructions the program was compiled
// for. An exception could not be caught that early.
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

// Whoever names it makes a linker keep this file of a static archive.
extern "C" int PaddleTouchInstructionSetGuard() { return 0; }
