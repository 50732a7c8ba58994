// A message that Gloo carries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "paddle/framework/distributed/gloo/hub.h"
#include "paddle/framework/distributed/group/transport.h"

namespace paddle::distributed {

// Gloo ends the process when more bytes arrive than are expected, and takes
// fewer without a word. So a message begins with a frame of bounded size, which
// says how many bytes it has and holds them if they are few. More bytes follow
// in a slot that depends on their number: if the ends disagree about that, they
// never meet. Where the two share memory, the frame says at which place of the
// receiver's pool the bytes are, and nothing is what follows.
class GlooMessage final : public Message, private Waiting {
 public:
  // The message does nothing before Send or Receive.
  GlooMessage(std::shared_ptr<Hub> hub, int peer);
  ~GlooMessage() override;

  void Send(uint64_t tag, const void* data, size_t bytes);
  void Receive(uint64_t tag, void* data, size_t bytes);
  void Wait() override;

 private:
  using Buffer = std::unique_ptr<gloo::transport::UnboundBuffer>;

  void Run() noexcept override;
  void End() override;
  void Begin(size_t frame_bytes, size_t rest_bytes);
  void Await(const Buffer& buffer) const;
  void Transfer();
  void TakeFrom(uint64_t place) const;
  void Finish();
  std::string Name() const;

  const std::shared_ptr<Hub> hub_;
  const int peer_;
  uint64_t tag_ = 0;
  bool sends_ = false;
  void* data_ = nullptr;
  size_t bytes_ = 0;

  std::unique_ptr<char[]> frame_;
  Buffer frame_buffer_;
  Buffer rest_;  // the caller's memory; null if all fits into the frame
  bool finished_ = false;
  bool wrong_size_ = false;
  std::string error_;  // not empty: why it did not arrive
};

}  // namespace paddle::distributed
