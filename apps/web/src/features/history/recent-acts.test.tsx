import { sample } from '@cardinal/testing'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryReplica } from '../../replica/create-memory-replica.ts'
import { type Replica, ReplicaProvider } from '../../replica/index.ts'
import { actIn } from '../../shared/changes/use-act.ts'
import { Toaster } from '../../ui/toaster.tsx'
import RecentActs from './recent-acts.tsx'

afterEach(cleanup)

const kitchen = sample(`
  note Rye bread #bread
  note Soda bread #bread
  note Onion soup #soup`)

async function show(): Promise<Replica> {
  const connection = createMemoryReplica(kitchen.changes)
  await act(async () => {
    render(
      <ReplicaProvider connection={connection}>
        <RecentActs />
        <Toaster />
      </ReplicaProvider>,
    )
  })
  return connection.snapshot().replica as Replica
}

const ids = kitchen.changes.flatMap(({ kind, id }) => (kind === 'card' ? [id] : []))

describe('the list of recent changes', () => {
  it('[CD-7] the list of recent changes says that it is empty, and shows an act as soon as it is done', async () => {
    const replica = await show()
    expect(await screen.findByText('Nothing to undo yet')).toBeTruthy()
    await act(async () => {
      await actIn(replica)(
        { name: 'setCardColor', args: { cardIds: ids, color: 'red' } },
        { done: 'Coloured red' },
      )
    })
    const row = await screen.findByRole('listitem')
    expect(row.textContent).toContain('Coloured red')
    await waitFor(() => expect(row.textContent).toContain('and 2 more cards'))
  })

  it('[CD-7] the list of recent changes undoes an older act except for later changes, and says so', async () => {
    const replica = await show()
    const doing = actIn(replica)
    await act(async () => {
      await doing({ name: 'setCardColor', args: { cardIds: ids, color: 'red' } }, { done: 'Coloured red' })
      // Acts of other devices are not in this device's list.
      await replica.mutate({ name: 'setCardColor', args: { cardIds: ids.slice(0, 1), color: 'green' } })
    })
    await act(
      async () => void fireEvent.click(await screen.findByRole('button', { name: 'Undo: Coloured red' })),
    )
    const said = '1 card was changed since, and stays as it is'
    await waitFor(() => expect(screen.getByRole('listitem').textContent).toContain(`Undone. ${said}`))
    const cards = await replica.ask('cardsById', { ids })
    expect(cards.map((card) => card?.color)).toEqual(['green', null, null])
    expect(screen.getByRole('status').textContent).toBe(`Undone: Coloured red. ${said}`)
    expect(screen.queryByRole('button', { name: 'Undo: Coloured red' })).toBeNull()
  })

  it('[CD-7] the list of recent changes redoes an undone act, except for later changes', async () => {
    const replica = await show()
    await act(async () => {
      await actIn(replica)(
        { name: 'setCardColor', args: { cardIds: ids, color: 'red' } },
        { done: 'Coloured red' },
      )
    })
    const press = async (name: string) => {
      await act(async () => void fireEvent.click(await screen.findByRole('button', { name })))
    }
    const colors = async () => (await replica.ask('cardsById', { ids })).map((card) => card?.color)
    await press('Undo: Coloured red')
    await screen.findByRole('button', { name: 'Redo: Coloured red' })
    await replica.mutate({ name: 'setCardColor', args: { cardIds: ids.slice(0, 1), color: 'green' } })
    await press('Redo: Coloured red')
    await screen.findByRole('button', { name: 'Undo: Coloured red' })
    expect(await colors()).toEqual(['green', 'red', 'red'])
    expect(screen.getByRole('status').textContent).toBe(
      'Done again: Coloured red. 1 card was changed since, and stays as it is',
    )
    await press('Undo: Coloured red')
    await screen.findByRole('button', { name: 'Redo: Coloured red' })
    expect(await colors()).toEqual(['green', null, null])
  })

  it('[CD-7] the list of recent changes says that an act cannot be undone if all its cards are gone', async () => {
    const replica = await show()
    await act(async () => {
      await actIn(replica)(
        { name: 'setCardColor', args: { cardIds: ids, color: 'red' } },
        { done: 'Coloured red' },
      )
      await replica.mutate({ name: 'deleteCards', args: { cardIds: ids } })
    })
    await act(
      async () => void fireEvent.click(await screen.findByRole('button', { name: 'Undo: Coloured red' })),
    )
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Can’t'))
    expect(screen.getByRole('status').textContent).toBe(
      'Can’t undo “Coloured red”: what it changed is not there any more.',
    )
    expect((await replica.ask('cardsById', { ids })).every((card) => card === undefined)).toBe(true)
  })
})
