import { LIMITS } from '@cardinal/domain'
import { act, cleanup, fireEvent, render, renderHook, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryReplica } from '../../replica/create-memory-replica.ts'
import { ReplicaProvider } from '../../replica/index.ts'
import { CallFailed } from '../../session/index.ts'
import { Toaster } from '../../ui/index.ts'
import DeletedCards from './deleted-cards.tsx'
import { type DeletedCard, type DeletedClient, PAGE, useDeleted } from './use-deleted.ts'

afterEach(cleanup)

const card = (n: number): DeletedCard => ({
  id: String(n).padStart(24, '0'),
  type: 'note',
  content: `Thing ${n}`,
  tagIds: [],
  deletedAt: 1_700_000_000_000 - n * 3_600_000,
})

function withoutDate(n: number) {
  const { deletedAt: _, ...made } = card(n)
  return made
}

/** A server with this many deleted cards. Calls fail while `failure` is set. */
function serverWith(count: number) {
  const server = { failure: null as CallFailed | null, isAsked: 0 }
  const kept = Array.from({ length: count }, (_, n) => card(n))
  const client: DeletedClient = {
    list: async (_workspace, page) => {
      server.isAsked++
      if (server.failure) throw server.failure
      return kept.slice(page * PAGE, (page + 1) * PAGE)
    },
    empty: async () => [],
  }
  return { server, client }
}

const { client: serverOfMany } = serverWith(PAGE + 10)

/** A workspace in which these cards were created and deleted. */
async function replicaAfterDeleting(count: number) {
  const connection = createMemoryReplica([])
  const { replica } = connection.snapshot()
  for (let n = 0; n < count; n++) {
    const made = withoutDate(n)
    await replica?.mutate({ name: 'createCard', args: { card: made } })
    await replica?.mutate({ name: 'deleteCards', args: { cardIds: [made.id] } })
  }
  return connection
}

async function show(client: DeletedClient, connection = createMemoryReplica([])) {
  await act(async () => {
    render(
      <ReplicaProvider connection={connection}>
        <DeletedCards params={{}} close={() => {}} client={client} />
        <Toaster />
      </ReplicaProvider>,
    )
  })
}

const rows = () => within(screen.getByRole('list', { name: 'Deleted cards' })).getAllByRole('listitem')
const press = (name: string | RegExp) => act(async () => screen.getByRole('button', { name }).click())

describe('[CD-7] recently deleted cards', () => {
  it('[HM-19] the list of deleted cards says that there are none, and for how long they stay', async () => {
    await show(serverWith(0).client)
    expect(screen.getByText('Nothing was deleted lately')).toBeTruthy()
    expect(screen.getByText(/30 days/)).toBeTruthy()
  })

  it('[HM-19] the list of deleted cards says what failed and that it needs the network, and retries', async () => {
    const { server, client } = serverWith(1)
    server.failure = new CallFailed('The server cannot be reached.', null)
    await show(client)
    expect(screen.getByText('The list is on the server')).toBeTruthy()
    server.failure = null
    await press('Try again')
    expect(rows()).toHaveLength(1)
  })

  it('one press restores one card, and another press restores all others', async () => {
    const connection = await replicaAfterDeleting(3)
    await show(serverWith(3).client, connection)
    await press('Bring back “Thing 1”')
    expect(rows().map((row) => row.textContent)).toEqual(['Thing 0Bring back', 'Thing 2Bring back'])
    await press('Bring back all 2')
    expect(screen.getByText('Nothing was deleted lately')).toBeTruthy()
    const ids = [0, 1, 2].map((n) => card(n).id)
    const there = await connection.snapshot().replica?.ask('cardsById', { ids })
    expect(there?.map((each) => each?.content)).toEqual(['Thing 0', 'Thing 1', 'Thing 2'])
  })

  it('no deleted card is restored where the plan has no room for all of them, and the message says for how many it has', async () => {
    const connection = await replicaAfterDeleting(3)
    const { replica } = connection.snapshot()
    for (let n = 0; n < LIMITS.freeCards - 2; n++)
      await replica?.mutate({
        name: 'createCard',
        args: { card: withoutDate(1_000 + n) },
      })
    await show(serverWith(3).client, connection)
    await press('Bring back all 3')
    expect(screen.getByRole('alert').textContent).toContain('room for 2 cards more')
    expect(rows()).toHaveLength(3)
    await press('Bring back “Thing 1”')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(rows()).toHaveLength(2)
  })

  it('cards that were deleted together are one line, which opens, and the search finds a card on a later page', async () => {
    const kept = Array.from({ length: PAGE + 60 }, (_, n) => ({
      ...card(n),
      // Two steps of one undone import, then single cards.
      ...(n < 40 && { deletedAt: 1_800_000_000_000 - (n < 20 ? 0 : 5_000) }),
    }))
    const client: DeletedClient = {
      list: async (_workspace, page) => kept.slice(page * PAGE, (page + 1) * PAGE),
      empty: async () => [],
    }
    await show(client)
    expect(rows()).toHaveLength(PAGE - 40 + 1)
    expect(rows()[0]?.textContent).toContain('40 cards, deleted together')
    await press('Show')
    expect(rows()).toHaveLength(PAGE)
    const field = screen.getByRole('textbox', { name: 'Search deleted cards' })
    await act(async () => fireEvent.change(field, { target: { value: `thing ${PAGE + 55}` } }))
    expect(rows().map((row) => row.textContent)).toEqual([`Thing ${PAGE + 55}Bring back`])
    await act(async () => fireEvent.change(field, { target: { value: 'nowhere' } }))
    expect(screen.getByText('No deleted card has these words.')).toBeTruthy()
  })

  it('a card that cannot be restored returns to the list, with the reason', async () => {
    const { server, client } = serverWith(2)
    await show(client)
    await press('Bring back “Thing 0”')
    expect(rows()).toHaveLength(2)
    expect(server.isAsked).toBe(2)
    expect(screen.getByRole('button', { name: 'OK' })).toBeTruthy()
  })

  it('the list of deleted cards loads more cards without duplicates, after some were restored', async () => {
    const connection = await replicaAfterDeleting(4)
    const { result } = renderHook(() => useDeleted(serverOfMany), {
      wrapper: ({ children }) => <ReplicaProvider connection={connection}>{children}</ReplicaProvider>,
    })
    await act(async () => {})
    expect(result.current.cards).toHaveLength(PAGE)
    await act(async () => result.current.restore([card(3)]))
    expect(result.current.cards).toHaveLength(PAGE - 1)
    await act(async () => result.current.more())
    const ids = result.current.cards?.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids?.length)
    expect(ids).toContain(card(PAGE + 9).id)
    expect(result.current.hasMore).toBe(false)
  })
})
