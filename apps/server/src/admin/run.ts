import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { ok, type Result, refused } from '@cardinal/domain'
import { describeProblems, readConfig } from '../config.ts'
import { noteActivity } from '../identity/activity.ts'
import { keepToOwner } from '../operations/data-folder.ts'
import { bringUpToDate, isSentence } from '../operations/upgrade.ts'
import { openStore, type Store } from '../store/index.ts'
import { type Answer, type Command, type Options, userNamed, type Workplace } from './command.ts'
import { COMMANDS } from './commands.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Runs one operator command; a server may be running.
 *
 * @param words the command line after the program's name
 * @param askSecret asks the operator for a password
 * @returns lines for stdout, or a text for stderr
 */
export async function runAdmin(
  words: readonly string[],
  env: Environment,
  now = Date.now,
  askSecret = askAtTerminal,
): Promise<Answer> {
  const answer = await carryOut(words, env, now, askSecret)
  return answer.ok ? ok(answer.value.map(visible)) : refused(visible(answer.error))
}

/**
 * Escapes control characters except line breaks and tabs. Names are chosen by people, and a terminal would
 * obey such characters. JSON keeps its meaning.
 */
function visible(line: string): string {
  return line.replace(
    /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

async function carryOut(
  words: readonly string[],
  env: Environment,
  now: () => number,
  askSecret: typeof askAtTerminal,
): Promise<Answer> {
  const [word = 'help', ...rest] = words
  const name = word.replace(/^--?/, '')
  if (name === 'help') return ok([helpText()])
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) return refused(`There is no command "${name}".\n\n${helpText()}`)
  const options = optionsOf(name, command, rest)
  if (!options.ok) return options
  const config = readConfig(env)
  if (!config.ok) return refused(describeProblems(config.error))
  try {
    keepToOwner(config.value)
    if ('runOnFiles' in command) return await command.runOnFiles(options.value, config.value, now)
    return await runOnStore(name, command, options.value, { config: config.value, now, askSecret })
  } catch (error) {
    if (isSentence(error)) return refused(error.message)
    throw error
  }
}

async function runOnStore(
  name: string,
  command: Extract<Command, { readonly run: unknown }>,
  options: Options,
  place: Omit<Workplace, 'store'>,
): Promise<Answer> {
  const { config, now } = place
  const store = await openStore(config)
  try {
    await bringUpToDate(store, config, now())
    const answer = await command.run(options, { ...place, store })
    if (answer.ok && options.user !== undefined) await noteAct(store, options.user, name, now())
    return answer
  } finally {
    await store.close()
  }
}

/** Notes the command in the account's activity, unless the account was deleted. */
async function noteAct(store: Store, user: string, command: string, now: number): Promise<void> {
  const named = await userNamed(store, user)
  if (named.ok)
    await store.transact(async (tx) =>
      ok(await noteActivity(tx, { userId: named.value.id, sessionId: null }, 'by-operator', command, now)),
    )
}

/** Parses `--name value` and `--name=value`. */
function optionsOf(name: string, { takes, needs }: Command, words: string[]): Result<Options, string> {
  // Earlier releases named people by --email.
  const named = takes.includes('user') ? [...takes, 'email'] : takes
  const known = Object.fromEntries(named.map((option) => [option, { type: 'string' as const }]))
  let options: Options
  try {
    const { email, ...others } = parseArgs({ args: words, options: known }).values as Options
    const name = takes.includes('user') ? 'user' : 'email'
    options = email === undefined ? others : { [name]: email, ...others }
  } catch (error) {
    return refused(`${name}: ${(error as Error).message}`)
  }
  const missing = needs.filter((option) => options[option] === undefined)
  if (missing.length > 0)
    return refused(`${name} needs ${missing.map((option) => `--${option}`).join(' and ')}.`)
  return ok(options)
}

function helpText(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { usage, does }]) => `  ${`${name} ${usage}`.trim()}\n      ${does}`,
  )
  return `Commands (U is the id of a user, or the email that the user signs in with):\n${lines.join('\n')}`
}

/** Reads one line from the terminal without echo, or the first line of stdin. */
async function askAtTerminal(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    stderr.write('\n')
  }
}
