/// What `strata join --help`, `strata publish --help` and `strata apply --help` say.
let sharingUsageText = """
  strata join NUMBER [FILE] [--no-limits]
  strata publish [FILE] [--no-limits]
  strata apply LINES [FILE] [--no-limits]

  Several machines share a journal, a canvas and people, each with a workspace of its own. What stays at home is the
  page in view, what is selected, and the filter. Each takes back its own steps.

    join NUMBER    begin to share, as the machine of a number from 1 on that no other one has or had. Machine 1 brings
                   what it has; the others begin with a new FILE. What is added gets numbers that begin with the
                   machine's, such as 2000000001, so that no two machines ever give out the same
    publish        write the changes that have no position in the order yet, as JSON, a change a line; nothing where
                   there is none. They have one once apply has met them
    apply LINES    take in the lines of a file, in order; - for the standard input. What was applied before is passed
                   over; where lines are missing, the position that is wanted is named. A line that is none, or does
                   not fit, changes nothing and ends it; those before it stand. What of here cannot be made behind a
                   line, such as a todo in a category that is gone, is withdrawn, and named
    FILE           the workspace; without it, workspace.json in the data directory
    --no-limits    take in lines and read the workspace however large they are
    --             what follows is a file, whatever it begins with

  A file to which all add is an order; of two lines at one position the first counts, and the other machine publishes
  again:
    strata apply order.jsonl && strata publish >> order.jsonl && strata apply order.jsonl

  The lines, in version 1. PATCH leads from what is shared at the position before; a line with after counts where that
  change stands before it:
    \(JSONForms.placedChange)

  The exit status:
    0              all went well
    1              a line was not taken in, or the workspace cannot do it as it is
    2              the command line was not understood
    3              the workspace or the file of lines could not be opened
    4              the output could not be written
    5              the lines could not be read
    129, 130, 143  the signals HUP, INT and TERM

  """

extension JSONForms {
  /// A change of what machines share, with its position.
  static let placedChange = """
    {after?: NAME, at: NUMBER, author: TEXT, label: TEXT, name: NAME, patch: PATCH, position: COUNT, version: 1}
    """
}
