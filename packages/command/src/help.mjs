export const HELP = `cardinal: your links, notes and todos from the command line

  cardinal login --url https://cardinal.example --token SECRET
  cardinal add TEXT [--tags a,b] [--type todo|note|link] [--title …] [--due 2026-03-01]
  cardinal find SEARCH [--type …] [--limit 20]
  cardinal tag SEARCH --tags a,b [--remove c]
  cardinal suggest TEXT            tags that your history suggests
  cardinal import FILE [--columns Link:url,Why:tags] [--time-zone Europe/Berlin]
                       [--encoding windows-1251] [--date-order day-first|month-first]
  cardinal undo IMPORT             takes back what add or import made
  cardinal export [SEARCH] [--format json|html|csv|markdown|markdown-zip] [--account] [-o FILE]
  cardinal open [SEARCH] [--print]
  cardinal mcp [--http PORT] [--read-only]
  cardinal completion bash|zsh|fish

Words behind # in a text are tags. A text that begins with an address is a link. Without a text, add reads one card a line
from a pipe, and import - reads a file from one.

  --json      answers in JSON
  --dry-run   says what would happen and writes nothing (add, tag, import)

The exit code is 0, 1 where the server refused something, or 2 where the command was used wrongly.`

const COMMANDS = 'login add find tag suggest import undo export open mcp completion help'
const OPTIONS =
  '--json --dry-run --type --tags --title --due --remove --limit --format --columns --time-zone --encoding --date-order --account --output --print --http --read-only'

/**
 * A script with completions of commands and options, for the shell to evaluate.
 * @param {string} shell
 */
export function completion(shell) {
  if (shell === 'fish')
    return [
      `complete -c cardinal -f -n __fish_use_subcommand -a '${COMMANDS}'`,
      ...OPTIONS.split(' ').map((option) => `complete -c cardinal -l ${option.slice(2)}`),
    ].join('\n')
  const body = `_cardinal() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W '${COMMANDS}' -- "$word"))
  elif [ "\${word#-}" != "$word" ]; then COMPREPLY=($(compgen -W '${OPTIONS}' -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -F _cardinal cardinal`
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${body}` : body
}
