import Database from 'better-sqlite3'

/** A text stored on the server, with its kind of row. */
export interface KeptText {
  readonly where:
    | 'card'
    | 'deleted card'
    | 'kept revision'
    | 'earlier text'
    | 'said to be kept'
    | 'tag'
    | 'group'
    | 'workspace'
    | 'saved search'
  /** Id of the card; empty: none. */
  readonly cardId: string
  readonly text: string
}

/** A change that was made, with its key. */
export interface CarriedOut {
  readonly key: string
  /** Null: it changed no workspace. */
  readonly seq: number | null
}

/** Reads a user's texts from the database file, bypassing the code under test. */
export class KeptTexts {
  readonly #db: Database.Database
  readonly #userId: string

  constructor(file: string, userId: string) {
    this.#db = new Database(file, { readonly: true })
    this.#userId = userId
  }

  close(): void {
    this.#db.close()
  }

  texts(): KeptText[] {
    return [...this.#cardTexts(), ...this.#revisions(), ...this.#names(), ...this.#answered()]
  }

  /** Changes in the order in which they were made. */
  carriedOut(): CarriedOut[] {
    return this.#rows(
      'select key, seq from operation where user_id = ? order by rowid',
    ) as unknown as CarriedOut[]
  }

  /** Records of changes, with all columns. */
  operations(): Record<string, unknown>[] {
    return this.#rows('select * from operation where user_id = ?')
  }

  #cardTexts(): KeptText[] {
    const rows = this.#rows(`
      select id as card_id, content as text, deleted_at from card where user_id = ?
      union all
      select card_id, text, deleted_at from subnote join card using (user_id)
        where user_id = ? and card.id = subnote.card_id`)
    return rows.map(({ card_id, text, deleted_at }) => ({
      where: deleted_at === null ? 'card' : 'deleted card',
      cardId: String(card_id),
      text: String(text),
    }))
  }

  #revisions(): KeptText[] {
    const rows = this.#rows(`
      select card_id, is_kept, content as text from revision where user_id = ?
      union all select card_id, is_kept, text from subnote_revision where user_id = ?`)
    return rows.map(({ card_id, is_kept, text }) => ({
      where: is_kept === 1 ? 'kept revision' : 'earlier text',
      cardId: String(card_id),
      text: String(text),
    }))
  }

  #names(): KeptText[] {
    const rows = this.#rows(`
      select 'tag' as kind, name as text from tag where user_id = ? and deleted_at is null
      union all select 'group', title from tag_group where user_id = ? and deleted_at is null
      union all select 'workspace', name from workspace where user_id = ?
      union all select 'saved search', saved_searches from user where id = ?`)
    return rows.map(({ kind, text }) => ({
      where: kind as KeptText['where'],
      cardId: '',
      text: String(text),
    }))
  }

  /** Texts that lost in a merge, from the stored answers of the calls. Earlier texts of a card are only in its revisions. */
  #answered(): KeptText[] {
    const rows = this.#rows(
      "select answer from operation where user_id = ? and answer like '%kept_revision%'",
    )
    return rows.map(({ answer }) => {
      const { data, ...said } = JSON.parse(String(answer)) as { data?: { _id?: string } }
      return { where: 'said to be kept', cardId: data?._id ?? '', text: texts(said) }
    })
  }

  #rows(query: string): Record<string, unknown>[] {
    const parameters = [...query].filter((letter) => letter === '?').map(() => this.#userId)
    return this.#db.prepare(query).all(...parameters) as Record<string, unknown>[]
  }
}

/** Inserts removed operations again, replacing operations that were made since. */
export function putBackOperations(file: string, operations: readonly Record<string, unknown>[]): void {
  const names = Object.keys(operations[0] ?? {})
  if (names.length === 0) return
  const db = new Database(file)
  const values = names.map((name) => `@${name}`)
  const insert = db.prepare(`insert or replace into operation (${names}) values (${values})`)
  for (const operation of operations) insert.run(operation)
  db.close()
}

/** All texts in plain data, one a line. */
function texts(data: unknown): string {
  if (typeof data === 'string') return data
  return typeof data === 'object' && data !== null ? Object.values(data).map(texts).join('\n') : ''
}
