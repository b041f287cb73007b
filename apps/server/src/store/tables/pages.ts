import type { Id } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type { PageJobTable } from '../schema.ts'
import { addressFromColumn } from './cards.ts'
import { type Db, writeInBatches } from './db.ts'

export type PageJob = Selectable<PageJobTable>

/**
 * `new`: not yet in its host's queue. `waiting`: to be fetched. `blocked`: the site requires an account or rejects
 * programs. `failing`: will be tried again. `dead`: gone for good. `refused`: this server must not fetch it.
 * `none`: nothing to fetch.
 */
export type PageState = 'new' | 'waiting' | 'fetched' | 'blocked' | 'failing' | 'dead' | 'refused' | 'none'

export interface NewPageJob {
  readonly userId: Id
  readonly cardId: Id
  readonly workspaceId: Id
  readonly address: string
  readonly host: string
  readonly priority: number
}

/** The queue of pages to fetch, the order of people and hosts, and the pictures. */
export function pagesTable(db: Db) {
  return { ...jobs(db), ...turns(db), ...pictures(db) }
}

function jobs(db: Db) {
  return {
    /** Queues links, replacing earlier jobs. A link without a host is stored, but not queued. */
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
    /** The first due job of a person at a host. */
    firstOf: (userId: Id, host: string, now: number): Promise<PageJob | undefined> =>
      db
        .selectFrom('page_job')
        .selectAll()
        .where('user_id', '=', userId)
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
    /** Queues jobs of one person again, with this priority. */
    queueAgain: async (userId: Id, cardIds: readonly Id[], priority: number, now: number): Promise<void> =>
      writeInBatches(cardIds, (batch) =>
        db
          .updateTable('page_job')
          .set({ state: 'new', priority, due_at: now, attempts: 0 })
          .where('user_id', '=', userId)
          .where('card_id', 'in', batch)
          .execute(),
      ),
    /** Removes a job, unless the card has since got a job for another address. */
    remove: async (job: PageJob): Promise<void> => {
      await db
        .deleteFrom('page_job')
        .where('user_id', '=', job.user_id)
        .where('card_id', '=', job.card_id)
        .where('address', '=', job.address)
        .execute()
    },
    /** The number of a user's links in each state. */
    countsOf: async (userId: Id): Promise<Map<PageState, number>> => {
      const rows = await db
        .selectFrom('page_job')
        .select(['state', sql<number>`count(*)`.as('count')])
        .where('user_id', '=', userId)
        .groupBy('state')
        .execute()
      return new Map(rows.map(({ state, count }) => [state as PageState, Number(count)]))
    },
    /** Living links without a job, in the order of keys. */
    linksWithoutJobs: async (after: { userId: Id; cardId: Id }, limit: number) => {
      const rows = await db
        .selectFrom('card')
        .leftJoin('page_job', (join) =>
          join.onRef('page_job.user_id', '=', 'card.user_id').onRef('page_job.card_id', '=', 'card.id'),
        )
        .select([
          'card.user_id as userId',
          'card.id as cardId',
          'card.workspace_id as workspaceId',
          'card.type',
          'card.content',
          'card.address',
        ])
        .where('card.type', '=', 'link')
        .where('card.deleted_at', 'is', null)
        .where('page_job.card_id', 'is', null)
        .where(sql<boolean>`(card.user_id, card.id) > (${after.userId}, ${after.cardId})`)
        .orderBy('card.user_id')
        .orderBy('card.id')
        .limit(limit)
        .execute()
      return rows.map(({ type, content, address, ...link }) => ({
        ...link,
        address: addressFromColumn({ type, content, address }),
      }))
    },
  }
}

/** Each priority is a query of its own, so that it can use the index. */
const PRIORITIES = [0, 1, 2]

