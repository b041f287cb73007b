/** What a column of a table can be; `-`: it is left out. */
export type ColumnField =
  | 'title'
  | 'url'
  | 'content'
  | 'description'
  | 'tags'
  | 'folder'
  | 'created'
  | 'dueAt'
  | 'doneAt'
  | 'type'
  | '-'

export const COLUMN_FIELDS: readonly { readonly value: ColumnField; readonly label: string }[] = [
  { value: '-', label: 'Leave out' },
  { value: 'title', label: 'Title' },
  { value: 'url', label: 'Address' },
  { value: 'content', label: 'Whole text' },
  { value: 'description', label: 'Description' },
  { value: 'tags', label: 'Tags' },
  { value: 'folder', label: 'Folder' },
  { value: 'created', label: 'Date added' },
  { value: 'dueAt', label: 'Due' },
  { value: 'doneAt', label: 'Done' },
  { value: 'type', label: 'Kind' },
]

/** What a person chose for a table. */
export interface TableChoice {
  /** Column by column; null: as the server takes them. */
  readonly fields: readonly ColumnField[] | null
  readonly hasHeader: boolean
  readonly rows: 'note' | 'todo'
}

export const NO_CHOICE: TableChoice = { fields: null, hasHeader: true, rows: 'note' }

/** A table as the server reads its beginning. */
export interface Table {
  readonly columns: readonly {
    readonly name: string
    readonly samples: readonly string[]
    readonly field: ColumnField
  }[]
  readonly rows: readonly TableRow[]
}

/** What a row would become; with a reason: it can't be imported. */
export interface TableRow {
  readonly type?: 'todo' | 'note' | 'hyperlink'
  readonly content?: string
  readonly tags?: readonly string[]
  readonly createdAt?: string
  readonly dueAt?: string
  readonly doneAt?: string
  readonly reason?: string
}

/**
 * Whether another column is the same, which only one can be. It is said and not mended: a person who goes through the
 * choices of a column by the keyboard must not take theirs from others on the way.
 */
export function isTwice(fields: readonly ColumnField[], at: number): boolean {
  const field = fields[at]
  return field !== '-' && fields.some((each, index) => each === field && index !== at)
}

/** A choice as the calls take it. */
export function tableParameters({ fields, hasHeader, rows }: TableChoice): Record<string, string> {
  return {
    ...(fields !== null && { columns: fields.map((field, at) => `#${at + 1}:${field}`).join(',') }),
    header: String(hasHeader),
    rows,
  }
}

/** Whether a file may be a table, by its name: then its columns can be chosen. */
export function mayBeTable({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return /\.(?:csv|tsv|txt)$/i.test(name) || /^text\/(?:csv|tab-separated-values|plain)/.test(type)
}
