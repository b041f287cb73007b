import { type Card, INITIAL_VALUES, NO_LINKS, type Subnote } from '@cardinal/domain'
import { diffCard, MemoryRows, mergedText, Overlay } from '@cardinal/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CardDraft, draftOf, type FormState } from '../cards/card-draft.ts'
import { rebased, rebasedWhileSaved, type SavedEdit } from './rebase.ts'

const line = (id: string, text = id, isTicked = false): Subnote => ({ id, text, isTicked })
const card = (part: Partial<CardDraft>): CardDraft => ({
  type: 'todo',
  content: 'Shopping',
  subnotes: [line('milk'), line('eggs'), line('bread')],
  tagIds: ['t1', 't2'],
  color: null,
  ...part,
})
const texts = ({ subnotes }: CardDraft) => subnotes.map(({ text }) => text)

it('[CD-4] an undone deletion of a line restores the line, and keeps it ticked if it was ticked since', () => {
  const base = card({})
  const form = card({ subnotes: [line('milk'), line('bread')] })
  const now = card({ subnotes: [line('milk', 'milk', true), line('eggs'), line('bread')] })
  const edit = rebased({ base, form }, now)
  expect(edit.form.subnotes).toEqual([line('milk', 'milk', true), line('bread')])
})

it('[CD-4] new lines of others appear where they were added, and lines that others removed disappear', () => {
  const base = card({})
  const form = card({ content: 'Shopping on Friday', subnotes: [...base.subnotes, line('mine')] })
  const now = card({ subnotes: [line('theirs'), line('milk'), line('bread')] })
  const edit = rebased({ base, form }, now)
  expect(texts(edit.form)).toEqual(['theirs', 'milk', 'bread', 'mine'])
  expect(edit.form.content).toBe('Shopping on Friday')
})

it('[CD-4] an order of lines that the person made is kept, with new lines after their neighbours', () => {
  const base = card({})
  const form = card({ subnotes: [line('bread'), line('milk'), line('eggs')] })
  const now = card({ subnotes: [line('milk'), line('butter'), line('eggs'), line('bread')] })
  expect(texts(rebased({ base, form }, now).form)).toEqual(['bread', 'milk', 'butter', 'eggs'])
})

it('[CD-4] a line that somebody deleted while the person edited it stays', () => {
  const base = card({})
  const form = card({ subnotes: [line('milk', 'oat milk'), line('eggs'), line('bread')] })
  const now = card({ subnotes: [line('bread')] })
  const edit = rebased({ base, form }, now)
  expect(texts(edit.form)).toEqual(['oat milk', 'bread'])
  expect(edit.base.subnotes[0], 'with the text that the person saw').toEqual(line('milk'))
})

it('[CD-3] texts of both sides are merged, and of overlapping edits the person’s stays with its base text', () => {
  const base = card({ content: 'one\ntwo\nthree' })
  const form = card({ content: 'one!\ntwo\nthree' })
  const merged = rebased({ base, form }, card({ content: 'one\ntwo\nthree?' }), mergedText)
  expect(merged.form.content).toBe('one!\ntwo\nthree?')
  expect(merged.base.content).toBe('one\ntwo\nthree?')
  const clash = rebased({ base, form }, card({ content: 'ONE\ntwo\nthree' }), mergedText)
  expect([clash.base.content, clash.form.content]).toEqual(['one\ntwo\nthree', 'one!\ntwo\nthree'])
})

const ids = ['a', 'b', 'c', 'd', 'e', 'f'] as const
const arbitrarySubnotes = fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 6 }).chain((chosen) =>
  fc.tuple(
    ...chosen.map((id) =>
      fc.record({
        id: fc.constant(id),
        text: fc.constantFrom(id, `${id}1`, `${id}2`),
        isTicked: fc.boolean(),
      }),
    ),
  ),
)
const arbitraryCard: fc.Arbitrary<CardDraft> = fc.record({
  type: fc.constantFrom('todo', 'note', 'link'),
  content: fc.constantFrom('x', 'y', 'x y', 'z\nx'),
  subnotes: arbitrarySubnotes,
  tagIds: fc.uniqueArray(fc.constantFrom('t1', 't2', 't3'), { maxLength: 3 }),
  color: fc.constantFrom(null, 'red', 'blue'),
  files: fc.constant(null),
  dueAt: fc.constantFrom(null, '2026-03-09', '2026-03-10T14:00'),
  startAt: fc.constantFrom(null, '2026-03-05'),
  recurrence: fc.constantFrom(null, 'FREQ=DAILY', 'FREQ=WEEKLY'),
})
const arbitraryEdit = fc.record({ base: arbitraryCard, form: arbitraryCard })

it('an unchanged form shows the newest card, and one whose card did not change stays the same', () => {
  fc.assert(
    fc.property(arbitraryEdit, arbitraryCard, ({ base, form }, now) => {
      expect(rebased({ base, form: base }, now)).toEqual({ base: now, form: now })
      expect(rebased({ base, form }, base).form).toEqual({ ...form, tagIds: expect.any(Array) })
      expect(new Set(rebased({ base, form }, base).form.tagIds)).toEqual(new Set(form.tagIds))
    }),
  )
})

