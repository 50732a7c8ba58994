// Read by ThreadSanitizer: these libraries are compiled without it, so that it
// sees neither how they order what their threads do, nor that what the loader
// of libraries has made is there for all threads.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:libgloo.so\n"
         "race:libgrpc.so\nrace:libgrpc++.so\nrace:libgpr.so\nrace:libabsl_\n"
         "race:librocksdb.so\n";
}
