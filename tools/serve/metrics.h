// Prints the numbers of models for Prometheus.
#pragma once

#include <string>

#include "paddle/framework/serving/model_repository.h"

namespace paddle::serve {

// Returns the numbers of all loaded models in Prometheus' text format 0.0.4:
//
//   paddle_requests_total{model="mlp",version="1",outcome="done"} 12
//
// outcomes are done, failed, expired, gone and refused; histograms of queue
// time, compute time (of batches), rows and requests of batches; the requests
// that wait.
std::string MetricsText(const serving::ModelRepository& repository);

}  // namespace paddle::serve
