// Changes what is served, one change at a time.
#pragma once

#include <functional>
#include <mutex>
#include <thread>

#include "absl/types/optional.h"

#include "paddle/tools/serve/http_reply.h"

namespace paddle::serve {

// A thread for what takes time, such as to load a model. Thread safe.
class ChangeThread {
 public:
  ChangeThread() = default;
  // Ends as Close does.
  ~ChangeThread() { Close(); }
  ChangeThread(const ChangeThread&) = delete;
  ChangeThread& operator=(const ChangeThread&) = delete;

  // Calls `change` on the thread, and `done` there with its reply or with what
  // it throws as one (Replied). Returns a refusal instead, and calls neither,
  // while another change goes on, and after Close.
  absl::optional<HttpReply> Start(std::function<HttpReply()> change,
                                  std::function<void(HttpReply)> done);
  // Waits for the change that goes on; more are refused.
  void Close();

 private:
  std::mutex mutex_;  // guards the following
  std::thread thread_;
  bool ended_ = true;
  bool closed_ = false;
};

}  // namespace paddle::serve
