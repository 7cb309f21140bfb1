/// What `--version` says.
let versionText = "strata \(version)\n"

/// Which version this is.
let version = "0.1.0"

/// What `--help` says.
let usageText = """
  strata [FILE] [--as NAME] [--read-only] [--set-aside] [--no-limits] [--json] [--keep-going]
  strata check [FILE] [--no-limits]
  strata repair [FILE] [--into OTHER] [--no-limits]
  strata inspect [FILE] [COMMAND …] [--page OUT] [--title TITLE] [--omit PATH]… [--json] [--no-limits]
  strata follow [FILE] [--after POSITION] [--no-limits]
  strata join NUMBER [FILE]
  strata publish [FILE]
  strata apply LINES [FILE]
  strata --help | --manual | --version | --completions SHELL

  A journal, a canvas and people in the terminal. Type help there for the commands. Every change is on the disk before
  its answer is shown, and can be undone in the next sitting, too.

    FILE           the workspace; without it, workspace.json in the data directory of the user
    --as NAME      what is done is NAME's, whom history shows, and undo takes back NAME's steps alone
    --read-only    change nothing; also while another program has the workspace open
    --set-aside    where the log is damaged or does not fit: go on with what can be kept of it, and keep a copy
    --no-limits    read and write the workspace however large it is, and whatever memory that takes
    --json         answer every command by one JSON value on a line of its own, errors too
    --keep-going   with lines from a pipe or a file: go on after a line that failed
    --manual       all of this, the commands with examples, and the forms of JSON: for a printer, or strata --manual | less
    --completions  write what bash, zsh or fish needs to complete these; for bash: source <(strata --completions bash)
    --             what follows is a file, whatever it begins with

  Lines from a pipe are carried out up to the first that fails; what is wrong with it is on the standard error with the
  number of its line. With --json it is a value like any other: {"error": …, "line": …}. The forms of JSON have a version,
  which strata --version --json says.

  When a workspace cannot be opened:
    check          say what is there, what is whole, and what is damaged where; nothing is changed. The exit status is 0
                   when all is whole, 1 when something is damaged, cut off or gone, 3 when there is nothing
    repair         keep all that can be kept, and say what is lost. What cannot be read is copied beside it first; with
                   --into, FILE stays as it is and OTHER is what could be kept. A file of one of these names: ./check

  To look at the history of any app's workspace, also while the app is open; nothing is written:
    inspect        ask for its timeline, any moment, any difference, who changed a value last; strata inspect --help shows
                   the commands. With a command behind FILE, that one alone: strata inspect FILE diff ~1 present
    --page OUT     write a page for a browser, in which one travels through the history
    --omit PATH    leave out what stands at a path, such as people or notes[*].text, with the labels of steps there

  To hear of every change of any app's workspace as it is made; nothing is written, and the app is not kept waiting:
    follow         tell the state, and then each change, once and in order, as JSON, a value a line, until you stop it or
                   read no more; strata follow --help shows the forms
    --after POSITION   go on behind a position that was told before

  To share with other machines, each with a workspace of its own; strata apply --help shows how:
    join NUMBER    begin to share, as the machine of that number
    publish        write what the others do not have yet, as JSON, a change a line
    apply LINES    take in what machines have published; - for the standard input

  The exit status:
    0    all went well
    1    a command failed, or a question of inspect has no answer
    2    the command line, or a question of inspect on it, was not understood
    3    the workspace could not be opened
    4    the output could not be written, or was not read to its end
    5    the input could not be read
    6    what was done could not be saved whole
    129, 130, 143    the signals HUP, INT and TERM: everything is saved

  The environment:
    VISUAL, EDITOR        what notes are written in, where one is to be written in an editor
    NO_COLOR              no colours; nor are there any with TERM=dumb, or where the output is no terminal
    STRATA_LINE_EDITOR    the library that edits lines: a file's name; none for plain lines. Without it, the system's
                          libedit or readline is taken where there is one
    STRATA_PAGER, PAGER   what shows long answers of inspect on a terminal; without them, less
    XDG_DATA_HOME, HOME   where the data directory is

  """
