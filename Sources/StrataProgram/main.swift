import StrataREPL

// All else is in a library, which tests import: the package manager may build a program's module later than its tests.
runProgram(CommandLine.arguments)
