#include "paddle/framework/registry/composite_gradient.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

CompositeContext* AsComposite(GradContext* context) {
  auto* composite = dynamic_cast<CompositeContext*>(context);
  PADDLE_ENFORCE(composite != nullptr, Internal,
                 "this gradient is that of a program, for which the context "
                 "has no means");
  return composite;
}

}  // namespace paddle::framework
