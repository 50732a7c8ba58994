// Knows which operators can be exported to ONNX, and by what.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace paddle::onnx {

class ExportedOp;

// Writes the nodes that compute what an operator does. Errors need not name the
// operator: its caller adds that.
using Exporter = void (*)(ExportedOp* op);

// Returns what exports operators of a type; null if nothing does. Thread safe
// after static initialization.
Exporter FindExporter(absl::string_view type);

// Registers an exporter during static initialization. Throws AlreadyExists for
// a second one of a type.
class ExporterRegistration {
 public:
  ExporterRegistration(const std::string& type, Exporter exporter);
};

#define PADDLE_ONNX_EXPORT_JOIN_(a, b) a##b
#define PADDLE_ONNX_EXPORT_NAME_(line) \
  PADDLE_ONNX_EXPORT_JOIN_(onnx_exporter_, line)

// Registers what exports operators of a type:
//
//   PADDLE_ONNX_EXPORT("conv2d", ExportConvolution);
#define PADDLE_ONNX_EXPORT(type, exporter)                                    \
  static const ::paddle::onnx::ExporterRegistration PADDLE_ONNX_EXPORT_NAME_( \
      __LINE__)(type, exporter)

}  // namespace paddle::onnx
