import type { Id } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type { PageJobTable } from '../schema-pages.ts'
import { type Db, writeInBatches } from './db.ts'

export type PageJob = Selectable<PageJobTable>

/**
 * `new` is not known to its host yet. `waiting`: to be fetched. `fetched`: it has its page. `blocked`: the site keeps
 * visitors without an account, or programs, away. `failing`: it will be tried again. `dead`: gone for good. `refused`:
 * this server must not fetch it. `none`: there is nothing to fetch.
 */
export type PageState = 'new' | 'waiting' | 'fetched' | 'blocked' | 'failing' | 'dead' | 'refused' | 'none'

/** A link to be fetched. */
export interface NewPageJob {
  readonly userId: Id
  readonly cardId: Id
  readonly workspaceId: Id
  readonly address: string
  readonly host: string
  readonly priority: number
}

/** Returns the queries of the queue of pages to fetch, the hosts' turns, and the pictures. */
export function pagesTable(db: Db) {
  return { ...jobs(db), ...hosts(db), ...pictures(db) }
}

function jobs(db: Db) {
  return {
    /** Puts links into the queue, in place of what was known of them. One without a host is only noted. */
    add: (rows: readonly NewPageJob[], now: number): Promise<void> =>
      writeInBatches(rows, (batch) =>
        db
          .insertInto('page_job')
          .values(
            batch.map(({ userId, cardId, workspaceId, address, host, priority }) => ({
              user_id: userId,
              card_id: cardId,
              workspace_id: workspaceId,
              address,
              host,
              state: host === '' ? 'none' : 'new',
              priority,
              due_at: host === '' ? null : now,
              attempts: 0,
              failed_at: null,
              icon: null,
              cover: null,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'card_id']).doUpdateSet((row) => ({
              workspace_id: row.ref('excluded.workspace_id'),
              address: row.ref('excluded.address'),
              host: row.ref('excluded.host'),
              state: row.ref('excluded.state'),
              priority: row.ref('excluded.priority'),
              due_at: row.ref('excluded.due_at'),
              attempts: row.ref('excluded.attempts'),
              failed_at: row.ref('excluded.failed_at'),
            })),
          )
          .execute(),
      ),
    newJobs: (limit: number): Promise<PageJob[]> =>
      db.selectFrom('page_job').selectAll().where('state', '=', 'new').limit(limit).execute(),
    jobOf: (userId: Id, cardId: Id): Promise<PageJob | undefined> =>
      db
        .selectFrom('page_job')
        .selectAll()
        .where('user_id', '=', userId)
        .where('card_id', '=', cardId)
        .executeTakeFirst(),
    /** The first of a host's jobs that are due. */
    firstOf: (host: string, now: number): Promise<PageJob | undefined> =>
      db
        .selectFrom('page_job')
        .selectAll()
        .where('host', '=', host)
        .where('due_at', '<=', now)
        .orderBy('priority')
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst(),
    update: async (job: PageJob, patch: Partial<PageJob>): Promise<void> => {
      await db
        .updateTable('page_job')
        .set(patch)
        .where('user_id', '=', job.user_id)
        .where('card_id', '=', job.card_id)
        .where('address', '=', job.address)
        .execute()
    },
    /** Puts jobs of one person into the queue again, as those of an import. */
    queueAgain: async (userId: Id, cardIds: readonly Id[], priority: number, now: number): Promise<void> =>
      writeInBatches(cardIds, (batch) =>
        db
          .updateTable('page_job')
          .set({ state: 'new', priority, due_at: now, attempts: 0 })
          .where('user_id', '=', userId)
          .where('card_id', 'in', batch)
          .execute(),
      ),
    remove: async (job: PageJob): Promise<void> => {
      await db
        .deleteFrom('page_job')
        .where('user_id', '=', job.user_id)
        .where('card_id', '=', job.card_id)
        .execute()
    },
    /** How many links of a person are in each state. */
    countsOf: async (userId: Id): Promise<Map<PageState, number>> => {
      const rows = await db
        .selectFrom('page_job')
        .select(['state', sql<number>`count(*)`.as('count')])
        .where('user_id', '=', userId)
        .groupBy('state')
        .execute()
      return new Map(rows.map(({ state, count }) => [state as PageState, Number(count)]))
    },
    /** Living links that have no job, in the order of their keys. */
    linksWithoutJobs: (after: { userId: Id; cardId: Id }, limit: number) =>
      db
        .selectFrom('card')
        .leftJoin('page_job', (join) =>
          join.onRef('page_job.user_id', '=', 'card.user_id').onRef('page_job.card_id', '=', 'card.id'),
        )
        .select([
          'card.user_id as userId',
          'card.id as cardId',
          'card.workspace_id as workspaceId',
          'card.content',
        ])
        .where('card.type', '=', 'link')
        .where('card.deleted_at', 'is', null)
        .where('page_job.card_id', 'is', null)
        .where(sql<boolean>`(card.user_id, card.id) > (${after.userId}, ${after.cardId})`)
        .orderBy('card.user_id')
        .orderBy('card.id')
        .limit(limit)
        .execute(),
  }
}

function hosts(db: Db) {
  return {
    /** Says that a host has a job, which runs when the host's pause is over. */
    wakeHost: async (host: string, priority: number, at: number): Promise<void> => {
      await db
        .insertInto('page_host')
        .values({ host, priority, free_at: 0, ready_at: at })
        .onConflict((conflict) =>
          conflict.column('host').doUpdateSet({
            priority: sql`case when page_host.ready_at is null or page_host.priority > excluded.priority
              then excluded.priority else page_host.priority end`,
            ready_at: sql`case when page_host.ready_at <= excluded.ready_at then page_host.ready_at
              when page_host.free_at > excluded.ready_at then page_host.free_at else excluded.ready_at end`,
          }),
        )
        .execute()
    },
    /** Hosts with a job that may run now, the most urgent first. */
    readyHosts: (now: number, limit: number): Promise<{ host: string }[]> =>
      db
        .selectFrom('page_host')
        .select('host')
        .where('ready_at', '<=', now)
        .orderBy('priority')
        .orderBy('ready_at')
        .limit(limit)
        .execute(),
    /** Takes a host's turn until `until`: true for one node alone. A host that nobody knows is taken, too. */
    takeHost: async (host: string, now: number, until: number): Promise<boolean> => {
      const rows = await db
        .insertInto('page_host')
        .values({ host, priority: 2, free_at: until, ready_at: until })
        .onConflict((conflict) =>
          conflict
            .column('host')
            .doUpdateSet({ free_at: until, ready_at: until })
            .where('page_host.free_at', '<=', now),
        )
        .returning('host')
        .execute()
      return rows.length > 0
    },
    /** Ends a host's turn. Its next job runs when it is due, and not before `freeAt`. */
    releaseHost: async (host: string, freeAt: number): Promise<void> => {
      const [soonest, urgent] = await Promise.all([
        db
          .selectFrom('page_job')
          .select((select) => select.fn.min('due_at').as('due_at'))
          .where('host', '=', host)
          .executeTakeFirst(),
        db
          .selectFrom('page_job')
          .select('priority')
          .where('host', '=', host)
          .where('due_at', '<=', freeAt)
          .orderBy('priority')
          .limit(1)
          .executeTakeFirst(),
      ])
      const due = soonest?.due_at == null ? null : Math.max(freeAt, Number(soonest.due_at))
      await db
        .updateTable('page_host')
        .set({ free_at: freeAt, ready_at: due, priority: urgent?.priority ?? 2 })
        .where('host', '=', host)
        .execute()
    },
    removeIdleHosts: async (before: number): Promise<void> => {
      await db.deleteFrom('page_host').where('ready_at', 'is', null).where('free_at', '<', before).execute()
    },
  }
}

function pictures(db: Db) {
  return {
    addPicture: async (name: string, bytes: Buffer, now: number): Promise<void> => {
      await db
        .insertInto('page_picture')
        .values({ name, bytes: bytes.toString('base64'), created_at: now })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_at: now }))
        .execute()
    },
    picture: async (name: string): Promise<Buffer | undefined> => {
      const row = await db
        .selectFrom('page_picture')
        .select('bytes')
        .where('name', '=', name)
        .executeTakeFirst()
      return row && Buffer.from(row.bytes, 'base64')
    },
    /** The picture that was found at an address since then. Undefined: nobody has looked. */
    pictureFrom: (address: string, since: number): Promise<{ name: string | null } | undefined> =>
      db
        .selectFrom('page_picture_source')
        .select('name')
        .where('address', '=', address)
        .where('fetched_at', '>=', since)
        .executeTakeFirst(),
    notePictureFrom: async (address: string, name: string | null, now: number): Promise<void> => {
      await db
        .insertInto('page_picture_source')
        .values({ address, name, fetched_at: now })
        .onConflict((conflict) => conflict.column('address').doUpdateSet({ name, fetched_at: now }))
        .execute()
    },
    /** Removes pictures that no card shows, and forgets where pictures came from, where both are older. */
    removePictures: async (before: number): Promise<void> => {
      await db.deleteFrom('page_picture_source').where('fetched_at', '<', before).execute()
      await db
        .deleteFrom('page_picture')
        .where('created_at', '<', before)
        .where(
          'name',
          'not in',
          db
            .selectFrom('page_job')
            .select(sql<string>`coalesce(icon, '')`.as('name'))
            .union(db.selectFrom('page_job').select(sql<string>`coalesce(cover, '')`.as('name')))
            .union(db.selectFrom('page_picture_source').select(sql<string>`coalesce(name, '')`.as('name'))),
        )
        .execute()
    },
  }
}
