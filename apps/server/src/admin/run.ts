import { ok, type Result, refused } from '@cardinal/domain'
import { describeProblems, readConfig } from '../config.ts'
import { keepToOwner, OpenDataFolder } from '../operations/data-folder.ts'
import { openStore } from '../store/index.ts'
import { readArguments, type Typed } from './arguments.ts'
import { askAtTerminal } from './ask-at-terminal.ts'
import type { Answer, Command } from './command.ts'
import { COMMANDS } from './commands.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Runs one command of the operator, beside a server that may be running.
 *
 * @param words the command line behind the program's name
 * @param askSecret how the operator is asked for a password
 * @returns lines for stdout, or a text for stderr
 */
export async function runAdmin(
  words: readonly string[],
  env: Environment,
  now = Date.now,
  askSecret = askAtTerminal,
): Promise<Answer> {
  const typed = readArguments(words)
  if (!typed.ok) return refused(`${typed.error}\n\n${helpText()}`)
  if (typed.value.command === 'help') return ok([helpText()])
  const checked = checkOptions(typed.value)
  if (!checked.ok) return checked
  const config = readConfig(env)
  if (!config.ok) return refused(describeProblems(config.error))
  try {
    keepToOwner(config.value)
  } catch (error) {
    if (error instanceof OpenDataFolder) return refused(error.message)
    throw error
  }
  const command = checked.value
  if ('runOnFiles' in command) return command.runOnFiles(typed.value.options, config.value, now)
  const store = await openStore(config.value)
  try {
    await store.migrate()
    return await command.run(typed.value.options, { store, config: config.value, now, askSecret })
  } finally {
    await store.close()
  }
}

function checkOptions({ command, options }: Typed): Result<Command, string> {
  const found = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (found === undefined) return refused(`There is no command "${command}".\n\n${helpText()}`)
  const missing = found.needs.filter((name) => options[name] === undefined)
  const unknown = Object.keys(options).filter((name) => !found.takes.includes(name))
  if (missing.length > 0)
    return refused(`${command} needs ${missing.map((name) => `--${name}`).join(' and ')}.`)
  if (unknown.length > 0) return refused(`${command} does not take --${unknown.join(', --')}.`)
  return ok(found)
}

function helpText(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { usage, does }]) => `  ${`${name} ${usage}`.trim()}\n      ${does}`,
  )
  return `Commands:\n${lines.join('\n')}`
}
