#include <cstddef>
#include <cstdint>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/remote/remote_maker.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void AddSlots(framework::OpMaker* op) {
  AddServers(op);
  AddTrainers(op);
  op->AddInput("Param", "Parameters of floating point, of any shapes.")
      .AsList()
      .NoGradient();
  op->AddInput("Pulled",
               "What the servers had of each when it was pulled last, of the "
               "same shape and type.")
      .AsList()
      .NoGradient();
  op->AddOutput("ParamOut", "What the servers have now, of the same shapes.")
      .AsList();
  op->AddOutput("PulledOut", "The same values, of the same shapes.").AsList();
  op->Updates("ParamOut", "Param");
  op->Updates("PulledOut", "Pulled");
}

void DescribePushDelta(framework::OpMaker* op) {
  AddSlots(op);
  op->AddAttr<std::vector<int64_t>>("server_of",
                                    "The number of the server that has each.")
      .AnyLength()
      .AtLeast(0);
  op->AddAttr<int64_t>("trainers", "The number of trainers of the job.")
      .SetDefault(1)
      .AtLeast(1);
  op->AddAttr<int64_t>("push_every",
                       "It does nothing but in each step whose number, counted "
                       "from 1, is a multiple of this.")
      .SetDefault(1)
      .AtLeast(1);
  op->HasLastingEffect();
  op->AddComment(
      "Sends (Param - Pulled) / trainers to the servers, which add it to what "
      "they have, and takes the sum: no trainer waits for another one. "
      "Differences are of float64. Changes nothing before it has all. Errors: "
      "FailedPrecondition if Servers or Group holds none; InvalidArgument for "
      "a group of several trainers, numbers that are not of floating point, "
      "and values of another shape or type; what went wrong at a server, with "
      "its address. Source: GEO-SGD of PaddlePaddle's DistributedTranspiler "
      "(GeoSgdTranspiler), 2019; Zhang et al., \"Deep learning with elastic "
      "averaging SGD\", 2015.");
}

void InferPushDelta(framework::InferShapeContext* context) {
  const int count = context->InputCount("Param");
  PADDLE_ENFORCE(
      context->InputCount("Pulled") == count &&
          context->OutputCount("ParamOut") == count &&
          context->OutputCount("PulledOut") == count &&
          context->Attr<std::vector<int64_t>>("server_of").size() ==
              static_cast<size_t>(count),
      InvalidArgument,
      "push_delta needs Pulled, ParamOut, PulledOut and a server for each "
      "Param, of which there are ",
      count);
  for (int i = 0; i < count; ++i) {
    PADDLE_ENFORCE(
        context->InputDims("Param", i) == context->InputDims("Pulled", i) &&
            context->InputType("Param", i) == context->InputType("Pulled", i) &&
            framework::IsFloating(context->InputType("Param", i)),
        InvalidArgument, "Param[", i, "] of push_delta is ",
        context->InputDims("Param", i).ToString(), " of ",
        framework::DataTypeName(context->InputType("Param", i)), ", Pulled[", i,
        "] ", context->InputDims("Pulled", i).ToString(), " of ",
        framework::DataTypeName(context->InputType("Pulled", i)));
    for (const char* out : {"ParamOut", "PulledOut"}) {
      context->SetOutput(out, context->InputDims("Param", i),
                         context->InputType("Param", i), i);
    }
  }
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(push_delta,
                             framework::ShapeFunction(InferPushDelta),
                             framework::MakerFunction(DescribePushDelta));
REGISTER_OP_FLOPS(push_delta, framework::FlopsOfEach("Param", 2));

}  // namespace paddle::operators
