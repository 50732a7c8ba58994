#include "paddle/platform/cpu_quota.h"

#include <fstream>
#include <sstream>

namespace paddle::platform {
namespace {

// Returns the smaller limit, of which 0 is none.
double Smaller(double a, double b) {
  if (a == 0 || b == 0) return a + b;
  return a < b ? a : b;
}

// A quota of time in a period, both in microseconds. Text in place of the quota
// ("max") and a negative one are no limit.
double Share(std::istream& quota, std::istream& period) {
  double used = 0, of = 0;
  if (!(quota >> used) || !(period >> of) || used <= 0 || of <= 0) return 0;
  return used / of;
}

// "150000 100000" or "max 100000".
double LimitOfVersion2(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  return Share(file, file);
}

double LimitOfVersion1(const std::string& folder) {
  std::ifstream quota(folder + "/cpu.cfs_quota_us");
  std::ifstream period(folder + "/cpu.cfs_period_us");
  return Share(quota, period);
}

// Returns the smallest limit of a group and of those around it. Where a
// container sees its own group as the root, the path leads to no folder, and
// the root has the limit.
double LimitOfPath(const std::string& mount, std::string path,
                   double (*limit_of)(const std::string& folder)) {
  double limit = 0;
  while (true) {
    limit = Smaller(limit, limit_of(mount + path));
    const size_t slash = path.rfind('/');
    if (slash == std::string::npos) return limit;
    path.resize(slash);
  }
}

bool Names(const std::string& controllers, const std::string& wanted) {
  std::istringstream list(controllers);
  for (std::string one; std::getline(list, one, ',');) {
    if (one == wanted) return true;
  }
  return false;
}

}  // namespace

double CPUQuota(const std::string& root) {
  // Lines of "number:controllers:path"; version 2 names no controllers.
  std::ifstream groups(root + "/proc/self/cgroup");
  const std::string mount = root + "/sys/fs/cgroup";
  double limit = 0;
  for (std::string line; std::getline(groups, line);) {
    std::istringstream parts(line);
    std::string number, controllers, path;
    std::getline(parts, number, ':');
    std::getline(parts, controllers, ':');
    std::getline(parts, path);
    if (controllers.empty()) {
      limit = Smaller(limit, LimitOfPath(mount, path, LimitOfVersion2));
    } else if (Names(controllers, "cpu")) {
      limit =
          Smaller(limit, LimitOfPath(mount + "/cpu", path, LimitOfVersion1));
    }
  }
  return limit;
}

}  // namespace paddle::platform
