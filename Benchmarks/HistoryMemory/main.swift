import HistoryCosts

HistoryCosts.Program.main()
