// Read by ThreadSanitizer: Gloo is compiled without it, so that it sees neither
// how Gloo counts the users of a buffer, nor that what the loader of libraries
// has made is there for all threads.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:libgloo.so\n";
}
