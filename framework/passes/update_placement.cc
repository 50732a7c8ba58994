#include "paddle/framework/passes/update_placement.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/server_blocks.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

std::vector<UpdateParts> PlaceParts(UpdateParts parts, int servers) {
  std::stable_sort(parts.begin(), parts.end(),
                   [](const UpdatePart& a, const UpdatePart& b) {
                     return a.bytes > b.bytes;
                   });
  std::vector<UpdateParts> placed(servers);
  std::vector<int64_t> bytes(servers, 0);
  for (UpdatePart& part : parts) {
    const auto least = std::min_element(bytes.begin(), bytes.end());
    *least += part.bytes;
    placed[least - bytes.begin()].push_back(std::move(part));
  }
  return placed;
}

ServerOf ServersOf(const std::vector<UpdateParts>& placed,
                   const std::vector<RowPiece>& pieces) {
  ServerOf servers;
  for (const RowPiece& piece : pieces) servers[piece.whole] = -1;
  for (size_t server = 0; server < placed.size(); ++server) {
    for (const UpdatePart& part : placed[server]) {
      for (const NameList* names : {&part.gradients, &part.state}) {
        for (const std::string& name : *names) {
          servers[name] = static_cast<int>(server);
        }
      }
    }
  }
  return servers;
}

namespace {

// Adds the servers of a variable, one for each of its pieces; returns how many
// there are, 0 for a whole one.
int64_t AddPlaces(const std::string& name, const ServerOf& servers,
                  std::vector<int64_t>* places) {
  const int server = servers.at(name);
  if (server >= 0) {
    places->push_back(server);
    return 0;
  }
  int count = 0;
  for (;; ++count) {
    const auto piece = servers.find(PieceName(name, count));
    if (piece == servers.end()) return count;
    places->push_back(piece->second);
  }
}

}  // namespace

proto::OpDesc PullOf(const Program& main, const ServerOf& servers,
                     const NameList& names, const std::string& variable,
                     bool latest) {
  std::vector<int64_t> places, pieces, ranks, dims;
  std::vector<std::string> types;
  for (const std::string& name : names) {
    const proto::VarDesc& var = main.global_block().GetVar(name);
    pieces.push_back(AddPlaces(name, servers, &places));
    ranks.push_back(var.dims_size());
    dims.insert(dims.end(), var.dims().begin(), var.dims().end());
    types.emplace_back(DataTypeName(DataTypeFromNumber(var.dtype())));
  }
  proto::OpDesc op =
      MakeOp("pull_parameter", {{"Servers", {variable}}}, {{"Out", names}},
             {{"server_of", places},
              {"dtypes", types},
              {"ranks", ranks},
              {"dims", dims},
              {"latest", latest}});
  if (places.size() > names.size()) SetAttribute(&op, "pieces", pieces);
  op.set_role(proto::COMMUNICATE);
  return op;
}

}  // namespace paddle::framework
