#include "paddle/tools/serve/metrics.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <functional>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/serving/model_stats.h"
#include "paddle/tools/serve/model_text.h"

namespace paddle::serve {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using serving::ModelStats;
using serving::ModelVersion;
using serving::PowerHistogram;
using Models = std::vector<std::shared_ptr<const ModelVersion>>;

constexpr const char* kOutcomeNames[serving::kOutcomes] = {
    "done", "failed", "expired", "gone", "refused"};

ClientMetric MetricOf(const ModelVersion& model) {
  ClientMetric metric;
  metric.label = {{"model", model.name},
                  {"version", absl::StrCat(model.version)}};
  return metric;
}

MetricFamily Family(std::string name, std::string help, MetricType type) {
  MetricFamily family;
  family.name = std::move(name);
  family.help = std::move(help);
  family.type = type;
  return family;
}

MetricFamily Requests(const Models& models) {
  MetricFamily family = Family("paddle_requests_total",
                               "Requests by their fate.", MetricType::Counter);
  for (const auto& model : models) {
    for (int i = 0; i < serving::kOutcomes; ++i) {
      ClientMetric metric = MetricOf(*model);
      metric.label.push_back({"outcome", kOutcomeNames[i]});
      metric.counter.value = static_cast<double>(
          model->stats->count(static_cast<serving::Outcome>(i)));
      family.metric.push_back(std::move(metric));
    }
  }
  return family;
}

MetricFamily Waiting(const Models& models) {
  MetricFamily family = Family("paddle_waiting_requests", "Requests that wait.",
                               MetricType::Gauge);
  for (const auto& model : models) {
    family.metric.push_back(MetricOf(*model));
    family.metric.back().gauge.value =
        static_cast<double>(model->batcher->waiting());
  }
  return family;
}

// Lists those alone that fail: one that has been loaded before its folder was
// damaged serves nevertheless.
MetricFamily Failed(const std::vector<serving::ModelState>& index) {
  MetricFamily family =
      Family("paddle_failed_versions",
             "Versions that are in the folder and could not be loaded.",
             MetricType::Gauge);
  for (const serving::ModelState& state : index) {
    if (!state.failed) continue;
    ClientMetric metric;
    metric.label = {{"model", state.name}, {"version", VersionText(state)}};
    metric.gauge.value = 1;
    family.metric.push_back(std::move(metric));
  }
  return family;
}

// `unit` is what 1 stands for.
MetricFamily Histogram(const Models& models, const char* name, const char* help,
                       const PowerHistogram ModelStats::*histogram,
                       double unit) {
  MetricFamily family = Family(name, help, MetricType::Histogram);
  for (const auto& model : models) {
    const PowerHistogram& counts = (*model->stats).*histogram;
    ClientMetric metric = MetricOf(*model);
    uint64_t total = 0;
    for (int i = 0; i + 1 < PowerHistogram::kBuckets; ++i) {
      total += counts.count(i);
      ClientMetric::Bucket bucket;
      bucket.cumulative_count = total;
      bucket.upper_bound =
          static_cast<double>(PowerHistogram::UpperBound(i)) * unit;
      metric.histogram.bucket.push_back(bucket);
    }
    metric.histogram.sample_count =
        total + counts.count(PowerHistogram::kBuckets - 1);
    metric.histogram.sample_sum = static_cast<double>(counts.sum()) * unit;
    family.metric.push_back(std::move(metric));
  }
  return family;
}

}  // namespace

std::string MetricsText(const serving::ModelRepository& repository) {
  const Models models = repository.Loaded();
  const std::vector<MetricFamily> families = {
      Requests(models),
      Waiting(models),
      Failed(repository.Index()),
      Histogram(models, "paddle_queue_seconds", "Time in the queue.",
                &ModelStats::queue_microseconds, 1e-6),
      Histogram(models, "paddle_compute_seconds", "Time to compute a batch.",
                &ModelStats::compute_microseconds, 1e-6),
      Histogram(models, "paddle_batch_rows", "Rows of a batch.",
                &ModelStats::batch_rows, 1),
      Histogram(models, "paddle_batch_requests", "Requests of a batch.",
                &ModelStats::batch_requests, 1),
  };
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace paddle::serve
