import { expect, it } from 'vitest'
import { messageOf } from './messages.ts'

const ID = 'a'.repeat(24)

it('[CD-9] the refusal at the card limit is worded as in the specification', () => {
  expect(messageOf({ kind: 'card-limit', counts: { note: 3, todo: 4, link: 493 }, limit: 500 })).toEqual({
    status: 403,
    msg: 'You have total 3 notes, 4 todos, 493 links. Upgrade for more.',
  })
})

it('[TG-2] the refusal of a bad name is worded as in the specification', () => {
  const reason = 'Only alphanumeric characters are allowed.'
  expect(messageOf({ kind: 'invalid', field: 'name', reason })).toEqual({ status: 400, msg: reason })
})

it('[TG-3] the refusal of a name that is taken has the command by which the app offers a merge', () => {
  expect(messageOf({ kind: 'tag-name-taken', name: 'x', tagId: ID })).toMatchObject({
    status: 409,
    command: 'tag-name-taken',
  })
  expect(messageOf({ kind: 'group-title-taken', title: 'x', groupId: ID })).toMatchObject({
    status: 409,
    command: 'group-name-taken',
  })
})

it('every other refusal has its status, and names an invalid field as on the wire', () => {
  expect(messageOf({ kind: 'not-found', what: 'card', id: ID }).status).toBe(404)
  expect(messageOf({ kind: 'id-taken', id: ID }).status).toBe(409)
  expect(messageOf({ kind: 'workspace-full', what: 'groups', limit: 10_000 })).toEqual({
    status: 403,
    msg: 'A workspace holds at most 10,000 groups.',
  })
  expect(messageOf({ kind: 'unsafe-link', address: 'javascript:x' }).status).toBe(422)
  expect(messageOf({ kind: 'invalid', field: 'tagIds', reason: 'Too many.' }).msg).toBe(
    'tags_assigned: Too many.',
  )
})
