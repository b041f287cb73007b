import { spawn } from 'node:child_process'
import { mkdir, open as openFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { CallFailed, Client, keepConnection, readConnection, sha256Of, VERSION, wireType } from './client.mjs'
import { COMMAND_HELP, completion, helpOf } from './help.mjs'
import { NO_DAY, NOT_UNDERSTOOD, readStart, recordsOf, sayUnderstood } from './typed-cards.mjs'

/** Wrong usage; the message is a sentence. */
class Misused extends Error {}

const OPTIONS = /** @type {const} */ ({
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  json: { type: 'boolean' },
  'dry-run': { type: 'boolean', short: 'n' },
  type: { type: 'string' },
  plain: { type: 'boolean' },
  file: { type: 'string', multiple: true },
  tags: { type: 'string', short: 't' },
  title: { type: 'string' },
  due: { type: 'string' },
  start: { type: 'string' },
  remove: { type: 'string' },
  limit: { type: 'string' },
  format: { type: 'string' },
  columns: { type: 'string' },
  'time-zone': { type: 'string' },
  encoding: { type: 'string' },
  'date-order': { type: 'string' },
  account: { type: 'boolean' },
  files: { type: 'string' },
  output: { type: 'string', short: 'o' },
  print: { type: 'boolean' },
  url: { type: 'string' },
  token: { type: 'string' },
  http: { type: 'string' },
  'read-only': { type: 'boolean' },
})

/**
 * @typedef {ReturnType<typeof parsed>['values']} Options
 * @typedef {{ readonly client: Client, readonly words: readonly string[], readonly options: Options }} Asked
 */

/** @param {string[]} args */
function parsed(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new Misused(/** @type {Error} */ (error).message)
  }
}

/**
 * Carries out one command.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code: 0, 1 for a refusal, 2 for a wrong use
 */
export async function run(args) {
  try {
    const { values: options, positionals } = parsed(args)
    const [name, ...words] = positionals
    if (options.version) return say(`cardinal ${VERSION}`, 0)
    if (name === undefined) return say(helpOf(undefined), 0)
    if (!Object.hasOwn(COMMAND_HELP, name))
      throw new Misused(`There is no command “${name}”. \`cardinal help\` names all.`)
    if (options.help) return say(helpOf(name), 0)
    const taken = [...(COMMAND_HELP[name]?.options ?? []), 'json']
    const other = Object.keys(options).find((option) => !taken.includes(option))
    if (other !== undefined)
      throw new Misused(`${name} takes no --${other}. \`cardinal help ${name}\` names its options.`)
    if (name === 'help') return say(helpOf(words[0]), 0)
    if (name === 'completion') return say(completion(shellOf(words[0])), 0)
    if (name === 'login') return await login(options)
    const command = /** @type {(asked: Asked) => Promise<number>} */ (COMMANDS[name])
    // Requests over HTTP have their own tokens.
    const alone =
      name === 'mcp' && options.http !== undefined ? (options.url ?? process.env.CARDINAL_URL) : undefined
    const connection = alone === undefined ? readConnection() : { url: alone, token: '' }
    if (connection === 'incomplete')
      throw new Misused(
        'CARDINAL_URL and CARDINAL_TOKEN are set together or not at all. One of them is missing.',
      )
    if (connection === null)
      throw new Misused(
        'Sign in first: cardinal login --url https://… --token …, or set CARDINAL_URL and CARDINAL_TOKEN.',
      )
    return await command({ client: new Client(connection), words, options })
  } catch (error) {
    if (!(error instanceof Misused) && !(error instanceof CallFailed)) throw error
    complain(error.message)
    return error instanceof Misused ? 2 : 1
  }
}

/** @type {Readonly<Record<string, (asked: Asked) => Promise<number>>>} */
const COMMANDS = { add, find, tag, import: importFile, undo, export: exportFile, open, suggest, mcp }

