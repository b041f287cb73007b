import { LIMITS } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { calls } from './calls.ts'
import { parseInput } from './parse-input.ts'
import { listingOf } from './wire/listing.ts'

const ID = 'a'.repeat(24)
const OTHER = 'b'.repeat(24)
let next = 0
const tools = { newId: () => (next++).toString(16).padStart(24, '0'), now: 0 }

function refusalOf(result: ReturnType<typeof parseInput>): string {
  return result.ok ? 'accepted' : `${result.error.status} ${result.error.msg}`
}

describe('checking input', () => {
  it('the input check names the field that is invalid', () => {
    const newEntity = { type: 'note', content: '' }
    expect(refusalOf(parseInput(calls.createOneEntity, { body: { newEntity } }))).toBe(
      '400 newEntity.content: must not be empty',
    )
    expect(refusalOf(parseInput(calls.getOneGroup, { params: { id: 'x' } }))).toMatch(/^400 id: must be 24/)
    expect(refusalOf(parseInput(calls.attachTags, { body: null }))).toBe(
      '400 body: must be an object, not null',
    )
    expect(refusalOf(parseInput(calls.attachTags, {}))).toBe('400 entity_ids: is missing')
  })

  it('the input check says in plain words what is missing, of another kind, or none of the choices', () => {
    const refusalFor = (part: object) =>
      refusalOf(
        parseInput(calls.createOneEntity, { body: { newEntity: { type: 'note', content: 'x', ...part } } }),
      )
    expect(refusalFor({ type: 'poem' })).toBe('400 newEntity.type: must be "todo", "note" or "hyperlink"')
    expect(refusalFor({ content: ['x'] })).toBe('400 newEntity.content: must be a text, not a list')
    expect(refusalFor({ content: undefined })).toBe('400 newEntity.content: is missing')
    expect(refusalFor({ titles: 5 })).toBe('400 newEntity.titles: must be a list, not a number')
    const body = { entity_ids: [], tag_ids: [ID] }
    expect(refusalOf(parseInput(calls.attachTags, { body }))).toBe('400 entity_ids: must not be empty')
  })

  it('the input check refuses unknown fields', () => {
    const body = { entity_ids: [ID], tag_ids: [ID], workspace: ID }
    expect(refusalOf(parseInput(calls.attachTags, { body }))).toBe('400 workspace: unknown field')
  })

  it('the input check keeps an id once when it is given twice', () => {
    const input = parseInput(calls.attachTags, {
      body: { entity_ids: [ID, OTHER, ID], tag_ids: [OTHER, OTHER] },
    })
    expect(input.ok && calls.attachTags.toMutation(input.value, tools)).toMatchObject({
      value: { args: { cardIds: [ID, OTHER], tagIds: [OTHER] } },
    })
  })

  it.each([
    ['A'.repeat(24), false],
    ['a'.repeat(23), false],
    [`temp_id,${ID}`, false],
    [ID, true],
  ])('the input check answers for the id %s: %s', (id, isOne) => {
    expect(parseInput(calls.getRevisions, { body: { entity_id: id } }).ok).toBe(isOne)
  })

  it.each([
    ['2024-02-29T10:00:00.000Z', true],
    ['2024-02-29T10:00:00Z', true],
    ['2023-02-29T10:00:00.000Z', false],
    ['2024-02-29T10:00:00.000+01:00', false],
    ['2024-02-29', false],
    ['9999-99-99T99:99:99.999Z', false],
  ])('the input check answers for the time %s: %s', (lastClickedAt, isOne) => {
    expect(parseInput(calls.addClickCount, { body: { tag_ids: [ID], lastClickedAt } }).ok).toBe(isOne)
  })

  it('the input check counts lengths in UTF-16 units', () => {
    const withContent = (content: string) => ({ body: { newEntity: { type: 'note', content } } })
    expect(parseInput(calls.createOneEntity, withContent('😀'.repeat(LIMITS.contentLength / 2))).ok).toBe(
      true,
    )
    expect(
      parseInput(calls.createOneEntity, withContent(`${'😀'.repeat(LIMITS.contentLength / 2)}a`)).ok,
    ).toBe(false)
  })

  it('the input check refuses texts that are too long and lists with too many items, and names the field first', () => {
    const refusalFor = (part: object) =>
      refusalOf(
        parseInput(calls.createOneEntity, { body: { newEntity: { type: 'note', content: 'x', ...part } } }),
      )
    expect(refusalFor({ content: 'x'.repeat(100_001) })).toBe(
      '400 newEntity.content: A text has at most 100,000 characters. This one has 100,001.',
    )
    expect(refusalFor({ titles: [{ text: 'x'.repeat(5_001) }] })).toBe(
      '400 newEntity.titles.0.text: A subtask has at most 5,000 characters. This one has 5,001.',
    )
    expect(refusalFor({ titles: Array.from({ length: 501 }, () => ({ text: 'x' })) })).toBe(
      '400 newEntity.titles: A card has at most 500 subtasks.',
    )
    expect(
      refusalOf(parseInput(calls.createOneWorkspace, { body: { workspace_name: 'w'.repeat(51) } })),
    ).toBe('400 workspace_name: A name has at most 50 characters. This one has 51.')
    const long = 'w'.repeat(51)
    const named = [
      [calls.renameOneTag, { tag_id: ID, new_tag_name: long }, 'new_tag_name'],
      [calls.renameOneGroup, { group_id: ID, new_group_name: long }, 'new_group_name'],
      [calls.createManyGroupsFromSearchword, { searchwords: ['ok', long], tag_ids: [ID] }, 'searchwords.1'],
    ] as const
    for (const [call, body, field] of named)
      expect(refusalOf(parseInput(call, { body }))).toBe(
        `400 ${field}: A name has at most 50 characters. This one has 51.`,
      )
  })

  it.each(['a\u0000b', 'a\ud800b'])(
    'the input check refuses the text %j, which a store would change',
    (content) => {
      const body = { newEntity: { type: 'note', content } }
      expect(refusalOf(parseInput(calls.createOneEntity, { body }))).toMatch(
        /^400 newEntity.content: must not hold/,
      )
    },
  )

  it('[CD-2] the input check strips the temporary prefix from an id, and makes a new id where nothing follows the prefix', () => {
    const titles = [{ _id: `temp_id,${ID}`, text: 'a' }, { _id: 'temp_id,', text: 'b' }, { text: 'c' }]
    const input = parseInput(calls.createOneEntity, {
      body: { newEntity: { type: 'todo', content: 'x', titles } },
    })
    const made = input.ok ? calls.createOneEntity.toMutation(input.value, tools) : null
    const ids = made?.ok ? made.value.args.card.subnotes?.map(({ id }) => id) : []
    expect(ids?.[0]).toBe(ID)
    expect(new Set(ids).size).toBe(3)
    for (const id of ids ?? []) expect(id).toMatch(/^[0-9a-f]{24}$/)
  })

  it('the input check accepts a link only under the type hyperlink', () => {
    const body = (type: string) => ({ body: { newEntity: { type, content: 'x' } } })
    expect(parseInput(calls.createOneEntity, body('link')).ok).toBe(false)
    const input = parseInput(calls.createOneEntity, body('hyperlink'))
    expect(input.ok && calls.createOneEntity.toMutation(input.value, tools)).toMatchObject({
      value: { args: { card: { type: 'link' } } },
    })
  })

  it('[CD-6] the input check changes the type only when from and to differ', () => {
    const typeAfter = (types: object) => {
      const entity = { _id: ID, type: 'note', content: 'x', updatedAt: 'whatever' }
      const input = parseInput(calls.updateEntire, { body: { entity, ...types } })
      const made = input.ok ? calls.updateEntire.toMutation(input.value, tools) : null
      return made?.ok ? made.value.args.card.type : 'refused'
    }
    expect(typeAfter({})).toBeUndefined()
    expect(typeAfter({ changeTypeFrom: 'todo', changeTypeTo: 'todo' })).toBeUndefined()
    expect(typeAfter({ changeTypeFrom: 'todo', changeTypeTo: 'hyperlink' })).toBe('link')
    expect(typeAfter({ changeTypeFrom: 'todo', changeTypeTo: 'link' })).toBe('refused')
  })

  it('[HM-6] the input check drops the oldest of more than a hundred saved searches', () => {
    const saved_searches = Array.from({ length: 102 }, (_, n) => `search ${n}`)
    const input = parseInput(calls.updateGlobalSettings, { body: { saved_searches } })
    const made = input.ok ? calls.updateGlobalSettings.toMutation(input.value, tools) : null
    expect(made?.ok && made.value.args.savedSearches).toEqual(saved_searches.slice(2))
  })

  it('[ID-8] the input check accepts only the actions that the specification lists', () => {
    const taken = (user_action: string) =>
      parseInput(calls.actionTaken, { body: { user_action, unknown_user_id: ID } }).ok
    expect(
      [
        'landed-1440',
        'clicked-closed-how-it-works',
        'clicked-seeHow',
        'route-usageExample',
        'clicked-login',
      ].map(taken),
    ).toEqual([true, true, true, true, true])
    expect(['landed-', 'landed-x', 'something'].map(taken)).toEqual([false, false, false])
  })
})

