import 'fake-indexeddb/auto'
import { fold, type Id } from '@cardinal/domain'
import { readCopy, textOfCopy } from '@cardinal/domain/copies'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forgetCopies } from '../forget-copies.ts'
import { DeviceCopies } from './device-copies.ts'

const id = (n: number): Id => n.toString(16).padStart(24, '0')
const [HERE, ELSEWHERE] = [id(1), id(2)]
let users = 0
const device = () => new DeviceCopies(`user-${++users}`)
const copyOf = (cardId: Id, content: string) =>
  ({ entity_id: cardId, state: 'kept', title: 'Title', content }) as const

describe('copies of pages on a device', () => {
  it('copies on a device are read by card and time, separately for each workspace', async () => {
    const copies = device()
    await copies.put(HERE, 5, copyOf(id(7), '<p>Rye</p>'))
    await copies.put(ELSEWHERE, 5, copyOf(id(8), '<p>Rye</p>'))
    expect(await copies.keysOf(HERE)).toEqual([[HERE, id(7), 5]])
    expect((await copies.copyOf(HERE, id(7), 5))?.content).toBe('<p>Rye</p>')
    expect(await copies.copyOf(HERE, id(7), 6)).toBeUndefined()
    expect(await copies.copyOf(HERE, id(8), 5)).toBeUndefined()
    expect(await copies.find(HERE, ['rye'])).toEqual([[id(7)]])
    await copies.remove([[HERE, id(7), 5]])
    expect(await copies.find(HERE, ['rye'])).toEqual([[]])
    expect(await copies.count()).toBe(1)
    await copies.clear()
    expect(await copies.count()).toBe(0)
  })

  it('copies on a device are found by the same words as on the server, in their folded text', async () => {
    const pieces = fc.constantFrom(
      '<p>',
      '</p>',
      '<em>',
      '</em>',
      'Réy',
      'bread',
      ' ',
      'OAT',
      '<li>',
      '&amp;',
    )
    const contents = fc.array(
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
      { maxLength: 6 },
    )
    const words = fc.constantFrom('rey', 'rey bread', 'breadoat', 'oat', '& ', 'bread oat', 'x')
    await fc.assert(
      fc.asyncProperty(contents, fc.array(words, { minLength: 1, maxLength: 3 }), async (given, texts) => {
        const copies = device()
        for (const [n, content] of given.entries()) await copies.put(HERE, n, copyOf(id(n), content))
        const expected = texts.map((text) =>
          given.flatMap((content, n) => (fold(textOfCopy(readCopy(content))).includes(text) ? [id(n)] : [])),
        )
        expect(await copies.find(HERE, texts)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('copies on a device are deleted when the server ends the session', async () => {
    const copies = device()
    await copies.put(HERE, 5, copyOf(id(7), '<p>Rye</p>'))
    await forgetCopies(Date.now())
    expect(await new DeviceCopies(`user-${users}`).count()).toBe(0)
  })
})
