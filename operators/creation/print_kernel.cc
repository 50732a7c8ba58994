#include <atomic>
#include <iostream>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/printing.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/platform/device_graph.h"

namespace paddle::operators {
namespace {

class PrintKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // A recorded graph replays GPU work only: the text would be that of the
    // recording.
    platform::RefuseWhileRecording("printing");
    // Counted atomically: steps of one program may run on several threads.
    if (first_n_ < 0 || times_.fetch_add(1) < first_n_) {
      // One write of the whole line, so that lines of several threads do not
      // mix.
      std::cerr << absl::StrCat(
          message_.value(), message_.value().empty() ? "" : " ",
          arguments().var(0).name, " = ", ValueText(context), "\n");
    }
    if (out_.present()) Copy(context);
  }

 private:
  std::string ValueText(const framework::KernelContext& context) const {
    const int64_t most =
        summarize_ < 0 ? std::numeric_limits<int64_t>::max() : summarize_;
    return in_.is_selected_rows() ? framework::ToString(in_.rows(context), most)
                                  : framework::ToString(in_(context), most);
  }

  void Copy(const framework::KernelContext& context) const {
    if (in_.is_selected_rows()) {
      kernels::CopyRows(context.device(), in_.rows(context),
                        context.allocator(), &out_.rows(context));
    } else {
      kernels::CopyElements(context.device(), in_(context), &out_(context));
    }
  }

  const Input in_{this, "In"};
  const Output out_{this, "Out"};
  const Attr<std::string> message_{this, "message"};
  const Attr<int64_t> first_n_{this, "first_n"};
  const Attr<int64_t> summarize_{this, "summarize"};
  mutable std::atomic<int64_t> times_{0};
};

}  // namespace

REGISTER_OPERATOR(print, PrintKernel);

}  // namespace paddle::operators
