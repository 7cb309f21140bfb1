/// What `strata inspect --help` says.
let inspectUsageText = """
  strata inspect [FILE] [COMMAND …] [--page OUT] [--title TITLE] [--omit PATH]… [--json] [--no-limits]

  Looks at the history of any app's workspace, without knowing the app, also while the app is open; nothing is written.
  With a command behind FILE, that one is answered; without one, commands are read, one a line.

    FILE           the state file, or the folder that is a document; without it, workspace.json in the data directory
    --page OUT     write a page for a browser, in which one travels through the history: one file, which loads nothing
    --title TITLE  what the page is called; without it, as the file is
    --omit PATH    leave out what stands at a path, such as people or notes[*].text, with the labels of steps there
    --json         answer by one JSON value on a line of its own, errors too; strata --manual shows the forms
    --no-limits    read the workspace however large it is, and whatever memory that takes
    --             what follows is a file or a command, whatever it begins with

  The commands, which may be cut short where no other begins so:
  \(InspectCommand.lines.joined(separator: "\n  "))

  \(InspectCommand.words.joined(separator: "\n  "))

  The exit status:
    0    all went well
    1    a command was understood and has no answer: there is no such moment, there is nothing at that path, the history
         began later, a file of that name is there already; or a line from a pipe failed
    2    the command line, or the command behind FILE, was not understood
    3    the workspace could not be opened
    4    the output could not be written, or was not read to its end
    5    the input could not be read

  """
