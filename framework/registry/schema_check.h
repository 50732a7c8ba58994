// Checks an operator description against its OpProto.
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::framework {

// Implements SchemaSource::CheckAndComplete for an operator whose proto is
// known. Afterwards slots and attributes are in the order of the proto, omitted
// slots are gone, and every attribute that has a default has a value.
void CheckAndCompleteOp(const OpProto& proto, proto::OpDesc* op);

}  // namespace paddle::framework
