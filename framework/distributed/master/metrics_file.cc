#include "paddle/framework/distributed/master/metrics_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/distributed/master/own_files.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::distributed {
namespace {

[[noreturn]] void Fail(const std::string& path) {
  PADDLE_THROW(FailedPrecondition, "cannot write ", path, ": ",
               std::strerror(errno));
}

// Returns how many bytes of the text are whole lines of up to so many steps.
size_t BytesUntil(absl::string_view text, int64_t steps) {
  size_t kept = 0;
  for (size_t end; (end = text.find('\n', kept)) != text.npos; kept = end + 1) {
    const absl::string_view line = text.substr(kept, end - kept);
    int64_t step = 0;
    if (!absl::SimpleAtoi(line.substr(0, line.find('\t')), &step)) break;
    if (step > steps) break;
  }
  return kept;
}

void CutBehind(const std::string& path, int64_t steps) {
  if (!std::filesystem::exists(path)) return;
  const std::string text =
      WithOwnFiles([&] { return platform::ReadFile(path); });
  const size_t kept = BytesUntil(text, steps);
  if (kept < text.size() && truncate(path.c_str(), kept) != 0) Fail(path);
}

std::string Digits(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", value);
  return text;
}

template <typename T>
void AppendBytes(T value, std::string* bytes) {
  bytes->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

template <typename T>
void TakeBytes(absl::string_view* bytes, T* value) {
  std::memcpy(value, bytes->data(), sizeof(*value));
  bytes->remove_prefix(sizeof(*value));
}

}  // namespace

std::string PackBatches(const std::vector<BatchMetrics>& batches) {
  std::string bytes;
  for (const BatchMetrics& batch : batches) {
    AppendBytes(batch.rows, &bytes);
    for (const double value : batch.values) AppendBytes(value, &bytes);
  }
  return bytes;
}

std::vector<BatchMetrics> UnpackBatches(const std::string& bytes,
                                        size_t metrics) {
  const size_t each = sizeof(BatchMetrics::rows) + metrics * sizeof(double);
  PADDLE_ENFORCE(bytes.size() % each == 0, DataLoss, "a trainer gives ",
                 bytes.size(),
                 " bytes for the metrics of "
                 "a step, whose batches have ",
                 each, " each");
  std::vector<BatchMetrics> batches(bytes.size() / each);
  absl::string_view rest = bytes;
  for (BatchMetrics& batch : batches) {
    TakeBytes(&rest, &batch.rows);
    batch.values.resize(metrics);
    for (double& value : batch.values) TakeBytes(&rest, &value);
  }
  return batches;
}

std::vector<double> MeansOf(const std::vector<BatchMetrics>& batches,
                            size_t metrics) {
  std::vector<double> means(metrics);
  double rows = 0;
  for (const BatchMetrics& batch : batches) {
    const auto weight = static_cast<double>(batch.rows);
    rows += weight;
    for (size_t i = 0; i < metrics; ++i) means[i] += weight * batch.values[i];
  }
  for (double& mean : means) mean /= rows;
  return means;
}

MetricsFile::MetricsFile(std::string path, std::vector<std::string> names,
                         int64_t steps)
    : path_(std::move(path)), names_(std::move(names)) {
  CutBehind(path_, steps);
  file_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file_ < 0) Fail(path_);
}

MetricsFile::~MetricsFile() { close(file_); }

void MetricsFile::Append(int64_t step, int64_t epoch,
                         absl::Span<const double> values) {
  std::string line = absl::StrCat(step, "\t", epoch);
  for (size_t i = 0; i < names_.size(); ++i) {
    absl::StrAppend(&line, "\t", names_[i], "=", Digits(values[i]));
  }
  line += '\n';
  // In one piece, so that who reads meanwhile sees whole lines; the next
  // attempt cuts off what a full disk has left of one.
  errno = ENOSPC;
  const auto size = static_cast<ssize_t>(line.size());
  if (write(file_, line.data(), line.size()) != size) Fail(path_);
}

void MetricsFile::Sync() {
  if (fsync(file_) != 0) Fail(path_);
}

}  // namespace paddle::distributed
