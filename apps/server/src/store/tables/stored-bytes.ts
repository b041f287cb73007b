import { type RawBuilder, sql } from 'kysely'

/** What a row costs beside its texts. */
const ROW = 200

/** The texts that count, by table: each as an expression of its bytes. */
const TEXTS: readonly (readonly [table: string, bytes: string])[] = [
  ['card', 'octet_length(content)'],
  ['subnote', 'octet_length(text)'],
  ['revision', 'octet_length(content)'],
  ['subnote_revision', 'octet_length(text)'],
  ['operation', 'octet_length(answer)'],
  ['import_job', 'octet_length(failed) + octet_length(made)'],
  ['tag', '0'],
  ['tag_group', '0'],
]

/** The bytes that a user has stored, as an expression. */
export function storedBytes(userId: RawBuilder<unknown>): RawBuilder<number> {
  const sums = TEXTS.map(
    ([table, bytes]) =>
      sql`(select coalesce(sum(${sql.raw(bytes)} + ${sql.raw(String(ROW))}), 0) from ${sql.table(table)} where user_id = ${userId})`,
  )
  return sql<number>`(${sql.join(sums, sql` + `)})`
}
