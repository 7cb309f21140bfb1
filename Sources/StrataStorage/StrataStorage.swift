// StrataStorage
