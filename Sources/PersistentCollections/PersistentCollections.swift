// PersistentCollections
