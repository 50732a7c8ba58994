#include "paddle/framework/passes/update_placement.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "paddle/framework/ir/op_desc.h"
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

ServerOf ServersOf(const std::vector<UpdateParts>& placed) {
  ServerOf servers;
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

proto::OpDesc PullOf(const Program& main, const ServerOf& servers,
                     const NameList& names, const std::string& variable,
                     bool latest) {
  std::vector<int64_t> places, ranks, dims;
  std::vector<std::string> types;
  for (const std::string& name : names) {
    const proto::VarDesc& var = main.global_block().GetVar(name);
    places.push_back(servers.at(name));
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
  op.set_role(proto::COMMUNICATE);
  return op;
}

}  // namespace paddle::framework