it('no text that the person wrote is lost, and every unedited text of the card is the newest', () => {
  fc.assert(
    fc.property(arbitraryEdit, arbitraryCard, ({ base, form }, now) => {
      const edit = rebased({ base, form }, now)
      const seen = new Map(base.subnotes.map(({ id, text }) => [id, text]))
      const written = form.subnotes.filter(({ id, text }) => seen.get(id) !== text)
      for (const { id, text } of written)
        expect(edit.form.subnotes.find((each) => each.id === id)?.text).toBe(text)
      const mine = new Map(form.subnotes.map(({ id, text }) => [id, text]))
      for (const { id, text } of now.subnotes)
        if (!seen.has(id) && !mine.has(id)) expect(texts(edit.form)).toContain(text)
    }),
  )
})

it('moving an edit onto a newer card twice is the same as once', () => {
  fc.assert(
    fc.property(arbitraryEdit, arbitraryCard, (edit, now) => {
      const once = rebased(edit, now)
      expect(rebased(once, now)).toEqual(once)
    }),
  )
})

/** The card after an edit was saved over another state of the card. */
function savedOver({ base, form }: FormState, now: CardDraft): CardDraft {
  const whole = (draft: CardDraft): Card => ({ ...REST, ...draft })
  const rows = new Overlay(new MemoryRows([{ kind: 'card', id: REST.id, row: whole(now) }, ...TAGS]))
  const edit = diffCard(whole(base), form)
  if (edit !== null) expect(rows.run({ name: 'editCard', args: edit }, { now: 2 }).ok).toBe(true)
  const saved = rows.card(REST.id)
  if (saved === undefined) throw new Error('the card is gone')
  return draftOf(saved)
}

const REST = {
  address: null,
  id: 'c'.repeat(24),
  ...INITIAL_VALUES,
  ...NO_LINKS,
  createdAt: 1,
  updatedAt: 1,
}
const TAGS = ['t1', 't2', 't3'].map((id) => ({
  kind: 'tag' as const,
  id,
  row: { id, name: id, color: null, clickCount: 0, lastClickedAt: null, createdAt: 1, updatedAt: 1 },
}))

it('a form that follows the card saves the same texts as one that is merged by the server', () => {
  fc.assert(
    fc.property(arbitraryEdit, arbitraryCard, (edit, now) => {
      const followed = savedOver(rebased(edit, now), now)
      const direct = savedOver(edit, now)
      const sorted = (draft: CardDraft) => texts(draft).sort()
      expect(sorted(followed)).toEqual(sorted(direct))
      expect([followed.content, followed.type, followed.color]).toEqual([
        direct.content,
        direct.type,
        direct.color,
      ])
    }),
  )
})

it('[CD-3] [OF-2] text typed during a save is kept, whether the saved text or that of another device arrives first', () => {
  const order = fc.constantFrom('type', 'save', 'arrive', 'other', 'show')
  fc.assert(
    fc.property(fc.array(order, { maxLength: 40 }), (acts) => {
      const start = card({ type: 'note', content: 'theirs:\n\n\nmine:' })
      const shown = [start]
      const waiting: { before: string; after: string }[] = []
      let edit: SavedEdit = { base: start, form: start }
      let now = start
      let [typed, told] = ['', '']
      const run = (act: (typeof acts)[number]) => {
        if (act === 'type') {
          typed += String.fromCharCode(97 + (typed.length % 26))
          edit = {
            ...edit,
            form: { ...edit.form, content: edit.form.content.replace(/mine:.*$/, `mine:${typed}`) },
          }
        } else if (act === 'save') {
          const before = (edit.sent ?? edit.base).content
          waiting.push({ before, after: edit.form.content })
          edit = { ...edit, sent: edit.form }
        } else if (act === 'arrive') {
          const sent = waiting.shift()
          if (sent === undefined) return
          now = { ...now, content: mergedText(sent.before, sent.after, now.content) ?? sent.after }
          shown.push(now)
        } else if (act === 'other') {
          told += String.fromCharCode(65 + (told.length % 26))
          now = { ...now, content: now.content.replace(/^theirs:.*$/m, `theirs:${told}`) }
          shown.push(now)
        } else {
          // Each state of the card is shown, but perhaps not before the next one exists.
          const next = shown.shift()
          if (next !== undefined) edit = rebasedWhileSaved(edit, next)
        }
        expect(edit.form.content).toContain(`mine:${typed}`)
      }
      for (const act of acts) run(act)
      for (const act of [
        'save',
        ...waiting.map(() => 'arrive'),
        'arrive',
        ...acts.map(() => 'show'),
      ] as const)
        run(act as (typeof acts)[number])
      while (shown.length > 0) run('show')
      const whole = `theirs:${told}\n\n\nmine:${typed}`
      expect([now.content, edit.form.content, edit.base.content]).toEqual([whole, whole, whole])
    }),
    { numRuns: 1000 },
  )
})
