import { fold, type Id } from '@cardinal/domain'
import Database from 'better-sqlite3'
import { commaWordsOf } from './comma-words.ts'
import { excludedTags, type Rival, tagFinder, textsOf } from './rival.ts'

const SCHEMA = `
  create table card (n integer primary key, id text, color text, created real);
  create table card_tag (tag text, n integer, primary key (tag, n)) without rowid;
  create index card_tag_n on card_tag (n, tag);
  create index card_created on card (created desc, id);
  create virtual table texts using fts5 (folded, tokenize = 'trigram case_sensitive 1');
  create temp table match (n integer primary key);
`

/** SQLite in memory: cards and tags in tables with indexes, texts in FTS5 with trigrams. */
export const sqliteFts: Rival = {
  name: 'SQLite FTS5',
  build: (tags, cards) => {
    const db = new Database(':memory:')
    db.exec(SCHEMA)
    const card = db.prepare('insert into card values (?, ?, ?, ?)')
    const cardTag = db.prepare('insert into card_tag values (?, ?)')
    const text = db.prepare('insert into texts (rowid, folded) values (?, ?)')
    db.transaction(() => {
      cards.forEach((each, n) => {
        card.run(n, each.id, each.color, each.createdAt)
        for (const tag of each.tagIds) cardTag.run(tag, n)
        text.run(n, textsOf(each))
      })
    })()
    db.exec('analyze')
    const find = tagFinder(tags)
    const page = db.prepare(
      'select id from match join card using (n) order by created desc, id limit ? offset ?',
    )
    const colors = db.prepare('select color, count(*) as count from match join card using (n) group by color')
    const counts = db.prepare(
      'select tag, count(*) as count from match join card_tag using (n) group by tag order by count desc',
    )
    return ({ search, limit, offset }) => {
      const { includes, excludes, phrase } = commaWordsOf(search)
      const words = includes.map((word) => {
        const { ids, isNamed } = find(word)
        return isNamed ? carrying(ids) : `${carrying(ids)} union ${containing(fold(word))}`
      })
      const all = words.map((word) => `select n from (${word})`).join(' intersect ')
      const matching = `select n from (${all} union ${containing(phrase)})`
      const rest = ` except ${carrying(excludedTags(find, excludes))}`
      db.exec(`delete from match; insert into match ${matching}${rest}`)
      return {
        page: page.all(limit, offset).map((row) => (row as { id: Id }).id),
        total: (db.prepare('select count(*) as total from match').get() as { total: number }).total,
        colors: colors.all().length,
        tags: counts.all().length,
      }
    }
  },
}

function carrying(ids: readonly Id[]): string {
  return `select n from card_tag where tag in (${ids.map((id) => `'${id}'`).join(', ')})`
}

/** Trigrams can't find texts of fewer than three characters, so those are scanned for. */
function containing(folded: string): string {
  const quoted = folded.replaceAll("'", "''")
  if ([...folded].length < 3) return `select rowid from texts where instr(folded, '${quoted}') > 0`
  return `select rowid from texts where texts match '"${quoted.replaceAll('"', '""')}"'`
}
