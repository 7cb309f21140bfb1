// Apps import this module: the collections, the core and the storage under one name.
@_exported import PersistentCollections
@_exported import StrataCore
@_exported import StrataStorage
