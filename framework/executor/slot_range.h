// The position of a slot's variables among all arguments of an operator.
#pragma once

namespace paddle::framework {

// A range of argument numbers; inputs come before outputs.
struct SlotRange {
  int begin = 0;
  int count = 0;  // 0: the slot is left out
};

}  // namespace paddle::framework
