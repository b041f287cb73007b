import { addressOfLink } from '@cardinal/domain'
import { sql } from 'kysely'
import { type Migration, NAMES_RELEASES } from '../migrate.ts'
import { FROM_1 } from './0001-0003.ts'
import { FROM_4 } from './0004-0027.ts'
import { FROM_32 } from './0032-0057.ts'

/** Counts page facts towards the quota. */
const pageBytes: Migration = {
  name: '0059-page-bytes',
  up: async (db) => {
    await sql`update "user" set stored_bytes = stored_bytes + coalesce(
      (select sum(octet_length(page)) from card where card.user_id = "user".id), 0)`.execute(db)
  },
}

/** The tag's display name; null: its name. */
const tagDisplayName: Migration = {
  name: '0061-tag-display-name',
  up: async ({ schema }) => {
    await schema.alterTable('tag').addColumn('display_name', 'text').execute()
  },
}

/** Unfinished imports with their remaining work, so that a restarted node can resume them. */
const importRuns: Migration = {
  name: '0062-import-runs',
  up: async ({ schema }) => {
    await schema
      .createTable('import_run')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('import_id', 'text', (c) => c.notNull())
      .addColumn('held_until', 'bigint', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('import_run_pk', ['user_id', 'import_id'])
      .addForeignKeyConstraint(
        'import_run_job',
        ['user_id', 'import_id'],
        'import_job',
        ['user_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await schema
      .createTable('import_piece')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('import_id', 'text', (c) => c.notNull())
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('import_piece_pk', ['user_id', 'import_id', 'number'])
      .addForeignKeyConstraint(
        'import_piece_run',
        ['user_id', 'import_id'],
        'import_run',
        ['user_id', 'import_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
  },
}

/** Progress of the undo of an import, so that a restarted node can resume it. */
const importUndo: Migration = {
  name: '0063-import-undo',
  up: async ({ schema }) => {
    for (const column of ['undo_step', 'undo_removed'])
      await schema.alterTable('import_run').addColumn(column, 'integer').execute()
  },
}

/**
 * The index for the query of a tag's cards. Without the card's id in it, SQLite read all tags of all cards of the
 * user: 100 ms for a rare tag among 200,000 cards.
 */
const cardTagCards: Migration = {
  name: '0064-card-tag-cards',
  up: async ({ schema }) => {
    await schema.dropIndex('card_tag_tag').execute()
    await schema
      .createIndex('card_tag_cards')
      .on('card_tag')
      .columns(['user_id', 'tag_id', 'card_id'])
      .execute()
  },
}

/** Devices that a password reset signed out. Set until the person has reviewed the account. */
const accessReview: Migration = {
  name: '0070-access-review',
  up: async ({ schema }) => {
    await schema.alterTable('user').addColumn('access_review', 'text').execute()
  },
}

/**
 * A queue of pages by person and host. With a queue by host alone, 150 links of one person to sites that don't
 * answer made everybody else wait for minutes.
 */
const pageTurns: Migration = {
  name: '0071-page-turns',
  up: async (db) => {
    const { schema } = db
    await schema
      .createTable('page_turn')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('host', 'text', (c) => c.notNull())
      .addColumn('priority', 'integer', (c) => c.notNull())
      .addColumn('ready_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('page_turn_key', ['user_id', 'host'])
      .execute()
    await schema
      .createIndex('page_turn_ready')
      .on('page_turn')
      .columns(['user_id', 'priority', 'ready_at'])
      .execute()
    await sql`insert into page_turn (user_id, host, priority, ready_at)
      select user_id, host, min(priority), min(due_at) from page_job
      where host <> '' and due_at is not null group by user_id, host`.execute(db)
    await schema.dropIndex('page_job_host').execute()
    await schema.createIndex('page_job_turn').on('page_job').columns(['user_id', 'host', 'due_at']).execute()
    await schema.dropIndex('page_host_ready').execute()
    await schema.alterTable('page_host').dropColumn('priority').execute()
    await schema.alterTable('page_host').dropColumn('ready_at').execute()
  },
}

/** The release that ran a migration, so that an older server can name it when it refuses the database. */
const release: Migration = {
  name: NAMES_RELEASES,
  up: async ({ schema }) => {
    await schema.alterTable('migration').addColumn('release', 'text').execute()
  },
}

/** Characters that folding removes. */
const DROPPED = [0xad, 0x200b, 0x200e, 0x200f, 0x2060, ...Array.from({ length: 16 }, (_, n) => 0xfe00 + n)]
/** Characters that folding replaces or removes. Words of copies are searched in their folded form. */
const FOLDED: readonly (readonly [sign: string, plain: string])[] = [
  ...DROPPED.map((sign) => [String.fromCharCode(sign), ''] as const),
  ['\u2019', "'"],
  ['\u2010', '-'],
  ['\u2011', '-'],
]

/** Folds the words of existing copies again, like those of new ones. */
const copyWords: Migration = {
  name: '0074-copy-words',
  up: async (db) => {
    const words = FOLDED.reduce(
      (inner, [sign, plain]) => sql<string>`replace(${inner}, ${sql.lit(sign)}, ${sql.lit(plain)})`,
      sql<string>`words`,
    )
    await sql`update "user" set stored_bytes = stored_bytes - coalesce(
      (select sum(octet_length(words) - octet_length(${words})) from page_copy
      where page_copy.user_id = "user".id), 0)`.execute(db)
    await sql`update page_copy set words = ${words} where words <> ${words}`.execute(db)
  },
}

/** Links read at once. */
const LINKS_PER_READ = 500

/** Gives every link the address in its content, and revisions a column for theirs. */
const linkAddress: Migration = {
  name: '0076-link-address',
  up: async (db) => {
    const { schema } = db
    await schema.alterTable('card').addColumn('address', 'text').execute()
    await schema.alterTable('revision').addColumn('address', 'text').execute()
    let [userId, cardId] = ['', '']
    for (;;) {
      const { rows } = await sql<{ user_id: string; id: string; content: string }>`select user_id, id, content
        from card where type = 'link' and (user_id, id) > (${userId}, ${cardId})
        order by user_id, id limit ${sql.lit(LINKS_PER_READ)}`.execute(db)
      const last = rows.at(-1)
      if (last === undefined) break
      ;[userId, cardId] = [last.user_id, last.id]
      const found = rows.map((row) => sql`(${row.user_id}, ${row.id}, ${addressOfLink(row.content) ?? ''})`)
      await sql`update card set address = told.column3 from (values ${sql.join(found)}) as told
        where card.user_id = told.column1 and card.id = told.column2`.execute(db)
    }
    await sql`update "user" set stored_bytes = stored_bytes + coalesce(
      (select sum(octet_length(address)) from card where card.user_id = "user".id), 0)`.execute(db)
  },
}

/** The file's name, by which a person recognizes an import. */
const importFileName: Migration = {
  name: '0077-import-file-name',
  up: async ({ schema }) => {
    await schema.alterTable('import_job').addColumn('file_name', 'text').execute()
  },
}

/**
 * An index of long answers by age. Each new long answer shortens the oldest ones, so that a full account need not
 * shorten all at once.
 */
const longAnswers: Migration = {
  name: '0078-long-answers',
  up: async ({ schema }) => {
    await schema
      .createIndex('operation_long')
      .on('operation')
      .columns(['user_id', 'created_at'])
      .where(sql`octet_length(answer)`, '>', sql.lit(4_096))
      .execute()
  },
}

/** When recurring cards were completed: the domain's `Completions`. Null: never. */
const completions: Migration = {
  name: '0079-completions',
  up: async ({ schema }) => {
    await schema.alterTable('card').addColumn('completions', 'text').execute()
  },
}

/** Minutes before the due time at which a browser gets a second, earlier reminder. */
const minutesBefore: Migration = {
  name: '0080-minutes-before',
  up: async ({ schema }) => {
    await schema
      .alterTable('push_subscription')
      .addColumn('minutes_before', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}

/** Files of accounts, their bytes in pieces, and the references of cards to files. */
const files: Migration = {
  name: '0081-files',
  up: async (db, dialect) => {
    const { schema } = db
    await schema.alterTable('card').addColumn('files', 'text').execute()
    await schema
      .createIndex('card_files')
      .on('card')
      .columns(['user_id', 'id'])
      .where(sql`files`, 'is not', null)
      .execute()
    await schema
      .createTable('file')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('whole_at', 'bigint')
      .addColumn('unused_since', 'bigint')
      .addUniqueConstraint('file_hash', ['user_id', 'hash'])
      .execute()
    // Without a foreign key to the file: deleting all pieces by cascade would take seconds, so they are removed in
    // steps afterwards.
    await schema
      .createTable('file_piece')
      .addColumn('file_id', 'text', (c) => c.notNull())
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('bytes', dialect === 'postgres' ? sql`bytea` : 'blob', (c) => c.notNull())
      .addPrimaryKeyConstraint('file_piece_pk', ['file_id', 'number'])
      .execute()
    // Most files are compressed already, so PostgreSQL need not try.
    if (dialect === 'postgres')
      await sql`alter table file_piece alter column bytes set storage external`.execute(db)
  },
}

/** The start date of a card; null: none. */
const startDate: Migration = {
  name: '0082-start-date',
  up: async ({ schema }) => {
    await schema.alterTable('card').addColumn('start_at', 'text').execute()
  },
}

/** Thumbnails of files are stored as pieces with negative numbers. */
const fileThumbnails: Migration = {
  name: '0083-file-thumbnails',
  up: async ({ schema }) => {
    await schema
      .alterTable('file')
      .addColumn('thumbnail_bytes', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}

/** The rules of a workspace, and the latest effects of each. */
const rules: Migration = {
  name: '0084-rules',
  up: async ({ schema }) => {
    await schema.alterTable('workspace').addColumn('rules', 'text').execute()
    await schema
      .createTable('rule_effect')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('workspace_id', 'text', (c) => c.notNull())
      .addColumn('rule_id', 'text', (c) => c.notNull())
      .addColumn('number', 'bigint', (c) => c.notNull())
      .addColumn('card_id', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('effect', 'text', (c) => c.notNull())
      .addColumn('undone_at', 'bigint')
      .addPrimaryKeyConstraint('rule_effect_pk', ['user_id', 'rule_id', 'number'])
      .addForeignKeyConstraint(
        'rule_effect_workspace',
        ['user_id', 'workspace_id'],
        'workspace',
        ['user_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await schema
      .createIndex('rule_effect_of_workspace')
      .on('rule_effect')
      .columns(['user_id', 'workspace_id'])
      .execute()
  },
}

/**
 * Copies made from kept pages, and the queue of kept pages to read. The server queues existing cards in the
 * background.
 */
const pageReadings: Migration = {
  name: '0085-page-readings',
  up: async ({ schema }) => {
    await schema.alterTable('page_copy').addColumn('file_hash', 'text').execute()
    await schema
      .createTable('page_reading')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('card_id', 'text', (c) => c.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('page_reading_pk', ['user_id', 'card_id'])
      .execute()
    await schema
      .createIndex('page_reading_due')
      .on('page_reading')
      .columns(['user_id', 'due_at'])
      .where(sql`due_at`, 'is not', null)
      .execute()
  },
}

/** Words of PDFs are stored as pieces, like thumbnails. Existing files are read in the background. */
const fileTexts: Migration = {
  name: '0086-file-texts',
  up: async ({ schema }) => {
    const table = () => schema.alterTable('file')
    await table().addColumn('text_state', 'text').execute()
    await table().addColumn('text_due_at', 'bigint').execute()
    await table()
      .addColumn('text_attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await table()
      .addColumn('text_bytes', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await schema
      .createIndex('file_unread')
      .on('file')
      .columns(['user_id', 'id'])
      .where(sql`type`, '=', 'application/pdf')
      .where(sql`text_state`, 'is', null)
      .execute()
  },
}

/**
 * Saved searches belong to a workspace. If a person has one workspace, all of them belong to it. If there are several,
 * the searches stay in each, because nothing says where they were saved.
 */
const searchesOfWorkspaces: Migration = {
  name: '0088-searches-of-workspaces',
  up: async (db) => {
    await db.schema.alterTable('user').addColumn('searches_by_workspace', 'text').execute()
    await sql`update "user" set searches_by_workspace =
      '{"' || (select min(id) from workspace where user_id = "user".id) || '":' || saved_searches || '}'
      where saved_searches <> '[]' and (select count(*) from workspace where user_id = "user".id) = 1`.execute(
      db,
    )
  },
}

/** In order of running. Forward only: a released migration is never edited. A new one comes last. */
export const MIGRATIONS: readonly Migration[] = [
  ...FROM_1,
  ...FROM_4,
  ...FROM_32,
  pageBytes,
  tagDisplayName,
  importRuns,
  importUndo,
  cardTagCards,
  accessReview,
  pageTurns,
  release,
  copyWords,
  linkAddress,
  importFileName,
  longAnswers,
  completions,
  minutesBefore,
  files,
  startDate,
  fileThumbnails,
  rules,
  pageReadings,
  fileTexts,
  searchesOfWorkspaces,
]
