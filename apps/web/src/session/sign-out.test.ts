import { expect, it } from 'vitest'
import type { Session } from './session.ts'
import { signOut } from './sign-out.ts'

/** Signs out while these changes are pending, one list after the other. A letter is a change. */
async function signOutWith(waiting: readonly string[], stays = false) {
  const lists = [...waiting]
  const asked: number[] = []
  const done: string[] = []
  const session = {
    endOnServer: async () => void done.push('ended on the server'),
    end: () => void done.push('ended'),
  } as unknown as Session
  const data = {
    sendAll: async () => {
      const keys = [...(lists.shift() ?? '')]
      return { acts: keys.length, keys }
    },
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
  expect(await signOutWith([''])).toEqual({ hasLeft: true, asked: [], done: ALL })
  expect(await signOutWith(['ab', 'ab'])).toEqual({ hasLeft: true, asked: [2], done: ALL })
  expect(await signOutWith(['a', 'abc', 'abc'])).toEqual({ hasLeft: true, asked: [1, 3], done: ALL })
  expect(await signOutWith(['ab', ''])).toEqual({ hasLeft: true, asked: [2], done: ALL })
})

it('[ID-5] signing out asks again where other changes wait, although they are no more than before', async () => {
  expect(await signOutWith(['ab', 'bc', 'c'])).toEqual({ hasLeft: true, asked: [2, 2], done: ALL })
})

it('[ID-5] nothing is removed from the device if the person cancels signing out', async () => {
  expect(await signOutWith(['ab'], true)).toEqual({ hasLeft: false, asked: [2], done: [] })
})
