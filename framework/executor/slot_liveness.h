// Finds out when the slots of a block are live, and how far their memory can be
// planned before a run.
#pragma once

#include "paddle/framework/executor/compiled_block.h"

namespace paddle::framework {

// Sets first_reader, first_writer, last_use and written of each slot, from the
// instructions and the blocks that they own.
void FindLiveness(CompiledBlock::Contents* contents);

// Returns the index of the first instruction whose output sizes depend on
// values, or the number of instructions.
int FirstValueDependent(const CompiledBlock::Contents& contents);

// Returns whether the block itself makes the value of a slot: it is a variable
// of the block, neither persistable nor data, and written before it is read.
bool IsWrittenFirst(const CompiledBlock::Contents& contents,
                    const CompiledBlock::Slot& slot);

// The following need the storage of each slot to be known.

// Lists the slots whose values come from outside, in order of their numbers.
void FindExternalSlots(CompiledBlock::Contents* contents);

// Sorts the outputs of each instruction by who provides their memory, and lists
// the inputs whose memory they may take over.
void FindOutputMemory(CompiledBlock::Contents* contents);

// Lists with each instruction the intermediates that are last used there and
// that no plan covers. What leaves the block by another way stays.
void FindReleases(CompiledBlock::Contents* contents);

}  // namespace paddle::framework
