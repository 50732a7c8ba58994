// Where the variables of a slot stand among all arguments of an operator.
#pragma once

namespace paddle::framework {

struct SlotRange {
  int begin = 0;
  int count = 0;  // 0: the slot is left out
};

}  // namespace paddle::framework
