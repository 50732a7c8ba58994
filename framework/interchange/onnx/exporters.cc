#include "paddle/framework/interchange/onnx/exporters.h"

#include "absl/container/flat_hash_map.h"

#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

using Table = absl::flat_hash_map<std::string, Exporter>;

Table& Exporters() {
  static auto* table = new Table;  // Never destroyed: others may outlive it.
  return *table;
}

}  // namespace

Exporter FindExporter(absl::string_view type) {
  const auto found = Exporters().find(type);
  return found == Exporters().end() ? nullptr : found->second;
}

ExporterRegistration::ExporterRegistration(const std::string& type,
                                           Exporter exporter) {
  const bool added = Exporters().emplace(type, exporter).second;
  PADDLE_ENFORCE(added, AlreadyExists, "operator ", type, " has two exporters");
}

}  // namespace paddle::onnx
