import { changes, IMPLEMENTATIONS, workedExample } from '@cardinal/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FindingSteps, WorkspaceIndex } from './index.ts'
import { NaiveWorkspace } from './reference/index.ts'

const KITCHEN = [
  ...Array.from({ length: 12 }, (_, n) => `note Soup ${n} #recipe #soup`),
  ...Array.from({ length: 3 }, (_, n) => `note Cake ${n} #recipe #cake`),
  'note Tea #tea',
].join('\n')

describe.each(IMPLEMENTATIONS)('steps to a card: %s', (_, create) => {
  const { workspace, tag } = workedExample(create(), KITCHEN)
  const steps = (names: readonly string[], from: string) =>
    new FindingSteps(workspace).stepsTo(names.map(tag), tag(from))

  it('[SB-8] a page of five cards counts as one step to a card when no suggested tag is on it', () => {
    expect(steps(['tea'], 'tea')).toBe(1)
    expect(steps(['recipe'], 'recipe')).toBe(3)
    expect(steps(['recipe', 'tea'], 'recipe')).toBe(3)
  })

  it('[SB-8] each tag that is added from the suggestions counts as one step to a card', () => {
    expect(steps(['recipe', 'cake'], 'recipe')).toBe(1 + 1)
    expect(steps(['recipe', 'soup'], 'recipe')).toBe(1 + 3)
    expect(steps(['recipe', 'cake'], 'cake')).toBe(1)
  })

  it('[SB-8] no further tag is added when the only suggested tag is on all cards that are found', () => {
    expect(steps(['recipe', 'soup'], 'soup')).toBe(3)
  })
})

it('[SB-8] the index and the reference implementation count the same steps to every card', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 60, size: 'max' }), (given) => {
      const [index, reference] = [new WorkspaceIndex(), new NaiveWorkspace()]
      for (const each of [index, reference]) each.apply(given)
      const cardIds = [...new Set(given.flatMap(({ kind, id }) => (kind === 'card' ? [id] : [])))]
      const known = (id: string) => index.ask('tagsById', { ids: [id] })[0] !== undefined
      const stepsIn = (engine: WorkspaceIndex | NaiveWorkspace) => {
        const finding = new FindingSteps(engine)
        return engine
          .ask('cardsById', { ids: cardIds })
          .flatMap((card) =>
            (card?.tagIds.filter(known) ?? []).map((from) => finding.stepsTo(card?.tagIds ?? [], from)),
          )
      }
      const steps = stepsIn(index)
      expect(steps).toEqual(stepsIn(reference))
      expect(steps.every((each) => each >= 1)).toBe(true)
    }),
    { numRuns: 200 },
  )
})