/** @param {string | undefined} name */
function shellOf(name) {
  if (name !== 'bash' && name !== 'zsh' && name !== 'fish')
    throw new Misused('Use: cardinal completion bash, zsh or fish')
  return name
}

/** @param {Options} options */
async function login({ url, token }) {
  const given = token ?? (process.stdin.isTTY ? '' : (await textOfStdin()).trim())
  if (!url || !URL.canParse(url) || !given) throw new Misused('Use: cardinal login --url https://… --token …')
  await new Client({ url, token: given }).check()
  return say(`Signed in. The token is kept in ${keepConnection({ url, token: given })}.`, 0)
}

/** @param {Asked} asked */
async function add({ client, words, options }) {
  const files = await Promise.all((options.file ?? []).map(fileOf))
  // A file name is not typed text: no tags or dates are read from it.
  const isTyped = words.length > 0 || files.length === 0
  const text = words.length > 0 ? words.join(' ') : files[0]?.name
  const lines = text === undefined ? (await textOfStdin()).split('\n') : [text]
  const due = options.due === undefined ? null : await dueOf(client, options.due)
  const start = options.start === undefined ? null : await readStart(client, options.start)
  if (options.start !== undefined && start === null) throw new Misused(`--start ${options.start} ${NO_DAY}`)
  const { type, title, plain = !isTyped, 'dry-run': isDryRun = false } = options
  if (type !== undefined && !['todo', 'note', 'link'].includes(type))
    throw new Misused('--type is todo, note or link.')
  const cards = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((text) => ({ text, type, title, tags: listOf(options.tags), due, start, files }))
  if (cards.length === 0)
    throw new Misused('There is nothing to add. Give a text, or one card a line by a pipe.')
  const { records, understood, nested } = await recordsOf(client, cards, plain)
  if (!isDryRun) for (const { hash, bytes } of files) await client.sendFile(hash, bytes)
  const receipt = await client.add(records, isDryRun)
  if (!isDryRun) await client.nest(nested)
  const full = { ...receipt, understood }
  if (options.json) return tell(full, options)
  for (const each of understood)
    say(`Understood${cards.length > 1 ? ` in row ${each.row}` : ''}: ${sayUnderstood(each)}`, 0)
  return tell(receipt, options)
}

/**
 * The due date that words such as `tomorrow` or `every friday at 9` mean, by the clock of this machine.
 * @param {Client} client
 * @param {string} words
 */
async function dueOf(client, words) {
  const due = words.length > 200 ? null : await client.readDue(words)
  if (due === null) throw new Misused(`--due ${words} ${NOT_UNDERSTOOD}`)
  return due
}

/** @param {Asked} asked */
async function find({ client, words, options }) {
  const limit = Number(options.limit ?? 20)
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new Misused('--limit is from 1 to 10000.')
  const { cards, total } = await client.find(words.join(' '), { type: options.type, limit })
  if (options.json) return say(JSON.stringify({ total, cards }, null, 2), 0)
  for (const { id, type, text, tags, due, start, done, workspace } of cards) {
    const facts = [
      done ? 'done' : '',
      start ? `starts ${start}` : '',
      due ? `due ${due}` : '',
      ...tags.map((name) => `#${name.replaceAll(' ', '_')}`),
      workspace ? `in “${workspace}”` : '',
    ]
    say(
      `${id}  ${type.padEnd(4)}  ${text.replace(/\s+/g, ' ').slice(0, 120)}  ${facts.filter(Boolean).join(' ')}`.trimEnd(),
      0,
    )
  }
  if (total > cards.length) complain(`${total} found, ${cards.length} shown; --limit shows more.`)
  return 0
}

