#ifndef ALLOCATOR_FIGURES_H
#define ALLOCATOR_FIGURES_H

#include <stddef.h>

/// What the C allocator says of itself: Swift's module for the C library leaves `<malloc.h>` out.
///
/// Bytes that are allocated and not yet freed, with the allocator's own words per block and blocks that it
/// mapped on their own.
size_t allocator_live_bytes(void);

/// The bytes of a block that whoever asked for it may use.
size_t allocator_usable_bytes(const void *block);

/// What of the process lies in the machine's memory, in whole pages; 0 where the system does not say.
size_t process_resident_bytes(void);

/// Lets the process have no more than so many bytes of addresses: an allocation beyond that fails.
void process_limit_memory(size_t bytes);

/// Asks the allocator to give back what it holds in reserve, so that one workload's leftovers do not colour
/// the next one's clock.
void allocator_return_spare_pages(void);

/// Tells the allocator to keep freed pages and never to map blocks on their own, so that the clock is not
/// measuring the kernel. Call once, before anything is timed.
void allocator_keep_pages(void);

#endif
