// Copies operators that run a second time in the same step.
#pragma once

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::backward {

// Returns why an operator must not run a second time in the same step, such as
// "draws random numbers"; null if its copy may, after MakeRepeated. What it
// updates in place, and what its blocks do, is for the caller to examine.
const char* WhyNotRepeated(const framework::OpProto& proto,
                           const framework::proto::OpDesc& op);

// Makes the copy of an operator, which still has the id of the original, draw
// the same random numbers and print nothing again.
void MakeRepeated(const framework::OpProto& proto,
                  framework::proto::OpDesc* copy);

// True if what the operator updates in place does not affect its other outputs,
// or does not change: batch_norm in training normalizes by the batch, whatever
// its running statistics.
bool UpdatesApart(const framework::proto::OpDesc& op);

// True if, moreover, it does change, as it does in training.
bool UpdatesInTraining(const framework::proto::OpDesc& op);

}  // namespace paddle::backward
