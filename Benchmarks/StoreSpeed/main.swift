import Measuring

var suite = Suite("StoreSpeed", sizes: [1_000, 10_000, 1_000_000], quickSizes: [100])
SendWorkloads.add(to: &suite)
MoveWorkloads.add(to: &suite)
TrimWorkloads.add(to: &suite)
ObserverWorkloads.add(to: &suite)
PatchWorkloads.add(to: &suite)
AtticWorkloads.add(to: &suite)
JournalWorkloads.add(to: &suite)
MergeWorkloads.add(to: &suite)
FirstWorkloads.add(to: &suite)
FloorWorkloads.add(to: &suite)

Heap.warm(bytes: 256 << 20)
suite.main()
