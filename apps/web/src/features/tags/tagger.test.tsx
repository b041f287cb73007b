import { sample } from '@cardinal/testing'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryReplica } from '../../replica/create-memory-replica.ts'
import { ReplicaProvider } from '../../replica/index.ts'
import { undoStack } from '../../shared/changes/undo-stack.ts'
import { Tagger } from './tagger.tsx'

afterEach(cleanup)

const kitchen = sample(`
  note Focaccia #bread #italian
  note Risotto #italian #dinner
  note Untagged
  group food: bread, dinner
`)

async function show(numbers: readonly number[]) {
  const connection = createMemoryReplica(kitchen.changes)
  await act(async () => {
    render(
      <ReplicaProvider connection={connection}>
        <Tagger cardIds={numbers.map((n) => kitchen.card(n))} />
      </ReplicaProvider>,
    )
  })
  const tagsOf = async (n: number) => {
    const [card] = (await connection.snapshot().replica?.ask('cardsById', { ids: [kitchen.card(n)] })) ?? []
    const tags = await connection.snapshot().replica?.ask('tagsById', { ids: card?.tagIds ?? [] })
    return tags?.map((tag) => tag?.name)
  }
  return { connection, tagsOf }
}

const section = (name: string) => within(screen.getByRole('group', { name }))
const box = (name: RegExp) => section('On these cards').getByRole('checkbox', { name })

describe('the tagger over chosen cards', () => {
  it('[PU-3] the tagger marks tags on all, some and none, and a press on "some" puts it on all', async () => {
    const { tagsOf } = await show([1, 2])
    expect(box(/^italian/).getAttribute('aria-checked')).toBe('true')
    expect(box(/^bread/).getAttribute('aria-checked')).toBe('mixed')
    await act(async () => box(/^bread/).click())
    expect(box(/^bread/).getAttribute('aria-checked')).toBe('true')
    expect(await tagsOf(2)).toContain('bread')
    await act(async () => box(/^bread/).click())
    expect(await tagsOf(1)).not.toContain('bread')
    expect(await tagsOf(2)).not.toContain('bread')
  })

  it('[PU-3] one undo reverts what one press did to many cards', async () => {
    const { connection, tagsOf } = await show([1, 2, 3])
    await act(async () => box(/^dinner/).click())
    expect(await tagsOf(3)).toEqual(['dinner'])
    const entry = undoStack.getState().pop(connection.snapshot().replica?.workspaceId ?? '')
    await act(async () => {
      for (const mutation of entry?.undo ?? []) await connection.snapshot().replica?.mutate(mutation)
    })
    expect(await tagsOf(1)).toEqual(['bread', 'italian'])
    expect(await tagsOf(2)).toEqual(['italian', 'dinner'])
    expect(await tagsOf(3)).toEqual([])
  })

  it('[TG-2] an invalid name is reported in place, and no name of the list is added', async () => {
    const { tagsOf } = await show([3])
    const field = screen.getByRole('textbox', { name: 'Find or create tags' })
    fireEvent.change(field, { target: { value: 'bread, #wrong' } })
    await act(async () => fireEvent.submit(field))
    expect(screen.getByRole('alert').textContent).toBe('Only alphanumeric characters are allowed.')
    expect(await tagsOf(3)).toEqual([])
  })

  it('[SB-9] the tagger adds new and existing tags together, and creates the new ones', async () => {
    const { tagsOf } = await show([1, 3])
    const field = screen.getByRole('textbox', { name: 'Find or create tags' })
    fireEvent.change(field, { target: { value: 'Baking, dinner' } })
    await act(async () => fireEvent.submit(field))
    expect(new Set(await tagsOf(3))).toEqual(new Set(['baking', 'dinner']))
    expect(await tagsOf(1)).toContain('baking')
    expect(section('Selected now').getAllByRole('checkbox')).toHaveLength(2)
  })

  it('[HM-9] without cards every box is disabled, and a text says what to do', async () => {
    await show([])
    expect(screen.getByText('Select cards first.')).toBeDefined()
    const boxes = section('All, sorted').getAllByRole<HTMLButtonElement>('checkbox')
    expect(boxes.every((each) => each.disabled)).toBe(true)
  })
})
