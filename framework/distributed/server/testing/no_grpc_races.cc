// Read by ThreadSanitizer: gRPC and Abseil's libraries are compiled without it,
// so that it does not see how they order what their threads do.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:libgrpc.so\nrace:libgrpc++.so\nrace:libgpr.so\nrace:libabsl_\n";
}
