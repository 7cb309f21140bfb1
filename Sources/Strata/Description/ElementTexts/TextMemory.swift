/// What was written of a state's large collections, so that the next version is written in the time that its changes
/// take.
///
/// It has the shape of the state: one for each record, down to the collections that are not inside of others. It costs
/// as many bytes as what was written, and half as many again for small elements.
///
/// Not for two threads at a time.
package final class TextMemory {
  private var fields: [String: TextMemory] = [:]
  private var elements: Any?
  /// About how many bytes of neighbouring elements are written anew when one of them is different.
  let chunkSize: Int
  /// Collections with fewer elements are always written anew.
  let smallestCount: Int

  package init(chunkSize: Int = 16 << 10, smallestCount: Int = 64) {
    self.chunkSize = chunkSize
    self.smallestCount = smallestCount
  }

  /// What is known of a field of the record that is here.
  func field(_ name: String) -> TextMemory {
    if let known = fields[name] { return known }
    let new = TextMemory(chunkSize: chunkSize, smallestCount: smallestCount)
    fields[name] = new
    return new
  }

  /// Forgets what is known of a field that is none now.
  func forget(_ name: String) { fields[name] = nil }

  /// A version of the collection that is here, and what was written of it.
  struct Elements<Collection, Key: ElementKey> {
    let collection: Collection
    let texts: ElementTexts<Key>
  }

  func elements<Collection, Key>(
    of collection: Collection.Type,
    by key: Key.Type
  ) -> Elements<Collection, Key>? {
    elements as? Elements<Collection, Key>
  }

  func remember<Collection, Key>(_ texts: ElementTexts<Key>, of collection: Collection) {
    elements = Elements(collection: collection, texts: texts)
  }

  func forgetElements() { elements = nil }

  /// This memory for a collection with many elements; nil, and what was known forgotten, for one with few.
  func orNil(for count: Int) -> TextMemory? {
    if count >= smallestCount { return self }
    forgetElements()
    return nil
  }
}
