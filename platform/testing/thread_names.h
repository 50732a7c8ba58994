// Lists the threads of the process by the names the operating system knows.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace paddle::platform {

// Returns the names of all threads of the process, sorted. A thread without a
// name of its own has the name of the thread that started it.
inline std::vector<std::string> ThreadNames() {
  std::vector<std::string> names;
  std::error_code gone;  // a thread may end meanwhile
  for (const auto& task :
       std::filesystem::directory_iterator("/proc/self/task", gone)) {
    std::string name;
    std::getline(std::ifstream(task.path() / "comm"), name);
    if (!name.empty()) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Returns how many threads were not started by the process's thread pool.
inline int ForeignThreads() {
  const std::vector<std::string> names = ThreadNames();
  return std::count_if(names.begin(), names.end(), [](const auto& name) {
    return name.rfind("paddle/", 0) != 0;
  });
}

}  // namespace paddle::platform
