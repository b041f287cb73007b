import type { DataOf } from '../../session/index.ts'
/** The fields that a column of a table can become. `-`: the column is skipped. */
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

/** The person's choices for a table. */
export interface TableChoice {
  /** The field per column. Null: the server decides. */
  readonly fields: readonly ColumnField[] | null
  readonly hasHeader: boolean
  readonly rows: 'note' | 'todo'
}

export const NO_CHOICE: TableChoice = { fields: null, hasHeader: true, rows: 'note' }

/** The first rows of a table, as the server reads them. */
export interface Table {
  readonly columns: readonly {
    readonly name: string
    readonly samples: readonly string[]
    readonly field: ColumnField
  }[]
  readonly rows: readonly TableRow[]
}

/** The card that a row becomes, or the reason why it can't be imported. */
export type TableRow = DataOf<'POST /import/columns'>['rows'][number]

/**
 * Whether another column has the same field, which only one may have. The conflict is reported, not resolved:
 * stepping through a column's choices by keyboard must not change other columns.
 */
export function isTwice(fields: readonly ColumnField[], at: number): boolean {
  const field = fields[at]
  return field !== '-' && fields.some((each, index) => each === field && index !== at)
}

/** The choices as parameters of the calls. */
export function tableParameters({ fields, hasHeader, rows }: TableChoice): Record<string, string> {
  return {
    ...(fields !== null && { columns: fields.map((field, at) => `#${at + 1}:${field}`).join(',') }),
    header: String(hasHeader),
    rows,
  }
}

/** Whether a file may be a table, by its name, so that its columns can be chosen. */
export function mayBeTable({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return /\.(?:csv|tsv|txt)$/i.test(name) || /^text\/(?:csv|tab-separated-values|plain)/.test(type)
}
