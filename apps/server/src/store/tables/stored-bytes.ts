import { type RawBuilder, sql } from 'kysely'

/** Bytes that each row counts as, besides its texts. */
const ROW_BYTES = 200
/** Bytes that an id in a list counts as. In JSON it takes 27. */
const ID_BYTES = 40
const JSON_ID_BYTES = 27

type Texts = readonly (readonly [table: string, bytes: string])[]

/** Tables with SQL for the size of their texts, as the first release counted them. A released migration uses them. */
const TEXTS_AT_FIRST: Texts = [
  ['card', 'octet_length(content)'],
  ['subnote', 'octet_length(text)'],
  ['revision', 'octet_length(content)'],
  ['subnote_revision', 'octet_length(text)'],
  ['operation', 'octet_length(answer)'],
  ['import_job', 'octet_length(failed) + octet_length(made)'],
  ['tag', '0'],
  ['tag_group', '0'],
]

const ids = (column: string) => `coalesce(octet_length(${column}), 0) * ${ID_BYTES} / ${JSON_ID_BYTES}`

const bytes = (column: string) => `coalesce(octet_length(${column}), 0)`

const TEXTS: Texts = [
  ...TEXTS_AT_FIRST.filter(([table]) => !['card', 'tag', 'revision'].includes(table)),
  ['revision', `octet_length(content) + ${bytes('address')}`],
  [
    'card',
    `octet_length(content) + ${['address', 'page', 'completions', 'files'].map(bytes).join(' + ')} + ${['parent_ids', 'sibling_ids', 'child_ids'].map(ids).join(' + ')}`,
  ],
  [
    'tag',
    `${['other_names', 'display_name'].map(bytes).join(' + ')} + ${['parent_ids', 'child_group_ids'].map(ids).join(' + ')}`,
  ],
  ['import_piece', 'octet_length(body)'],
  ['page_copy', 'octet_length(content) + octet_length(words)'],
  ['file', 'size + thumbnail_bytes + text_bytes'],
]

/** Tables of list items, one row per id. */
const LISTS = ['card_tag', 'group_tag']

/** The bytes that a user has stored, as a SQL expression. */
export function storedBytes(userId: RawBuilder<unknown>): RawBuilder<number> {
  const lists = LISTS.map(
    (table) =>
      sql`(select coalesce(count(*), 0) * ${sql.raw(String(ID_BYTES))} from ${sql.table(table)} where user_id = ${userId})`,
  )
  return sql<number>`(${sql.join([...sums(TEXTS, userId), ...lists], sql` + `)})`
}

/** The bytes as the first release counted them. */
export function storedBytesAtFirst(userId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(${sql.join(sums(TEXTS_AT_FIRST, userId), sql` + `)})`
}

function sums(texts: Texts, userId: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return texts.map(
    ([table, bytes]) =>
      sql`(select coalesce(sum(${sql.raw(bytes)} + ${sql.raw(String(ROW_BYTES))}), 0) from ${sql.table(table)} where user_id = ${userId})`,
  )
}
