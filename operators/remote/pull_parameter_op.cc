#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/remote/remote_maker.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using Numbers = std::vector<int64_t>;

void DescribePullParameter(framework::OpMaker* op) {
  AddServers(op);
  op->AddOutput("Out",
                "Parameters, of the shapes that ranks and dims say, by the "
                "names that they have at the servers. Left out: only waits, "
                "until what was pushed has arrived.")
      .AsList()
      .AsOptional();
  op->AddAttr<Numbers>("server_of",
                       "The number of the server that has each; of one in "
                       "pieces, those of its pieces, in their order.")
      .AnyLength()
      .AtLeast(0);
  op->AddAttr<std::vector<std::string>>("dtypes", "The data type of each.")
      .AnyLength();
  op->AddAttr<Numbers>("ranks", "The rank of each.")
      .LengthOf("dtypes")
      .AtLeast(0);
  op->AddAttr<Numbers>("dims", "The sizes of all, one behind the other.")
      .AnyLength()
      .AtLeast(0);
  op->AddAttr<Numbers>("pieces",
                       "In how many row pieces servers have each; w@PIECE_0 is "
                       "the first one of w. 0: whole. Left out: all are whole.")
      .SetDefault({})
      .LengthOf("dtypes")
      .OrNone()
      .AtLeast(0);
  op->AddAttr<bool>("latest",
                    "false: the values that the servers make of what all "
                    "trainers push in this step. true: those that they have.")
      .SetDefault(false);
  op->HasLastingEffect();
  op->AddComment(
      "Waits until the servers have made the step, and takes the parameters "
      "from them. Changes none before it has all. Errors: what went wrong at a "
      "server, with its address; Unavailable if it is lost; InvalidArgument "
      "for a server that the job does not have, and for values and pieces of "
      "another shape or type. Source: Li et al., \"Scaling distributed machine "
      "learning with the parameter server\", 2014.");
}

void InferPullParameter(framework::InferShapeContext* context) {
  const size_t count = context->OutputCount("Out");
  const auto& servers = context->Attr<Numbers>("server_of");
  const auto& types = context->Attr<std::vector<std::string>>("dtypes");
  const auto& ranks = context->Attr<Numbers>("ranks");
  const auto& sizes = context->Attr<Numbers>("dims");
  PADDLE_ENFORCE_EQ(types.size(), count,
                    "types of pull_parameter, one for each output");
  size_t places = count;
  for (const int64_t pieces : context->Attr<Numbers>("pieces")) {
    places += std::max<int64_t>(pieces, 1) - 1;
  }
  PADDLE_ENFORCE_EQ(servers.size(), places,
                    "servers of pull_parameter, one for each output or piece");
  size_t next = 0;
  for (size_t i = 0; i < count; ++i) {
    framework::Dims dims;
    for (int64_t axis = 0; axis < ranks[i]; ++axis) {
      PADDLE_ENFORCE(next < sizes.size(), InvalidArgument,
                     "pull_parameter has ", sizes.size(),
                     " sizes, fewer than its ranks need");
      dims.Append(sizes[next++]);
    }
    context->SetOutput("Out", dims, framework::ParseDataType(types[i]),
                       static_cast<int>(i));
  }
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(pull_parameter,
                             framework::ShapeFunction(InferPullParameter),
                             framework::MakerFunction(DescribePullParameter));
REGISTER_OP_FLOPS(pull_parameter, framework::NoFlops());

}  // namespace paddle::operators
