// Runs code in a child process of a test.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

namespace paddle::platform {

// Forks and returns the child's exit status, which is what `body` returns
// there; -1 if the fork failed or the child was killed, as by SIGALRM after a
// minute.
template <typename Body>
int StatusOfChild(const Body& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(body());
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace paddle::platform
