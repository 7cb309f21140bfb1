/// What `strata follow --help` says.
let followUsageText = """
  strata follow [FILE] [--after POSITION] [--no-limits]

  Tells the changes of any app's workspace as the app makes them, without knowing the app: JSON, a value a line.
  Nothing is written, and the app is not kept waiting.

    FILE               the state file, or the folder that is a document; without it, workspace.json in the data
                       directory
    --after POSITION   go on behind a position that was told before; without it, the state is told first
    --no-limits        read the workspace however large it is, and whatever memory that takes
    --                 what follows is a file, whatever it begins with

  The first line says the format; a later one would have another number:
    {"format":"strata-feed-1"}
  Where a feed begins, or has no way on from what was told before, the state as a whole; its reason is beginning,
  behind (the changes between are not there one by one any more) or rolledBack (changes that were told are gone):
    \(JSONForms.feedState)
  Then each change once, in order. Its kind is step, addition (to the present moment), movement (by undo, redo or a
  jump), beginning (of a new history), saved, checkpoint, forgotten (all moments but
  one), or none, which undo ignores:
    \(JSONForms.feedChange)
  TOLD is what there is to tell of the moment:
    \(JSONForms.feedTold)
  A PATCH leads from the state before to the one behind; {} where the history alone is another one. Keep the POSITION
  of what you have taken in, and nothing comes twice.

  The exit status:
    0              whoever read has read enough
    2              the command line was not understood
    3              the workspace could not be opened
    4              the output could not be written
    5              what came later could not be read
    129, 130, 143  the signals HUP, INT and TERM

  """
