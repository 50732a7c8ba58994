// Carries bytes between the members of a group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "paddle/framework/distributed/group/reduction.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::distributed {

// A message under way. Its memory belongs to the transport until Wait returns
// or throws, or the message is destroyed; destroying one that is still under
// way waits for it, so that whoever gives up calls Transport::Abort first. Used
// by one thread.
class Message {
 public:
  Message() = default;
  virtual ~Message() = default;
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

  // Returns when the bytes have left the sender's memory, or have arrived.
  // Unavailable, naming both ranks and the reason, once either end has aborted
  // or is lost; InvalidArgument if the two ends disagree about the size.
  virtual void Wait() = 0;
};

// Arrays that all members combine, one of each.
struct FastReduction {
  void* array;    // overwritten with the result
  int64_t count;  // numbers in it
  framework::DataType type;
  Reduction reduction;
  uint64_t tag;  // as of messages
};

// Combines arrays in an order of its own. Thread safe as Transport.
class FastReducer {
 public:
  virtual ~FastReducer() = default;

  // Leaves the combination of all members' arrays in each of them. Errors are
  // those of messages, and the transport is then aborted.
  virtual void AllReduce(const FastReduction& given) = 0;
};

// One member's end of the connections between `size()` members, which are
// numbered from 0. Thread safe, but of two messages between the same members
// with the same tag the first one sent is the first one received, so that
// threads must not share a tag.
class Transport {
 public:
  virtual ~Transport() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  // Begin to move `bytes` bytes (0 is legal) to or from another member. Neither
  // waits. The memory must outlive the message.
  virtual std::unique_ptr<Message> Send(int peer, uint64_t tag,
                                        const void* data, size_t bytes) = 0;
  virtual std::unique_ptr<Message> Receive(int peer, uint64_t tag, void* data,
                                           size_t bytes) = 0;

  // Returns what combines arrays faster than callers could by messages, which
  // belongs to the transport; null if there is nothing.
  virtual FastReducer* fast() { return nullptr; }

  // Ends all messages of this member, those to come included; peers learn of it
  // by theirs. Takes well under a second, whatever the peers do. The first
  // reason stays.
  virtual void Abort(const std::string& reason) = 0;
};

}  // namespace paddle::distributed
