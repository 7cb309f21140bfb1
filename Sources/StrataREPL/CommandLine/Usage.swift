/// The version of the program.
let version = "0.1.0"

/// The version of its JSON, which changes when a script would have to.
let jsonVersion = 1

/// The help for the command line, or for one of its tasks. No line is wider than 80 columns.
func usageText(_ task: Options.Task) -> String {
  switch task {
  case .inspect: inspectUsage
  case .follow: followUsage
  case .join, .publish, .apply: sharingUsage
  default: programUsage
  }
}

private let programUsage = """
  strata [FILE] [--as NAME] [--read-only] [--set-aside] [--no-limits]
         [--json] [--keep-going]
  strata check [FILE]
  strata repair [FILE] [--into OTHER]
  strata inspect [FILE] [COMMAND …]
  strata follow [FILE] [--after POSITION]
  strata join NUMBER [FILE]
  strata publish [FILE]
  strata apply LINES [FILE]
  strata --help | --version | --completions bash|zsh|fish

  A journal, a canvas and people in the terminal. Type help there. Every change is
  on the disk before its answer appears, and can be undone in the next session.

    FILE          the workspace; by default workspace.json in the data directory
    --as NAME     make all changes in the name of an author; undo takes back the
                  author's changes only
    --read-only   change nothing; works while another program has the file open
    --set-aside   continue without a damaged log, and keep a copy of it
    --no-limits   read and write files of any size
    --json        answer each line with one JSON value on a line
    --keep-going  continue after a piped line that failed
    --            end the options

  A pipe stops at the first line that fails. Its error and its number are on the
  standard error, with --json in a value: {"error": …, "line": …}.

    check         say what is whole and what is damaged; change nothing
    repair        keep what can be kept, and say what is lost; a copy of each
                  damaged file stays
    inspect       show the history of any app's workspace: strata inspect --help
    follow        write each change of any app's workspace as JSON: strata follow
                  --help
    join, publish, apply
                  share a workspace with other machines: strata apply --help

  Exit status: 0 success; 1 a command failed, or check found damage; 2 the command
  line was not understood; 3 the workspace could not be opened; 4 the output could
  not be written; 5 the input could not be read; 6 changes could not be saved;
  129, 130, 143 the signals HUP, INT, TERM: everything is saved.

  Environment:
    NO_COLOR             no colours
    STRATA_LINE_EDITOR   the library that edits lines; none for plain lines
    XDG_DATA_HOME, HOME  the place of the data directory
  """

private let inspectUsage = """
  strata inspect [FILE] [COMMAND …] [--page OUT] [--title TITLE] [--omit PATH]…
                 [--json] [--no-limits]

  Shows the history of any app's workspace, also while the app writes. Nothing is
  changed. With a command after FILE, only that is answered.

    FILE           the state file, or the folder of a document
    --page OUT     write a page for a browser: one file that loads nothing
    --title TITLE  the title of the page; by default the file's name
    --omit PATH    leave out the values at a path, such as notes[*].text, and the
                   labels of their steps
    --json         answer with one JSON value on a line
    --no-limits    read files of any size

  \(Inspector.commands.helpLines(Style(width: 80)).joined(separator: "\n"))

  Exit status: 0 success; 1 no answer, such as no such moment; 2 not understood;
  3 the workspace could not be opened; 4 the output could not be written; 5 the
  input could not be read.
  """

private let followUsage = """
  strata follow [FILE] [--after POSITION] [--no-limits]

  Writes each change of any app's workspace as the app makes it: a JSON value a
  line. Nothing is changed, and the app does not wait.

    FILE              the state file, or the folder of a document
    --after POSITION  begin after a position that was written before; by default
                      with the whole state
    --no-limits       read files of any size

  The first line names the format:
    {"format":"strata-feed-1"}
  A feed begins with the whole state, unless it continues. The reason is
  beginning, behind (changes in between are no longer there) or rolledBack
  (written changes are gone):
    {position: POSITION or null, reason: TEXT, state: ANY}
  Then each change follows once, in order. Its kind is step, addition (to the
  present step), movement (undo, redo or jump), beginning (of a new history),
  saved, checkpoint, forgotten (all moments but one) or none:
    {gone?: [COUNT], kind: TEXT, moment?: TOLD, patch: PATCH, position: POSITION}
  where TOLD is
    {id: COUNT, author?: TEXT, by?: TEXT, checkpoint?: TEXT, isExternal?: FLAG,
     label?: TEXT, merges?: COUNT, nanosecondsSince1970?: NUMBER,
     parent?: COUNT or null, switches?: [SWITCH]}
  and SWITCH, a step or a change of it that is switched on or off, is
    {change?: COUNT, isOn: FLAG, moment: COUNT}
  A PATCH transforms the state before into the state after. Keep the POSITION of
  the last change that you have stored, and no change comes twice.

  Exit status: 0 the reader is gone; 2 not understood; 3 the workspace could not
  be opened; 4 the output could not be written; 5 a later change could not be
  read.
  """

private let sharingUsage = """
  strata join NUMBER [FILE] [--no-limits]
  strata publish [FILE] [--no-limits]
  strata apply LINES [FILE] [--no-limits]

  Several machines share a journal, a canvas and people, each in a workspace of
  its own. The page in view, the selection and the filter stay local. Undo takes
  back the machine's own steps.

    join NUMBER  share as the machine of a number from 1 on, which no other one
                 has or had. Machine 1 brings its workspace, the others begin with
                 a new FILE. Ids begin with the machine's number: 2000000001
    publish      write the changes without a position in the order, a JSON value a
                 line. They get their positions when they are applied
    apply LINES  apply the lines of a file in order; - for the standard input.
                 Lines that were applied before are skipped. The first line that
                 does not fit ends it, and the lines before it count. So does a
                 file with another change at a position that was applied. A local
                 change that no longer fits is withdrawn and named

  A file that all append to is the order. Of two lines at one position the first
  counts, and the other machine publishes again:
    strata apply order.jsonl && strata publish >> order.jsonl &&
      strata apply order.jsonl

  A line, in version 1. Its PATCH applies to the shared state at the position
  before. A line with after counts only if that change is there:
    {after?: NAME, at: NUMBER, author: TEXT, label: TEXT, name: NAME,
     patch: PATCH, position: COUNT, version: 1}

  Exit status: 0 success; 1 a line was not applied; 2 not understood; 3 a file
  could not be opened; 4 the output could not be written; 5 the lines could not be
  read.
  """
