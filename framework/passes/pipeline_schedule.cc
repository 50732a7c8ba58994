#include "paddle/framework/passes/pipeline_schedule.h"

#include <algorithm>

#include "paddle/platform/enforce.h"

namespace paddle::framework {

std::vector<PipelineUnit> PipelineOrder(const std::string& schedule, int stage,
                                        int stages, int parts) {
  PADDLE_ENFORCE(schedule == "gpipe" || schedule == "1f1b", InvalidArgument,
                 "the schedule of a pipeline is gpipe or 1f1b, not '", schedule,
                 "'");
  // Forward units ahead of the first backward one.
  const int ahead =
      schedule == "gpipe" ? parts : std::min(parts, stages - stage);
  std::vector<PipelineUnit> units;
  for (int part = 0; part < ahead; ++part) units.push_back({false, part});
  for (int part = 0; part < parts; ++part) {
    units.push_back({true, part});
    if (part + ahead < parts) units.push_back({false, part + ahead});
  }
  return units;
}

}  // namespace paddle::framework
