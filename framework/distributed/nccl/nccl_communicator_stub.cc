#include "paddle/framework/distributed/nccl/nccl_communicator.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

std::unique_ptr<Communicator> NewNcclCommunicator(std::unique_ptr<Communicator>,
                                                  const NcclOptions& options) {
  PADDLE_THROW(Unavailable,
               "members cannot exchange memory of CUDA:", options.device,
               ": this is built without CUDA; build with --config=cuda");
}

}  // namespace paddle::distributed
