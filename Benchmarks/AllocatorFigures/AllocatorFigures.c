#include "AllocatorFigures.h"

#if defined(__APPLE__)
#include <malloc/malloc.h>

size_t allocator_live_bytes(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return statistics.size_in_use;
}

void allocator_return_spare_pages(void) { malloc_zone_pressure_relief(NULL, 0); }

void allocator_keep_pages(void) {}

#else
#include <malloc.h>

size_t allocator_live_bytes(void) {
  struct mallinfo2 figures = mallinfo2();
  return figures.uordblks + figures.hblkhd;
}

void allocator_return_spare_pages(void) { malloc_trim(0); }

void allocator_keep_pages(void) {
  mallopt(M_TRIM_THRESHOLD, -1);
  mallopt(M_MMAP_MAX, 0);
}
#endif
