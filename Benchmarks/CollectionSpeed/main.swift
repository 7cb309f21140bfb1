import Measuring

var suite = Suite("CollectionSpeed", sizes: [1_000, 100_000, 1_000_000], quickSizes: [1_000])
MapWorkloads.add(to: &suite)
SetWorkloads.add(to: &suite)
SortedMapWorkloads.add(to: &suite)
ArrayWorkloads.add(to: &suite)
Heap.warm(bytes: 1 << 30)
suite.main()