function turns(db: Db) {
  return {
    /** Stores that a person has a job at a host, due at this time. */
    addTurn: async (userId: Id, host: string, priority: number, at: number): Promise<void> => {
      await db
        .insertInto('page_turn')
        .values({ user_id: userId, host, priority, ready_at: at })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'host']).doUpdateSet({
            priority: sql`case when page_turn.priority < excluded.priority
              then page_turn.priority else excluded.priority end`,
            ready_at: sql`case when page_turn.ready_at < excluded.ready_at
              then page_turn.ready_at else excluded.ready_at end`,
          }),
        )
        .execute()
    },
    /** People with a due job. */
    peopleWithDue: async (now: number): Promise<Id[]> =>
      (
        await db
          .selectFrom('user')
          .select('user.id')
          .where('user.disabled_at', 'is', null)
          .where((of) =>
            of.exists(
              of
                .selectFrom('page_turn')
                .select('page_turn.host')
                .whereRef('page_turn.user_id', '=', 'user.id')
                .where('page_turn.priority', 'in', PRIORITIES)
                .where('page_turn.ready_at', '<=', now),
            ),
          )
          .execute()
      ).map(({ id }) => id),
    /** The host of a person's most urgent job, among the hosts that are free. */
    readyHost: async (userId: Id, now: number): Promise<string | undefined> => {
      for (const priority of PRIORITIES) {
        const found = await db
          .selectFrom('page_turn')
          .leftJoin('page_host', 'page_host.host', 'page_turn.host')
          .select('page_turn.host')
          .where('page_turn.user_id', '=', userId)
          .where('page_turn.priority', '=', priority)
          .where('page_turn.ready_at', '<=', now)
          .where((of) => of.or([of('page_host.free_at', 'is', null), of('page_host.free_at', '<=', now)]))
          .orderBy('page_turn.ready_at')
          .limit(1)
          .executeTakeFirst()
        if (found !== undefined) return found.host
      }
      return undefined
    },
    /** Reserves a host until `until`, also one without a row. Returns true to one node only. */
    takeHost: async (host: string, now: number, until: number): Promise<boolean> => {
      const rows = await db
        .insertInto('page_host')
        .values({ host, free_at: until })
        .onConflict((conflict) =>
          conflict.column('host').doUpdateSet({ free_at: until }).where('page_host.free_at', '<=', now),
        )
        .returning('host')
        .execute()
      return rows.length > 0
    },
    /** Releases a host. No request is sent to it before `freeAt`. */
    releaseHost: async (host: string, freeAt: number): Promise<void> => {
      await db.updateTable('page_host').set({ free_at: freeAt }).where('host', '=', host).execute()
    },
    /** Stores when the person's next job at a host is due, if there is one. The caller holds the user's lock. */
    renewTurn: async (userId: Id, host: string, now: number): Promise<void> => {
      const ofTurn = db.selectFrom('page_job').where('user_id', '=', userId).where('host', '=', host)
      const soonest = await ofTurn.select((of) => of.fn.min('due_at').as('due_at')).executeTakeFirst()
      const urgent = await ofTurn
        .select((of) => of.fn.min('priority').as('priority'))
        .where('due_at', '<=', now)
        .executeTakeFirst()
      await db.deleteFrom('page_turn').where('user_id', '=', userId).where('host', '=', host).execute()
      if (soonest?.due_at == null) return
      await turns(db).addTurn(userId, host, Number(urgent?.priority ?? 2), Number(soonest.due_at))
    },
    removeIdleHosts: async (before: number): Promise<void> => {
      await db.deleteFrom('page_host').where('free_at', '<', before).execute()
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
    /** The picture found at an address since a time. Undefined: not fetched since then. */
    pictureFrom: async (
      address: string,
      since: number,
    ): Promise<{ name: string | null; fetchedAt: number } | undefined> => {
      const found = await db
        .selectFrom('page_picture_source')
        .select(['name', 'fetched_at'])
        .where('address', '=', address)
        .where('fetched_at', '>=', since)
        .executeTakeFirst()
      return found && { name: found.name, fetchedAt: Number(found.fetched_at) }
    },
    notePictureFrom: async (address: string, name: string | null, now: number): Promise<void> => {
      await db
        .insertInto('page_picture_source')
        .values({ address, name, fetched_at: now })
        .onConflict((conflict) => conflict.column('address').doUpdateSet({ name, fetched_at: now }))
        .execute()
    },
    /** Removes pictures that no card shows, and records of their sources, if they are older than `before`. */
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
