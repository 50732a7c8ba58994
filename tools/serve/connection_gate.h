// Bounds the connections of a library that does not count them.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace paddle::serve {

// Accepts connections and gives their sockets away, so many at a time: above
// that, new ones are closed at once, and others keep what they have. Whoever
// has a socket closes it; that is seen, at most 20 ms later, when another
// connection comes. Used by one thread.
class ConnectionGate {
 public:
  // Called on the gate's thread with a socket that neither blocks nor delays
  // small packets, and belongs to the function from then on. Throws nothing.
  using Take = std::function<void(int socket)>;

  // Listens from now on. Throws what ListenAt throws.
  ConnectionGate(const std::string& host, int port, size_t most, Take take);
  // Ends as Close does.
  ~ConnectionGate();
  ConnectionGate(const ConnectionGate&) = delete;
  ConnectionGate& operator=(const ConnectionGate&) = delete;

  int port() const;
  // Listens no more, and returns when nothing is given away any more.
  void Close();

 private:
  struct Parts;
  const std::unique_ptr<Parts> parts_;
};

}  // namespace paddle::serve
