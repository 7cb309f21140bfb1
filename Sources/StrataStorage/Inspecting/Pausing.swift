import Platform

/// Waits a moment.
func pause(milliseconds: Int) { usleep(UInt32(milliseconds) * 1_000) }