describe('[HM-2] [TG-5] sorting on the wire', () => {
  it.each([
    ['recently', 'added', true],
    ['oldest', 'updated', true],
    ['most', 'tagged', true],
    ['alphabetically', 'desc', true],
    ['recently', 'searched', false],
    ['most', 'added', false],
    ['alphabetically', 'tagged', false],
    ['sometimes', 'added', false],
  ])('the input check accepts cards in the order %s %s: %s', (statOption_1, statOption_2, isOrder) => {
    expect(parseInput(calls.getSortedEntities, { body: { statOption_1, statOption_2 } }).ok).toBe(isOrder)
  })

  it.each([
    ['recently', 'searched', true],
    ['least', 'searched', true],
    ['most', 'added', false],
    ['alphabetically', 'searched', false],
    [undefined, undefined, true],
    [undefined, 'tagged', true],
    ['nonsense', undefined, false],
  ])('the input check accepts tags in the order %s %s: %s', (statOption_1, statOption_2, isOrder) => {
    expect(parseInput(calls.getAllTags, { body: { statOption_1, statOption_2 } }).ok).toBe(isOrder)
  })

  it('[HM-3] a request for a list of cards is read into the terms of the domain', () => {
    const body = {
      type: 'hyperlink',
      params: { page: 2, limit: 10 },
      statOption_1: 'most',
      statOption_2: 'tagged',
      colors: ['red', null],
      statOption_1_forDates: 'updated',
      statOption_2_forDates: 'between',
      date_start: '2024-01-01T00:00:00.000Z',
      date_end: null,
      workspace_id: null,
      done: 'open',
    }
    const input = parseInput(calls.getSortedEntities, { body })
    expect(input.ok && listingOf(input.value.body)).toEqual({
      type: 'link',
      order: { by: 'most', of: 'tagged' },
      colors: ['red', null],
      dates: { field: 'updated', start: Date.UTC(2024, 0, 1), end: null },
      done: false,
      offset: 20,
      limit: 10,
    })
  })
})
