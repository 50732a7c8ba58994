// Lists what a program exchanges with other members of its job.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// An operator with a group of members.
struct ExchangeStep {
  enum Kind {
    kCollective,  // all members have one like it, at the same place
    kSend,
    kReceive,
    kSendStart,  // leaves a message, and goes on
    kSendWait,   // until that message has been received
  };
  Kind kind = kCollective;
  int peer = -1;    // of a message
  int64_t tag = 0;  // of a message
  // Type, group, attributes and the shapes that are equal for all members.
  std::string signature;
  std::string where;  // "train.py:12", "" if nobody knows

  // Returns the signature and the place, for messages.
  std::string Text() const;
};

// Returns the steps of the global block, in the order in which they run. Those
// of a block that an operator owns stand where the operator does, behind its
// type: nobody knows how often they run.
std::vector<ExchangeStep> ExchangesOf(const Program& program);

// Throws Unimplemented, naming the operator, if a block that another operator
// owns has exchanges: how often they run is not known.
void CheckExchangesRunOnce(const Program& program);

}  // namespace paddle::framework
