import { expect, it } from 'vitest'
import type { Session } from './session.ts'
import { signOut } from './sign-out.ts'

/** Signs out while the numbers of waiting changes are these, one after the other. */
async function signOutWith(waiting: readonly number[], stays = false) {
  const counts = [...waiting]
  const asked: number[] = []
  const done: string[] = []
  const session = {
    endOnServer: async () => void done.push('ended on the server'),
    end: () => void done.push('ended'),
  } as unknown as Session
  const data = {
    sendAll: async () => counts.shift() ?? 0,
    wipe: async () => void done.push('wiped'),
  }
  const hasLeft = await signOut(session, data, async (count) => {
    asked.push(count)
    return !stays
  })
  return { hasLeft, asked, done }
}

const ALL = ['wiped', 'ended on the server', 'ended']

it('[ID-5] signing out asks for as many changes as are lost, also those saved while it asked', async () => {
  expect(await signOutWith([0])).toEqual({ hasLeft: true, asked: [], done: ALL })
  expect(await signOutWith([2, 2])).toEqual({ hasLeft: true, asked: [2], done: ALL })
  expect(await signOutWith([1, 3, 3])).toEqual({ hasLeft: true, asked: [1, 3], done: ALL })
  expect(await signOutWith([2, 0])).toEqual({ hasLeft: true, asked: [2], done: ALL })
})

it('[ID-5] nothing is removed for a person who stays', async () => {
  expect(await signOutWith([2], true)).toEqual({ hasLeft: false, asked: [2], done: [] })
})
