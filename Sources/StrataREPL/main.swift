// StrataREPL
