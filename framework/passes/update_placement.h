// Says which server has which parameters.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/row_pieces.h"
#include "paddle/framework/passes/update_parts.h"

namespace paddle::framework {

using UpdateParts = std::vector<UpdatePart>;

// Returns the parts of each server. Large ones are placed first, where the
// least is.
std::vector<UpdateParts> PlaceParts(UpdateParts parts, int servers);

// The server of each gradient, and of each persistable that servers change; -1
// for one of which they have pieces.
using ServerOf = absl::flat_hash_map<std::string, int>;

ServerOf ServersOf(const std::vector<UpdateParts>& placed,
                   const std::vector<RowPiece>& pieces);

// Returns the operator that fetches parameters, by the raw variable `variable`:
// as a step makes them, or as they are, if `latest`.
proto::OpDesc PullOf(const Program& main, const ServerOf& servers,
                     const NameList& names, const std::string& variable,
                     bool latest);

}  // namespace paddle::framework