/** @param {Asked} asked */
async function tag({ client, words, options }) {
  const [added, removed] = [listOf(options.tags), listOf(options.remove)]
  if (words.length === 0 || added.length + removed.length === 0)
    throw new Misused('Use: cardinal tag SEARCH --tags a,b --remove c')
  const { cards } = await client.find(words.join(' '), { type: options.type, limit: 10_000 })
  if (cards.some(({ workspace }) => workspace !== undefined))
    throw new Misused(
      'workspace:all finds cards and changes none. Leave it out to tag those of one workspace.',
    )
  const ids = cards.map(({ id }) => id)
  if (!options['dry-run']) await client.tag(ids, added, removed)
  if (options.json) return say(JSON.stringify({ cards: ids, added, removed }), 0)
  return say(`${options['dry-run'] ? 'Would tag' : 'Tagged'} ${cards.length} cards.`, 0)
}

/** @param {Asked} asked */
async function importFile({ client, words, options }) {
  const [file] = words
  if (file === undefined) throw new Misused('Use: cardinal import FILE, or cardinal import - for a pipe.')
  const bytes = file === '-' ? await bytesOfStdin() : await bytesOf(file)
  const { 'dry-run': isDryRun = false, columns, encoding, 'date-order': dateOrder } = options
  const timeZone = options['time-zone'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  if (options.files !== undefined && !isDryRun) await sendFolder(client, options.files)
  const fileName = file === '-' ? undefined : basename(file).slice(0, 255)
  const reading = { timeZone, encoding, dateOrder, fileName }
  return tell(await client.importFile(bytes, { isDryRun, columns, ...reading }), options)
}

/** @param {Asked} asked */
async function undo({ client, words: [id] }) {
  if (id === undefined) throw new Misused('Use: cardinal undo IMPORT')
  return say(`Removed ${await client.undoImport(id)} cards.`, 0)
}

/** @param {Asked} asked */
async function exportFile({ client, words, options }) {
  const { format = 'json', account, output, type, files } = options
  if (files !== undefined && (format !== 'json' || output === undefined))
    throw new Misused(
      '--files goes with JSON and a file: cardinal export --account -o all.json --files FOLDER',
    )
  const search = words.join(' ')
  const query = account
    ? { scope: 'account' }
    : {
        format,
        ...(search !== '' && { search }),
        ...(type !== undefined && { type: wireType(type) }),
      }
  const answer = await client.exportFile(query)
  const body = Readable.fromWeb(/** @type {import('node:stream/web').ReadableStream} */ (answer))
  if (output !== undefined) await pipeline(body, await ownFile(output))
  else if (process.stdout.isTTY) await pipeline(body, visibleText, process.stdout, { end: false })
  else await pipeline(body, process.stdout, { end: false })
  return files === undefined || output === undefined ? 0 : keepFiles(client, output, files)
}

/**
 * Stores the bytes of all files that an export names in a folder, each under its hash. Existing files are not
 * loaded again.
 * @param {Client} client
 * @param {string} exported the file of the export
 * @param {string} folder
 */
async function keepFiles(client, exported, folder) {
  // Quotes in a card's texts are escaped in JSON, so they never match this pattern.
  const hashes = new Set((await readFile(exported, 'utf8')).match(/(?<="hash":\s*")[0-9a-f]{64}(?=")/g))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let missing = 0
  for (const hash of hashes) {
    const path = join(folder, hash)
    const present = await readFile(path).catch(() => null)
    if (present !== null && sha256Of(present) === hash) continue
    const bytes = await client.file(hash)
    if (bytes === null) missing++
    else await writeFile(path, bytes, { mode: 0o600 })
  }
  complain(`${hashes.size - missing} files are in ${folder}.`)
  if (missing > 0) complain(`${missing} files are named by cards, but the server has not all of their bytes.`)
  return missing > 0 ? 1 : 0
}

/** Bytes of a file that is not a kept page: the server's limit, unless the operator configured another. */
const LARGEST_FILE = 20 * 1024 * 1024

/**
 * Sends the files of a folder that `export --files` wrote.
 * @param {Client} client
 * @param {string} folder
 */
async function sendFolder(client, folder) {
  const names = await readdir(folder).catch(() => {
    throw new Misused(`${folder} cannot be read.`)
  })
  for (const name of names.filter((each) => /^[0-9a-f]{64}$/.test(each))) {
    const bytes = await bytesOf(join(folder, name))
    if (sha256Of(bytes) !== name)
      throw new Misused(`${join(folder, name)} is damaged: its name is not its hash.`)
    await client.sendFile(name, bytes, bytes.length > LARGEST_FILE)
  }
}

/** @param {Asked} asked */
async function open({ client, words, options }) {
  const query = new URLSearchParams({
    primary_opt: 'all',
    ...(words.length > 0 && { search: words.join(' ') }),
  })
  const address = `${client.url}/home?${query}`
  if (options.print) return say(address, 0)
  const opener = { darwin: 'open', win32: 'explorer' }[/** @type {string} */ (process.platform)] ?? 'xdg-open'
  const child = spawn(opener, [address], { stdio: 'ignore', detached: true })
  child.on('error', () => say(address, 0))
  child.unref()
  return 0
}

/** @param {Asked} asked */
async function suggest({ client, words, options }) {
  const names = await client.suggest(words.join(' '))
  return say(options.json ? JSON.stringify(names) : names.join('\n'), 0)
}

/** @param {Asked} asked */
async function mcp({ client, options }) {
  const { serveHttp, serveStdio } = await import('./mcp.mjs')
  const isReadOnly = options['read-only'] ?? false
  if (options.http === undefined) await serveStdio(client, isReadOnly)
  else {
    const port = Number(options.http)
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Misused('--http takes a port.')
    const server = await serveHttp(client.url, port, isReadOnly)
    complain(`MCP is served at http://127.0.0.1:${server.port}/mcp`)
  }
  await new Promise((resolve) => {
    process.once('SIGTERM', resolve).once('SIGINT', resolve)
    if (options.http === undefined) process.stdin.once('end', resolve).once('close', resolve)
  })
  // Connections that clients keep open would keep the process alive.
  return process.exit(0)
}

/**
 * @param {import('./client.mjs').Receipt} receipt
 * @param {Options} options
 */
function tell(receipt, options) {
  const code = receipt.failed.length > 0 ? 1 : 0
  if (options.json) return say(JSON.stringify(receipt, null, 2), code)
  const { rows, created, duplicates, updated = 0, failed, import_id: id, lost = [], assumed = {} } = receipt
  const verb = options['dry-run'] ? 'would be added' : 'added'
  say(
    `${created} of ${rows} ${verb}, ${duplicates} here already (${updated} with news), ${failed.length} failed.`,
    0,
  )
  for (const { row, reason } of failed) complain(`row ${row}: ${reason}`)
  tellPreview(receipt)
  const { encoding = 'utf-8', time_zone: zone, date_order: order } = assumed
  if (encoding !== 'utf-8') say(`Read as ${encoding} (--encoding changes it).`, 0)
  if (zone !== undefined) say(`Times are by the clock of ${zone} (--time-zone changes it).`, 0)
  if (order !== undefined)
    say(
      `Dates like 4/3/2026 were read ${order === 'day-first' ? 'day' : 'month'} first (--date-order changes it).`,
      0,
    )
  for (const { field, count, example = '', not_understood: isGarbled, names = [example] } of lost) {
    const named = [...names, ...(names.length > 1 && count > names.length ? ['…'] : [])].join(', ')
    say(
      `${isGarbled ? 'Not understood' : 'Not kept'}: ${field} (${count}${named === '' ? '' : `: ${named}`})`,
      0,
    )
  }
  return options['dry-run'] || created + updated === 0 || id === ''
    ? code
    : say(`Undo: cardinal undo ${id}`, code)
}

/**
 * Prints the preview of an import: the first cards, tags and folders.
 * @param {import('./client.mjs').Receipt} receipt
 */
function tellPreview({ preview, renamed_tags: renamed = [] }) {
  if (preview === undefined) return
  const { cards, joined_tags: joined, folders, parents, children } = preview
  for (const { row, type, title, address, note, due, start, recurrence, done, subtasks, tags } of cards) {
    const facts = [
      type === 'hyperlink' ? 'link' : type,
      ...(start === undefined ? [] : [`starts ${start}`]),
      ...(due === undefined ? [] : [`due ${due.replace('T', ' ')}`]),
      ...(recurrence === undefined ? [] : [`repeats by ${recurrence}`]),
      ...(done ? ['done'] : []),
      ...(subtasks === 0 ? [] : [`${subtasks} subtasks`]),
      ...tags.map(({ name, shown = name }) => `#${shown}`),
    ]
    say(`${row}. ${title}`, 0)
    for (const line of [address ?? '', ...(note ?? '').split('\n'), facts.join(' · ')])
      if (line !== '') say(`   ${line}`, 0)
  }
  const lost = renamed.filter(({ to }) => to === null).map(({ from }) => from)
  list('Tags that cannot be kept', lost.slice(0, 50), lost.length)
  list(
    'Tags that become one',
    joined.first.map(({ names, to }) => `${names.join(' + ')} = ${to}`),
    joined.count,
  )
  list('Folders that become tags', folders.first, folders.count)
  list(
    'Tags below others',
    parents.first.map(({ tag, parent }) => `${tag} below ${parent}`),
    parents.count,
  )
  if (children > 0) say(`Cards below other cards: ${children}`, 0)
}

/**
 * @param {string} title
 * @param {readonly string[]} names
 * @param {number} count of all of them
 */
function list(title, names, count) {
  const more = count > names.length ? `, and ${count - names.length} more` : ''
  if (count > 0) say(`${title}: ${names.join(', ')}${more}`, 0)
}

/**
 * @param {string} text
 * @param {number} code
 */
function say(text, code) {
  process.stdout.write(`${visible(text)}\n`)
  return code
}

/** @param {string} text */
function complain(text) {
  process.stderr.write(`${visible(text)}\n`)
}

/**
 * Escapes control characters, except line breaks and tabs: a terminal would run them, and cards may hold
 * texts of others. JSON keeps its meaning.
 * @param {string} text
 */
function visible(text) {
  return text.replace(
    /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** @param {AsyncIterable<Uint8Array>} bytes */
async function* visibleText(bytes) {
  const decoder = new TextDecoder()
  for await (const part of bytes) yield visible(decoder.decode(part, { stream: true }))
}

/**
 * A stream into a file that only this user can read; restricts an existing file.
 * @param {string} path
 */
async function ownFile(path) {
  const file = await openFile(path, 'w', 0o600)
  // Devices and pipes keep their permissions.
  if ((await file.stat()).isFile()) await file.chmod(0o600)
  return file.createWriteStream()
}

/** @param {string | undefined} text */
function listOf(text) {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/**
 * Media types by extension, for display; the server looks at the content.
 * @type {Readonly<Record<string, string>>}
 */
const TYPES = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.pdf': 'application/pdf',
}
/** Characters of a file's name that the server keeps. */
const NAME_LENGTH = 80

/** @param {string} path */
async function fileOf(path) {
  const bytes = await bytesOf(path)
  if (bytes.length === 0) throw new Misused(`${path} is empty.`)
  const ending = extname(path).slice(0, 20)
  const name = basename(path)
  return {
    hash: sha256Of(bytes),
    name: name.length > NAME_LENGTH ? name.slice(0, NAME_LENGTH - ending.length) + ending : name,
    type: TYPES[ending.toLowerCase()] ?? '',
    size: bytes.length,
    bytes,
  }
}

/** @param {string} file */
async function bytesOf(file) {
  try {
    return await readFile(file)
  } catch {
    throw new Misused(`${file} cannot be read.`)
  }
}

async function bytesOfStdin() {
  /** @type {Buffer[]} */
  const parts = []
  for await (const part of process.stdin) parts.push(part)
  return Buffer.concat(parts)
}

async function textOfStdin() {
  return process.stdin.isTTY ? '' : (await bytesOfStdin()).toString('utf8')
}
