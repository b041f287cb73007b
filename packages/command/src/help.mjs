/**
 * @typedef {{ readonly usage: readonly string[], readonly about: string, readonly options: readonly string[] }} CommandHelp
 */

/**
 * The usage of each command, and a description.
 * @type {Readonly<Record<string, CommandHelp>>}
 */
export const COMMAND_HELP = {
  login: {
    usage: ['login --url https://cardinal.example --token SECRET'],
    about: 'Checks a personal token and keeps it. Without --token it is read from a pipe.',
    options: ['url', 'token'],
  },
  add: {
    usage: [
      'add TEXT [--tags a,b] [--type todo|note|link] [--title …] [--due “friday 14:00”]',
      '       [--start monday] [--plain] [--file PICTURE] [--file …]',
    ],
    about:
      'Adds a card. Its text is understood as in the searchbar: #tag, and for todos words such as “tomorrow at 9”; --plain switches that off. A text with a date becomes a todo, one that begins with an address a link. --due takes a date, or words such as “every month”; --start the day on which work on it begins. --file puts a file on the card; without a text its name is the text. Without both, each line of a pipe is a card.',
    options: ['tags', 'type', 'title', 'due', 'start', 'plain', 'file', 'dry-run', 'json'],
  },
  find: {
    usage: ['find SEARCH [--type todo|note|link] [--limit 20]'],
    about: 'Lists the cards that a search finds.',
    options: ['type', 'limit', 'json'],
  },
  tag: {
    usage: ['tag SEARCH --tags a,b [--remove c]'],
    about: 'Adds tags to all cards of a search, and takes others off.',
    options: ['tags', 'remove', 'type', 'dry-run', 'json'],
  },
  suggest: {
    usage: ['suggest TEXT'],
    about: 'Lists tags that your history suggests for a text.',
    options: ['json'],
  },
  import: {
    usage: [
      'import FILE [--columns Link:url,Why:tags] [--time-zone Europe/Berlin]',
      '       [--encoding windows-1251] [--date-order day-first|month-first] [--files FOLDER]',
    ],
    about:
      'Imports a file of another program; - reads it from a pipe. --files sends the folder that export --files wrote.',
    options: ['columns', 'time-zone', 'encoding', 'date-order', 'files', 'dry-run', 'json'],
  },
  undo: { usage: ['undo IMPORT'], about: 'Takes back what add or import made.', options: [] },
  export: {
    usage: [
      'export [SEARCH] [--format json|html|csv|markdown|markdown-zip] [--type …] [--account] [-o FILE]',
      '       [--files FOLDER]',
    ],
    about:
      'Writes the cards of a search, all cards, or the whole account. --files puts the files of the cards into a folder.',
    options: ['format', 'type', 'account', 'output', 'files'],
  },
  open: { usage: ['open [SEARCH] [--print]'], about: 'Opens a search in the browser.', options: ['print'] },
  mcp: {
    usage: ['mcp [--read-only]', 'mcp --http PORT [--url https://cardinal.example] [--read-only]'],
    about:
      'Serves the Model Context Protocol over input and output, or over HTTP, where each request brings its own token.',
    options: ['http', 'url', 'read-only'],
  },
  completion: {
    usage: ['completion bash|zsh|fish'],
    about: 'Prints completions for a shell to evaluate.',
    options: [],
  },
  help: { usage: ['help [COMMAND]'], about: 'Explains a command.', options: [] },
}

const EXIT_CODES = `Exit codes: 0 done; 1 the server refused something, or could not be reached; 2 the command was used wrongly, and
nothing was sent.`

/**
 * The help of a command, or of all where the name is unknown.
 * @param {string | undefined} name
 */
export function helpOf(name) {
  const command = name === undefined ? undefined : COMMAND_HELP[name]
  if (command === undefined)
    return `cardinal: your links, notes and todos from the command line

${Object.values(COMMAND_HELP)
  .flatMap(({ usage, about }) => [...usage.map((line) => `  cardinal ${line}`), `      ${about}`])
  .join('\n')}

  --json      answers in JSON
  --dry-run   says what would happen and writes nothing (add, tag, import)
  --version   says which release this is

The server and the token are those of \`cardinal login\`, or of CARDINAL_URL and CARDINAL_TOKEN together.
${EXIT_CODES}`
  return `${command.usage.map((line) => `cardinal ${line}`).join('\n')}

${command.about}
${command.options.length === 0 ? '' : `Options: ${command.options.map((option) => `--${option}`).join(' ')}\n`}${EXIT_CODES}`
}

/**
 * A script with completions of commands and their options, for the shell to evaluate.
 * @param {'bash' | 'zsh' | 'fish'} shell
 */
export function completion(shell) {
  const commands = Object.keys(COMMAND_HELP).join(' ')
  const all = Object.entries(COMMAND_HELP)
  if (shell === 'fish')
    return [
      `complete -c cardinal -f -n __fish_use_subcommand -a '${commands}'`,
      ...all.flatMap(([name, { options }]) =>
        options.map((option) => `complete -c cardinal -n '__fish_seen_subcommand_from ${name}' -l ${option}`),
      ),
    ].join('\n')
  const cases = all.map(
    ([name, { options }]) => `    ${name}) options='${options.map((option) => `--${option}`).join(' ')}';;`,
  )
  const body = `_cardinal() {
  local word="\${COMP_WORDS[COMP_CWORD]}" options=''
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W '${commands}' -- "$word"))
  elif [ "\${word#-}" != "$word" ]; then COMPREPLY=($(compgen -W "$options" -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -F _cardinal cardinal`
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${body}` : body
}
