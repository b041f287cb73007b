import { createHash, randomUUID } from 'node:crypto'
import { closeSync, fchmodSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** @type {string} the release of Cardinal */
export const VERSION = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version

/** A server refused a call or was unreachable. */
export class CallFailed extends Error {
  /** @param {string} message @param {number} [status] of the server's answer */
  constructor(message, status = 0) {
    super(message)
    /** @readonly */ this.status = status
  }
}

/**
 * @template T
 * @typedef {{ count: number, first: T[] }} Some
 */

/**
 * @typedef {{ readonly url: string, readonly token: string }} Connection
 * @typedef {'todo' | 'note' | 'hyperlink'} WireType
 * @typedef {{ _id: string, type: WireType, content: string, titles: { _id: string, text: string, isTicked: boolean }[],
 *   tags_assigned: string[], recurrence?: string, address?: string | null, createdAt: string, updatedAt: string, dueAt?: string, startAt?: string,
 *   doneAt?: string, completions?: string[], workspace_id?: string }} Entity
 * @typedef {{ id: string, type: 'todo' | 'note' | 'link', text: string, url?: string, tags: string[], created: string, due?: string, start?: string,
 *   done?: string, subtasks?: { text: string, done: boolean }[], workspace?: string }} Card
 * @typedef {{ _id: string, tag_name: string, tag_groups: string[], color_name: string | null, click_count: number,
 *   lastClickedAt: string | null, createdAt: string, updatedAt: string, link_ids: string[], note_ids: string[],
 *   todo_ids: string[], other_names?: string[], display_name?: string, parent_tag_ids?: string[],
 *   child_group_ids?: string[] }} TagWithCards
 * @typedef {{ url?: string, title?: string, description?: string, type?: string, content?: string, tags: string[],
 *   dueAt?: string, startAt?: string, recurrence?: string, files?: readonly AddedFile[] }} AddedRecord
 * @typedef {{ hash: string, name: string, type: string, size: number }} AddedFile
 * @typedef {{ dueAt: string, recurrence: string | null }} DueWords
 * @typedef {{ type: WireType | null, content: string, tags: { tag_name: string, display_name?: string, parents: string[] }[],
 *   dueAt: string | null,
 *   recurrence: string | null, startAt: string | null, understood: { kind: 'tag' | 'due' | 'start', words: string }[] }} ReadText
 * @typedef {{ import_id: string, rows: number, created: number, duplicates: number, updated?: number,
 *   failed: { row: number, reason: string }[], tags: number, lost?: { field: string, count: number, example?: string, not_understood?: boolean, names?: string[] }[],
 *   renamed_tags?: { from: string, to: string | null }[], preview?: Preview,
 *   assumed?: { encoding?: string, time_zone?: string, date_order?: string } }} Receipt
 * @typedef {{ row: number, type: WireType, title: string, address?: string, note?: string, due?: string, start?: string,
 *   recurrence?: string, done: boolean, subtasks: number, tags: { name: string, shown?: string }[] }} PreviewCard
 * @typedef {{ cards: PreviewCard[], joined_tags: Some<{ names: string[], to: string }>, folders: Some<string>,
 *   parents: Some<{ tag: string, parent: string }>, children: number }} Preview
 */

/** ms per call. */
const DEADLINE = 10 * 60_000

/** The file that `login` writes: the server's address and the token. */
function settingsFile() {
  const folder = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
  return join(folder, 'cardinal', 'command.json')
}

/**
 * From the environment (CARDINAL_URL, CARDINAL_TOKEN), else as stored by `login`. `incomplete`: only one of
 * the two is set. The command would go to another server, or with another token, than the person meant.
 * @returns {Connection | 'incomplete' | null}
 */
export function readConnection() {
  const { CARDINAL_URL: url, CARDINAL_TOKEN: token } = process.env
  if (url && token) return { url, token }
  if (url || token) return 'incomplete'
  try {
    const kept = JSON.parse(readFileSync(settingsFile(), 'utf8'))
    return typeof kept.url === 'string' && typeof kept.token === 'string' ? kept : null
  } catch {
    return null
  }
}

/**
 * Stores server and token in a file that only this user can read, and restricts an existing file.
 * @param {Connection} connection
 */
export function keepConnection(connection) {
  const file = settingsFile()
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const opened = openSync(file, 'w', 0o600)
  try {
    fchmodSync(opened, 0o600)
    writeFileSync(opened, `${JSON.stringify(connection)}\n`)
  } finally {
    closeSync(opened)
  }
  return file
}

export class Client {
  /** @readonly */ #connection

  /** @param {Connection} connection */
  constructor(connection) {
    this.#connection = { ...connection, url: connection.url.replace(/\/+$/, '') }
  }

  get url() {
    return this.#connection.url
  }

  /** Identifies the person whose cards these are. Secret, because it contains the token. */
  get identity() {
    return `${this.url} ${this.#connection.token}`
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body] an object as JSON, bytes as they are
   */
  async #send(method, path, body) {
    const isFile = body instanceof Uint8Array
    /** @type {Response} */
    let answer
    try {
      answer = await fetch(`${this.url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#connection.token}`,
          ...(body !== undefined && {
            'content-type': isFile ? 'application/octet-stream' : 'application/json',
          }),
        },
        signal: AbortSignal.timeout(DEADLINE),
        ...(body !== undefined && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
      })
    } catch (error) {
      throw new CallFailed(`${this.url} cannot be reached: ${causeOf(error)}`)
    }
    if (answer.ok) return answer
    const refusal = /** @type {{ msg?: string }} */ (await answer.json().catch(() => ({})))
    throw new CallFailed(refusal.msg ?? `${this.url} answered with ${answer.status}.`, answer.status)
  }

  /**
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>} the answer as it is on the wire
   */
  async #ask(path, body) {
    return (await this.#send('POST', path, body)).json()
  }

  /**
   * @param {string} [workspace_id] left out: the current workspace
   * @returns {Promise<Map<string, string>>} names of tags by their ids
   */
  async #tagNames(workspace_id) {
    const { data } = await this.#ask('/tag/get-all-tags', { ...(workspace_id && { workspace_id }) })
    return new Map(
      data.map((/** @type {{ _id: string, tag_name: string }} */ tag) => [tag._id, tag.tag_name]),
    )
  }

  /**
   * An empty search finds all cards. With `workspace:all` each card names its workspace.
   * @param {string} search
   * @param {{ type?: string | undefined, limit: number, offset?: number }} options
   * @returns {Promise<{ cards: Card[], total: number }>}
   */
  async find(search, { type, limit, offset = 0 }) {
    const [names, { entities, total }] = await Promise.all([
      this.#tagNames(),
      this.#pages(search, type, limit, offset),
    ])
    const ids = [...new Set(entities.flatMap(({ workspace_id }) => workspace_id ?? []))]
    if (ids.length === 0) return { cards: entities.map((entity) => cardOf(entity, names)), total }
    for (const id of ids) for (const [tagId, name] of await this.#tagNames(id)) names.set(tagId, name)
    const { data } = await this.#ask('/workspace/get-workspaces', {})
    const nameOf = new Map(
      data.map((/** @type {{ _id: string, workspace_name: string }} */ one) => [one._id, one.workspace_name]),
    )
    const cards = entities.map((entity) => ({
      ...cardOf(entity, names),
      workspace: nameOf.get(entity.workspace_id),
    }))
    return { cards, total }
  }

  /**
   * @param {string} search
   * @param {string | undefined} type
   * @param {number} limit
   * @param {number} offset
   */
  async #pages(search, type, limit, offset) {
    const first = Math.floor(offset / 100)
    const before = offset % 100
    /** @type {Entity[]} */
    const entities = []
    let total = 0
    for (let page = first; entities.length < before + limit; page++) {
      const { data, total_in_db } = await this.#ask('/entity/get-matching-entities', {
        userIsTyping_inSearchbar: search,
        type: type === undefined ? null : wireType(type),
        params: { page, limit: 100 },
      })
      entities.push(...data)
      total = total_in_db
      if (data.length < 100) break
    }
    return { entities: entities.slice(before, before + limit), total }
  }

  /**
   * @param {readonly string[]} ids
   * @returns {Promise<Entity[]>}
   */
  async entities(ids) {
    return (await this.#ask('/entity/get-specific', { entity_ids: ids })).data
  }

  /** @returns {Promise<TagWithCards[]>} */
  async tagsWithCards() {
    return (await this.#ask('/tag/get-all-tags', { with_ids: true })).data
  }

  /** @returns {Promise<string[]>} */
  async savedSearches() {
    const answer = await this.#send('GET', '/user/get-global-settings')
    const { data } = /** @type {{ data: { saved_searches: string[] } }} */ (await answer.json())
    return data.saved_searches
  }

  /**
   * Sends calls in order. Fails with the first refusal.
   * @param {readonly { method: string, path: string, body: object }[]} calls
   */
  async push(calls) {
    for (let at = 0; at < calls.length; at += 500) {
      const some = calls.slice(at, at + 500).map((call) => ({ ...call, key: randomUUID() }))
      const { data } = await this.#ask('/sync/push', some)
      const refused = data.find((/** @type {{ status: number }} */ { status }) => status !== 200)
      if (refused !== undefined) throw new CallFailed(refused.body?.msg ?? 'Refused.', refused.status)
    }
  }

  /**
   * @param {readonly string[]} ids
   * @returns {Promise<Card[]>}
   */
  async read(ids) {
    const [names, entities] = await Promise.all([this.#tagNames(), this.entities(ids)])
    return entities.map((entity) => cardOf(entity, names))
  }

  /**
   * The due date that words such as `friday at 9` mean, by the clock of this machine. Null: not understood.
   * @param {string} words
   * @returns {Promise<DueWords | null>}
   */
  async readDue(words) {
    return (await this.#ask('/entity/read-due', { words, now: clockOfMachine() })).data
  }

  /**
   * The tags and dates in texts that would be added, by the clock of this machine.
   * @param {readonly { content: string, type?: string }[]} texts
   * @returns {Promise<ReadText[]>} in their order
   */
  async readTexts(texts) {
    const now = clockOfMachine()
    const read = []
    for (let at = 0; at < texts.length; at += 100)
      read.push(...(await this.#ask('/entity/read-texts', { texts: texts.slice(at, at + 100), now })).data)
    return read
  }

  /**
   * Adds cards as one act with one undo. With a token of the scope `add` there is no undo, and duplicates are
   * not recognised.
   * @param {readonly AddedRecord[]} records
   * @param {boolean} isDryRun
   * @returns {Promise<Receipt>}
   */
  async add(records, isDryRun) {
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
    try {
      return await this.importFile(Buffer.from(JSON.stringify(records)), { isDryRun, timeZone })
    } catch (error) {
      if (isDryRun || !(error instanceof CallFailed) || error.status !== 403) throw error
      return this.#addBlindly(records)
    }
  }

  /**
   * Adds parents to new tags, from the nearest one up. A token of the scope `add` is refused, which is
   * ignored.
   * @param {readonly { tag_name: string, parents: string[] }[]} tags
   */
  async nest(tags) {
    const pairs = new Map(
      tags.flatMap(({ tag_name, parents }) =>
        parents.map((parent, at) => {
          const pair = [parents[at - 1] ?? tag_name, parent]
          return [pair.join('/'), pair]
        }),
      ),
    )
    for (const pair of pairs.values()) {
      const { data } = await this.#ask('/tag/create-many-from-keyword', {
        frontendGeneratedTags: pair.map((tag_name) => ({ tag_name })),
      })
      try {
        await this.#ask('/tag/add-parents', { tag_ids: [data[0]._id], parent_tag_ids: [data[1]._id] })
      } catch (error) {
        if (!(error instanceof CallFailed) || error.status !== 403) throw error
      }
    }
  }

  /**
   * @param {readonly AddedRecord[]} records
   * @returns {Promise<Receipt>}
   */
  async #addBlindly(records) {
    const names = [...new Set(records.flatMap(({ tags }) => tags.map((name) => name.toLowerCase())))]
    const idByName = new Map()
    for (let at = 0; at < names.length; at += 1_000) {
      const some = names.slice(at, at + 1_000)
      const { data } = await this.#ask('/tag/create-many-from-keyword', {
        frontendGeneratedTags: some.map((tag_name) => ({ tag_name })),
      })
      for (const [n, name] of some.entries()) idByName.set(name, data[n]._id)
    }
    const calls = records.map(
      ({
        url,
        title = '',
        description = '',
        type = 'note',
        content = '',
        tags,
        dueAt,
        startAt,
        recurrence,
        files,
      }) => ({
        key: randomUUID(),
        method: 'POST',
        path: '/entity/create-one',
        body: {
          newEntity: {
            type: url === undefined ? wireType(type) : 'hyperlink',
            content: url === undefined ? content : [title, url, description].filter(Boolean).join('\n'),
            ...(url !== undefined && { address: url }),
            tags_assigned: [...new Set(tags.map((name) => idByName.get(name.toLowerCase())))],
            ...(dueAt !== undefined && { dueAt }),
            ...(startAt !== undefined && { startAt }),
            ...(recurrence !== undefined && { recurrence }),
            ...(files !== undefined && { files }),
          },
        },
      }),
    )
    /** @type {{ row: number, reason: string }[]} */
    const failed = []
    for (let at = 0; at < calls.length; at += 500) {
      const { data } = await this.#ask('/sync/push', calls.slice(at, at + 500))
      for (const [n, { status, body }] of data.entries())
        if (status !== 200) failed.push({ row: at + n + 1, reason: body?.msg ?? `refused with ${status}` })
    }
    const { length: rows } = records
    return { import_id: '', rows, created: rows - failed.length, duplicates: 0, failed, tags: names.length }
  }

  /**
   * @param {Uint8Array} bytes
   * @param {{ isDryRun: boolean, timeZone: string, columns?: string | undefined, encoding?: string | undefined,
   *   dateOrder?: string | undefined, fileName?: string | undefined }} options
   * @returns {Promise<Receipt>}
   */
  async importFile(bytes, { isDryRun, timeZone, columns, encoding, dateOrder, fileName }) {
    const query = new URLSearchParams({
      time_zone: timeZone,
      ...(isDryRun && { dry_run: 'true' }),
      ...(columns !== undefined && { columns }),
      ...(encoding !== undefined && { encoding }),
      ...(dateOrder !== undefined && { date_order: dateOrder }),
      ...(fileName !== undefined && { file_name: fileName }),
    })
    return (await this.#ask(`/import?${query}`, bytes)).data
  }

  /**
   * Sends the pieces of a file that the server lacks. After an interruption, the next call sends the missing
   * pieces.
   * @param {string} hash
   * @param {Uint8Array} bytes
   * @param {boolean} isPage whether it may be a kept page, which may be larger than other files
   */
  async sendFile(hash, bytes, isPage = false) {
    const { data } = await this.#ask('/files', { hash, size: bytes.length, ...(isPage && { is_page: true }) })
    const { missing, piece_size: length, pieces_together: most = 1 } = data
    for (let at = 0; at < missing.length; ) {
      const [from, begun] = [missing[at], at]
      while (at < missing.length && at - begun < most && missing[at] === from + at - begun) at++
      const pieces = bytes.subarray(from * length, (from + at - begun) * length)
      await this.#ask(`/files/${hash}/pieces/${from}?sha256=${sha256Of(pieces)}`, pieces)
    }
  }

  /**
   * The bytes of a file; null: the server lacks some of them.
   * @param {string} hash
   */
  async file(hash) {
    try {
      return new Uint8Array(await (await this.#send('GET', `/files/${hash}`)).arrayBuffer())
    } catch (error) {
      if (error instanceof CallFailed && error.status === 404) return null
      throw error
    }
  }

  /**
   * @param {string} importId
   * @returns {Promise<number>} how many cards it removed
   */
  async undoImport(importId) {
    return (await this.#ask(`/import/${encodeURIComponent(importId)}/undo`)).data.removed
  }

  /**
   * @param {readonly string[]} ids of the cards
   * @param {readonly string[]} added
   * @param {readonly string[]} removed
   */
  async tag(ids, added, removed) {
    if (ids.length === 0) return
    if (added.length > 0) {
      const { data } = await this.#ask('/tag/create-many-from-keyword', {
        frontendGeneratedTags: added.map((tag_name) => ({ tag_name })),
      })
      const tag_ids = data.map((/** @type {{ _id: string }} */ tag) => tag._id)
      await this.#ask('/entity/attach-tags', { entity_ids: ids, tag_ids })
    }
    if (removed.length === 0) return
    const names = await this.#tagNames()
    const gone = [...names].filter(([, name]) => removed.includes(name)).map(([id]) => id)
    if (gone.length > 0) await this.#ask('/entity/detach-tags', { entity_ids: ids, tag_ids: gone })
  }

  /**
   * Tags suggested for a text, from the person's own history.
   * @param {string} text
   * @returns {Promise<string[]>}
   */
  async suggest(text) {
    const { data } = await this.#ask('/tag/get-suggested-tags', {
      purpose: 'label',
      userIsTyping_inSearchbar: text,
    })
    return data.map((/** @type {{ tag_name: string }} */ tag) => tag.tag_name)
  }

  /**
   * An export of everything, or of the cards of a search.
   * @param {Record<string, string>} query
   */
  async exportFile(query) {
    const { body } = await this.#send('GET', `/export?${new URLSearchParams(query)}`)
    if (body === null) throw new CallFailed('The server sent nothing.')
    return body
  }

  /**
   * Fails where the server or the token is wrong. A token of the scope `add` may not read; that refusal shows that the
   * server knows it.
   */
  async check() {
    try {
      await this.#ask('/entity/get-count', {})
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 403) throw error
    }
  }
}

/** @param {Uint8Array} bytes */
export function sha256Of(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The wall clock, to the minute. */
function clockOfMachine() {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/**
 * The type's name on the wire.
 * @param {string} type
 */
export function wireType(type) {
  return type === 'link' ? 'hyperlink' : type
}

/**
 * @param {Entity} entity
 * @param {ReadonlyMap<string, string>} names
 * @returns {Card}
 */
function cardOf(
  { _id, type, content, address, titles, tags_assigned, createdAt, dueAt, startAt, doneAt },
  names,
) {
  return {
    id: _id,
    type: type === 'hyperlink' ? 'link' : type,
    text: content,
    ...(type === 'hyperlink' && address && { url: address }),
    tags: tags_assigned.flatMap((id) => names.get(id) ?? []),
    created: createdAt,
    ...(dueAt && { due: dueAt }),
    ...(startAt && { start: startAt }),
    ...(doneAt && { done: doneAt }),
    ...(titles.length > 0 && { subtasks: titles.map(({ text, isTicked }) => ({ text, done: isTicked })) }),
  }
}

/** @param {unknown} error */
function causeOf(error) {
  const { cause, message } = /** @type {Error} */ (error)
  return cause instanceof Error ? cause.message : message
}
