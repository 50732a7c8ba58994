// Describes the slots and attributes that operators with servers share.
#pragma once

#include <string>

#include "paddle/framework/registry/op_maker.h"

namespace paddle::operators {

// Declares the input Servers.
void AddServers(framework::OpMaker* op);

// Declares the input Group.
void AddTrainers(framework::OpMaker* op);

// Declares what operators have that push an exchange: Servers, Group, Shards
// and the attribute exchange. `from` names the operator that fills Shards.
void AddPush(framework::OpMaker* op, const std::string& from);

// Declares the attributes table and width.
void AddTable(framework::OpMaker* op);

}  // namespace paddle::operators
