// Read by ThreadSanitizer: RocksDB is compiled without it, so that it does not
// see how RocksDB orders what its threads do.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:librocksdb.so\n";
}
