/// A step of saving or loading, as an error names it.
public enum FileStep: String, Sendable, CaseIterable {
  /// Following the links in the path's last place.
  case followLinks = "following links"
  /// Opening the folder that the file is in.
  case openFolder = "opening the folder"
  /// Making the folder that is the document.
  case makeFolder = "making the folder"
  /// Taking the lock that keeps other writers out.
  case lock = "locking"
  /// Asking what is there now.
  case inspect = "looking at the file"
  /// Opening the file.
  case open = "opening the file"
  /// Reading it.
  case read = "reading"
  /// Creating a temporary file beside it.
  case createTemporary = "creating a temporary file"
  /// Giving the temporary file to whom the old one belongs.
  case keepOwner = "keeping the owner"
  /// Giving the temporary file the mode of the old one.
  case keepMode = "keeping the mode"
  /// Writing the temporary file.
  case write = "writing"
  /// Waiting until the bytes are on the disk.
  case syncFile = "syncing the file"
  /// Closing the temporary file.
  case close = "closing the file"
  /// Giving the old file a second name.
  case keepPrevious = "keeping the previous version"
  /// Giving the temporary file the name.
  case rename = "renaming the file"
  /// Waiting until the name is on the disk.
  case syncFolder = "syncing the folder"
  /// Cutting a file off after a record that was not written whole.
  case truncate = "cutting the file back"
  /// Starting the thread that saves in the background.
  case startThread = "starting a thread"
  /// Removing a file.
  case remove = "removing the file"
}

/// The step that failed, and the system's reason.
struct StepFailure: Error, Equatable {
  let step: FileStep
  let cause: SystemError
}

/// Makes a call to the system as part of a step, which an error then names.
func performing<Result>(
  _ step: FileStep,
  _ call: () throws(SystemError) -> Result
) throws(StepFailure) -> Result {
  do throws(SystemError) {
    return try call()
  } catch {
    throw StepFailure(step: step, cause: error)
  }
}
