#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/search/beam_search.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class BeamSearchDecodeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::BeamOptions options;
    options.width = width_;
    options.end_id = end_id_;
    kernels::BeamSentences<T>(context.device<Device>(), options, ids_(context),
                              parents_(context), scores_(context),
                              context.allocator(), &sentences_(context),
                              &sentence_scores_(context));
  }

 private:
  const Input ids_{this, "Ids"};
  const Input parents_{this, "ParentIdx"};
  const Input scores_{this, "Scores"};
  const Output sentences_{this, "SentenceIds"};
  const Output sentence_scores_{this, "SentenceScores"};
  const Attr<int64_t> width_{this, "beam_size"};
  const Attr<int64_t> end_id_{this, "end_id"};
};

}  // namespace

REGISTER_OP_KERNEL(beam_search_decode, BeamSearchDecodeKernel, float, double);

}  // namespace paddle::operators
