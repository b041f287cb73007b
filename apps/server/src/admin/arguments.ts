import { ok, type Result, refused } from '@cardinal/domain'

/** A command as it was typed: its name, and what stands behind each `--option`. */
export interface Typed {
  readonly command: string
  readonly options: Readonly<Record<string, string>>
}

/** Reads `command --name value --name=value`. The error is a sentence. */
export function readArguments(words: readonly string[]): Result<Typed, string> {
  const [command = 'help', ...rest] = words
  const options: Record<string, string> = {}
  for (let i = 0; i < rest.length; i++) {
    const [, name, inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(rest[i] ?? '') ?? []
    if (name === undefined) return refused(`"${rest[i]}" is not an option; options begin with two dashes.`)
    const value = inline ?? rest[++i]
    if (value === undefined) return refused(`--${name} needs a value.`)
    options[name] = value
  }
  return ok({ command: command.replace(/^--?/, ''), options })
}
