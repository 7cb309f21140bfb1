// StrataTesting
