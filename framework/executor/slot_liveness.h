// Determines when the slots of a block are live, and how far their memory can
// be planned before a run.
#pragma once

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/ir/op_desc.h"

namespace paddle::framework {

// Sets first_reader, first_writer, last_use and written of each slot, from the
// use-def analysis of the block (ir/use_def.h), run with these feeds, and from
// the blocks that its instructions own.
void FindLiveness(const NameList& feeds, CompiledBlock::Contents* contents);

// Returns the index of the first instruction whose output sizes depend on
// values, or the number of instructions.
int FirstValueDependent(const CompiledBlock::Contents& contents);

// True if the block itself computes the value of a slot: it is a variable of
// the block, neither persistable nor data, and written before it is read.
bool IsWrittenFirst(const CompiledBlock::Contents& contents,
                    const CompiledBlock::Slot& slot);

// The functions below require the storage of each slot.

// Lists the slots whose values come from outside, in ascending order.
void FindExternalSlots(CompiledBlock::Contents* contents);

// Lists the outputs of each instruction by whether they lie in the arena or are
// allocated, and the inputs whose memory they may take over.
void FindOutputMemory(CompiledBlock::Contents* contents);

// Lists, for each instruction, the intermediates outside the arena whose last
// use it is and whose memory can be freed then; not those that leave the block.
void FindReleases(CompiledBlock::Contents* contents);

}  // namespace paddle::framework
