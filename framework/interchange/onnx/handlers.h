// Knows which operators of ONNX can be imported, and by what.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace paddle::onnx {

class Node;

// Writes the operators that compute what a node does, and sets its outputs.
// Errors need not name the node: its caller adds that.
using Handler = void (*)(Node* node);

// The domain of the standard's own operators, which models may also call
// "ai.onnx".
inline constexpr char kStandardDomain[] = "";
// The domain of the steps of optimizers.
inline constexpr char kTrainingDomain[] = "ai.onnx.preview.training";

// The newest operator set of the standard domain that is known.
constexpr int kNewestOpset = 28;

// Returns what imports an operator in version `opset` of its domain: the
// handler of the newest version that is no newer. Null if there is none. Thread
// safe after static initialization.
Handler FindHandler(absl::string_view domain, absl::string_view op, int opset);

// Registers a handler during static initialization. Throws AlreadyExists for a
// second one of the same version.
class HandlerRegistration {
 public:
  HandlerRegistration(const std::string& domain, const std::string& op,
                      int since, Handler handler);
};

#define PADDLE_ONNX_JOIN_(a, b) a##b
#define PADDLE_ONNX_NAME_(line) PADDLE_ONNX_JOIN_(onnx_handler_, line)

// Registers what imports an operator of the standard domain from version
// `since` of the operator set on:
//
//   PADDLE_ONNX_IMPORT("Gemm", 6, ImportGemm);
#define PADDLE_ONNX_IMPORT(op, since, handler) \
  PADDLE_ONNX_IMPORT_OF(::paddle::onnx::kStandardDomain, op, since, handler)

// Registers what imports an operator of another domain.
#define PADDLE_ONNX_IMPORT_OF(domain, op, since, handler)             \
  static const ::paddle::onnx::HandlerRegistration PADDLE_ONNX_NAME_( \
      __LINE__)(domain, op, since, handler)

}  // namespace paddle::onnx
