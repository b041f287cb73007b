// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { emptyDraft } from '../cards/card-draft.ts'
import { typeByLooks } from './form-capture.ts'

it('[CD-3] a new todo becomes a note when its text begins to look like one, unless it has fields of a todo', () => {
  const todo = (content: string, more = {}) => ({ ...emptyDraft('todo'), content, ...more })
  const typeOf = (before: string, draft: ReturnType<typeof todo>, isTurned?: boolean) =>
    typeByLooks(before, draft, isTurned).type
  expect(typeOf('Plan', todo('Plan\nwater'))).toBe('note')
  expect(typeOf('', todo('# Plan'))).toBe('note')
  expect(typeOf('Plan', todo('Plan '))).toBe('todo')
  expect(typeOf('Plan', todo('Plan\nwater', { dueAt: '2026-03-01' }))).toBe('todo')
  expect(typeOf('Plan', todo('Plan\nwater', { subnotes: [{ id: 'a', text: 'x', isTicked: false }] }))).toBe(
    'todo',
  )
  // Todo was chosen while the text had two lines.
  expect(typeOf('Plan\nw', todo('Plan\nwa'))).toBe('todo')
  expect(typeOf('Plan\nw', { ...todo('Plan'), type: 'note' }, true)).toBe('todo')
  expect(typeOf('Plan\nw', { ...todo('Plan'), type: 'note' }, false)).toBe('note')
  expect(typeOf('a', { ...todo('https://a.example\nA'), type: 'link' })).toBe('link')
})
