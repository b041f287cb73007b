import { sample } from '@cardinal/testing'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryReplica } from '../../replica/create-memory-replica.ts'
import { ReplicaProvider } from '../../replica/index.ts'
import { undoStack } from '../../shared/changes/undo-stack.ts'
import GroupRelations from './group-relations.tsx'
import TagRelations from './tag-relations.tsx'

afterEach(cleanup)

const kitchen = sample(`
  note Loaf #sourdough
  note Cake #baking
`)

const BAKERY = {
  kind: 'group' as const,
  id: 'e'.repeat(24),
  row: {
    id: 'e'.repeat(24),
    title: 'bakery',
    color: null,
    isHidden: false,
    tagIds: [kitchen.tag('sourdough')],
    createdAt: 0,
    updatedAt: 0,
  },
}

async function show(name: string, further: readonly (typeof BAKERY)[] = []) {
  const connection = createMemoryReplica([...kitchen.changes, ...further])
  await act(async () => {
    render(
      <ReplicaProvider connection={connection}>
        <TagRelations params={{ tagId: kitchen.tag(name) }} close={() => {}} />
      </ReplicaProvider>,
    )
  })
  return connection
}

const part = (name: string) => within(screen.getByRole('region', { name }))

async function add(label: string, button: string, text: string) {
  await act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value: text } }))
  await act(async () => screen.getByRole('button', { name: button }).click())
}

describe('names and parents of a tag', () => {
  it('the popup of names adds other names in any spelling, says which are invalid, and removes them', async () => {
    await show('baking')
    await add('Another synonym', 'Add synonym', 'C++, 🍞')
    const remove = (name: string) => part('Synonyms').queryByRole('button', { name: `Remove ${name}` })
    expect(remove('C++')).toBeTruthy()
    expect(remove('🍞')).toBeTruthy()
    await add('Another synonym', 'Add synonym', '-x')
    expect(screen.getByText(/can not hold a comma or begin with a minus/)).toBeTruthy()
    await act(async () => remove('C++')?.click())
    expect(remove('C++')).toBeNull()
  })

  it('the popup of names takes one of its names, or its own in another case, as display name, until that name is removed', async () => {
    await show('baking')
    expect(screen.queryByLabelText('Display name')).toBeNull()
    await add('Another synonym', 'Add synonym', 'Baking')
    expect(screen.getByRole('button', { name: 'Baking' })).toBeTruthy()
    await add('Another synonym', 'Add synonym', '🍞')
    const picker = screen.getByLabelText('Display name') as HTMLSelectElement
    expect([...picker.options].map(({ value }) => value)).toEqual(['baking', '🍞', 'Baking'])
    await act(async () => void fireEvent.change(picker, { target: { value: '🍞' } }))
    expect(screen.getByRole('button', { name: '🍞, tag baking' }).title).toBe('baking')
    await act(async () => part('Synonyms').getByRole('button', { name: 'Remove 🍞' }).click())
    expect(screen.getByRole('button', { name: 'baking' })).toBeTruthy()
  })

  it('the popup of names adds an existing or a new parent, counts the cards it finds, and one undo reverts it', async () => {
    const connection = await show('sourdough')
    await add('Another parent', 'Add parent', 'baking')
    await add('Another parent', 'Add parent', 'food')
    expect(part('Parents').getByText('baking')).toBeTruthy()
    expect(part('Parents').getByText('food')).toBeTruthy()
    const entry = undoStack.getState().pop(connection.snapshot().replica?.workspaceId ?? '')
    await act(async () => {
      for (const mutation of entry?.undo ?? []) await connection.snapshot().replica?.mutate(mutation)
    })
    expect(part('Parents').queryByText('food')).toBeNull()
    cleanup()
    await act(async () => {
      render(
        <ReplicaProvider connection={connection}>
          <TagRelations params={{ tagId: kitchen.tag('baking') }} close={() => {}} />
        </ReplicaProvider>,
      )
    })
    expect(screen.getByText(/finds 2 cards: it is on 1 card,/)).toBeTruthy()
    await act(async () => part('Children').getByRole('button', { name: 'Remove sourdough' }).click())
    expect(screen.getByText('A search for it finds 1 card.')).toBeTruthy()
  })

  it('the popup of names adds a child group, counts the cards it finds, and one undo reverts it', async () => {
    const connection = await show('baking', [BAKERY])
    const chosen = () => part('Children').queryByRole('button', { name: 'Remove group:bakery' })
    await add('A group whose tags are part of it', 'Add group', 'nothing')
    expect(screen.getByText('There is no such group.')).toBeTruthy()
    await add('A group whose tags are part of it', 'Add group', 'Bakery')
    expect(chosen()).toBeTruthy()
    expect(screen.getByText(/finds 2 cards: it is on 1 card,/)).toBeTruthy()
    const entry = undoStack.getState().pop(connection.snapshot().replica?.workspaceId ?? '')
    await act(async () => {
      for (const mutation of entry?.undo ?? []) await connection.snapshot().replica?.mutate(mutation)
    })
    expect(chosen()).toBeNull()
    await act(async () =>
      part('Children')
        .getByRole('button', { name: /^group:bakery/ })
        .click(),
    )
    expect(chosen()).toBeTruthy()
    cleanup()
    await act(async () => {
      render(
        <ReplicaProvider connection={connection}>
          <TagRelations params={{ tagId: kitchen.tag('sourdough') }} close={() => {}} />
        </ReplicaProvider>,
      )
    })
    expect(part('Parents').getByText('baking')).toBeTruthy()
    expect(part('Parents').getByText(/by group:bakery/)).toBeTruthy()
  })

  it('the popup of a group edits the tags that it implies, and says when the group is gone', async () => {
    const connection = createMemoryReplica([...kitchen.changes, BAKERY])
    await act(async () => {
      render(
        <ReplicaProvider connection={connection}>
          <GroupRelations params={{ groupId: BAKERY.id }} close={() => {}} />
        </ReplicaProvider>,
      )
    })
    const meant = part('Parents')
    await add('A parent of its tags', 'Add tag', 'baking')
    await add('A parent of its tags', 'Add tag', 'food')
    expect(meant.getByText('food')).toBeTruthy()
    await act(async () => meant.getByRole('button', { name: 'Remove baking' }).click())
    expect(meant.queryByText('baking')).toBeNull()
    const args = { groupIds: [BAKERY.id] }
    await act(async () => void (await connection.snapshot().replica?.mutate({ name: 'deleteGroups', args })))
    expect(screen.getByText('This group was deleted')).toBeTruthy()
  })

  it('the popup of names says that the tag was deleted', async () => {
    const connection = await show('baking')
    const args = { tagIds: [kitchen.tag('baking')] }
    await act(async () => void (await connection.snapshot().replica?.mutate({ name: 'deleteTags', args })))
    expect(screen.getByText('This tag was deleted')).toBeTruthy()
  })
})
