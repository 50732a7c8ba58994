// Describes the slots that operators between the members of a group share.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_maker.h"

namespace paddle::operators {

// Declares the input Group, and that the operator is kept even where nobody
// needs its outputs: the other members wait for it.
void AddGroup(framework::OpMaker* op);

// Declares what a member's X count: the inputs Rows and Weight, of which one at
// most is given, and the attribute nominal_rows.
void AddWeight(framework::OpMaker* op);

// Declares the input Shards, without which each member has one shard, and the
// attribute exchange.
enum class ShardsSlot { kOptional, kRequired };
void AddShards(framework::OpMaker* op, ShardsSlot slot);

// Declares the attribute order, in which the members' numbers are added.
void AddOrder(framework::OpMaker* op);

// Declares the attribute kept, the name of what is exchanged behind several
// runs.
void AddKept(framework::OpMaker* op);

// Declares the attributes peer and tag of a message between two members.
void AddMessage(framework::OpMaker* op, std::string peer, std::string tag);

// Declares lists X and Out, where Out may be X, changed in place.
void AddExchanged(framework::OpMaker* op, std::string x, std::string out);

// Gives each Out the shape, data type and LoD of its X.
void InferExchanged(framework::InferShapeContext* context);

// Returns how many numbers the list X has, all of floating point, and one more
// for their weight. InvalidArgument for sizes that are not known, for types
// that do not share a bucket, and for an empty list; see BucketType.
int64_t PackedNumbers(const framework::InferShapeContext& context);

// Throws InvalidArgument, naming the slot, unless an input is of floating
// point.
void CheckFloating(const framework::InferShapeContext& context,
                   const char* slot, int i);

}  // namespace paddle::operators
