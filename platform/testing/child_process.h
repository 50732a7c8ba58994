// Code that runs in a child of the test.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

namespace paddle::platform {

// Forks, and returns the status with which the child ends: what `body` returns
// there, or -1 if there was no child or it was killed, as it is by SIGALRM
// after a minute.
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
