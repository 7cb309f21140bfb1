#include "AllocatorFigures.h"

#include <sys/resource.h>

void process_limit_memory(size_t bytes) {
  struct rlimit limit = {bytes, bytes};
  setrlimit(RLIMIT_AS, &limit);
}

#if defined(__APPLE__)
#include <malloc/malloc.h>

size_t allocator_live_bytes(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return statistics.size_in_use;
}

size_t allocator_usable_bytes(const void *block) { return malloc_size(block); }

void allocator_return_spare_pages(void) { malloc_zone_pressure_relief(NULL, 0); }

void allocator_keep_pages(void) {}

#include <mach/mach.h>

size_t process_resident_bytes(void) {
  struct mach_task_basic_info info;
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  if (task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count) != KERN_SUCCESS) return 0;
  return info.resident_size;
}

#else
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

size_t process_resident_bytes(void) {
  unsigned long total, resident;
  FILE *figures = fopen("/proc/self/statm", "r");
  if (!figures) return 0;
  int found = fscanf(figures, "%lu %lu", &total, &resident);
  fclose(figures);
  return found == 2 ? resident * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

size_t allocator_live_bytes(void) {
  struct mallinfo2 figures = mallinfo2();
  return figures.uordblks + figures.hblkhd;
}

size_t allocator_usable_bytes(const void *block) { return malloc_usable_size((void *)block); }

void allocator_return_spare_pages(void) { malloc_trim(0); }

void allocator_keep_pages(void) {
  mallopt(M_TRIM_THRESHOLD, -1);
  mallopt(M_MMAP_MAX, 0);
}
#endif
