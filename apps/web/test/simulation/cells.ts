import type { Id } from '@cardinal/domain'
import type { CardEdit } from '@cardinal/sync'
import { madeRecurring, namesGivenBy } from './made-by-acts.ts'
import type { Act } from './person.ts'
import type { Aged } from './server.ts'

const LINK_FIELDS = ['parentIds', 'siblingIds', 'childIds'] as const

/**
 * The cells of docs/concurrency.md that stories cover. A cell is an act that arrives last and another device's
 * concurrent act on the same row. Not covered: undos of an undo, of a rename or of merged groups, and workspaces;
 * `concurrency.test.ts` and `concurrent-*.test.ts` test those. The refused edit of a card that was deleted 30
 * days ago is counted as an event in `coverage.ts` instead.
 */
export const CELLS = [
  cell('text changed | text changed', ['text'], ['text']),
  cell('type changed | type changed', ['type'], ['type']),
  cell('colour changed | colour changed', ['colour'], ['colour']),
  cell('public or not | public or not', ['public'], ['public']),
  cell('due date changed | due date changed', ['due'], ['due']),
  cell('recurrence changed | recurrence changed', ['recurrence'], ['recurrence']),
  cell('moved by hand | moved by hand', ['place'], ['place']),
  cell('completed | completed', ['completed'], ['completed']),
  cell('completed, comes back | completed', ['completed, comes back'], ['completed']),
  cell('completed, comes back | put off', ['completed, comes back'], ['due']),
  cell('tag or link changed | tags or links changed', ['lists'], ['lists']),
  cell('card edited | card deleted', ['edit'], ['card deleted']),
  cell('card deleted | card edited', ['card deleted'], ['edit']),
  cell('card deleted | card deleted', ['card deleted'], ['card deleted']),
  cell('line text changed | line text changed', ['line text'], ['line text']),
  cell('line text changed | line removed', ['line text'], ['line removed']),
  cell('line removed | line text changed', ['line removed'], ['line text']),
  cell('line ticked, moved or removed | line removed', ['line placed', 'line removed'], ['line removed']),
  cell('line added or moved | lines added, removed or moved', ['lines'], ['lines']),
  cell('tag used or coloured | tag deleted', ['tag used', 'tag coloured'], ['tag deleted']),
  cell('tag renamed | tag deleted', ['tag renamed'], ['tag deleted']),
  cell(
    'tag clicked, taken off, merged or deleted | tag deleted',
    ['tag clicked', 'tag taken off', 'tag merged', 'tag deleted'],
    ['tag deleted'],
  ),
  cell('tag used | tag deleted, its name made anew', ['tag used'], ['tag deleted', 'name made'], 'all'),
  cell(
    'tag used, taken off, coloured, clicked or renamed | tag merged',
    ['tag used', 'tag taken off', 'tag coloured', 'tag clicked', 'tag renamed'],
    ['tag merged'],
  ),
  cell('tag deleted or merged | tag merged', ['tag deleted', 'tag merged'], ['tag merged']),
  cell('tag made | tag made', ['tag made'], ['tag made']),
  cell('tag renamed | another tag got this name', ['tag named'], ['tag made', 'tag named']),
  cell('tag made | same tag made, then renamed', ['tag made'], ['tag made', 'name left'], 'all'),
  cell('deletion of a tag undone | tag renamed', ['tag back'], ['tag renamed']),
  cell('merge undone | card lost the tag', ['merge undone'], ['tag taken off']),
  cell('merge undone | card got the tag, or it was clicked', ['merge undone'], ['tag used', 'tag clicked']),
  cell('merge undone | name of a merged tag made anew', ['unmerged'], ['name made']),
  cell('merge undone | tag renamed or coloured', ['unmerged'], ['tag renamed', 'tag coloured']),
  cell('name or parent added | added or removed', ['relation added'], ['relation added', 'relation removed']),
  cell('name added | another tag got this name', ['other name'], ['other name', 'tag made', 'tag named']),
  cell(
    'display name chosen | another chosen, name removed, tag renamed, deleted or merged',
    ['display name chosen'],
    ['display name chosen', 'relation removed', 'tag renamed', 'tag deleted', 'tag merged'],
  ),
  cell('parent added | the other way round', ['parent pair'], ['pair, the other way']),
  cell('name or parent added | tag or parent deleted', ['relation added', 'parent used'], ['tag deleted']),
  cell('name or parent removed | tag deleted', ['relation removed'], ['tag deleted']),
  cell(
    'name or parent added or removed | tag or parent merged',
    ['relation added', 'relation removed', 'parent used'],
    ['tag merged'],
  ),
  cell(
    'tags merged | one got a name, parent or child',
    ['tag merged', 'merged into'],
    ['relation added', 'parent used'],
  ),
  cell('parent deleted | it got a child', ['tag deleted'], ['parent used']),
  cell('child group added | group deleted', ['child group added'], ['group deleted']),
  cell('child group removed | group deleted', ['child group removed'], ['group deleted']),
  cell('group deleted | it became a child group', ['group deleted'], ['child group added']),
  cell('tag made | another tag got its name as another name', ['tag made'], ['other name']),
  cell(
    'merge undone | the tag got names, parents or children',
    ['merge undone'],
    ['relation added', 'parent used'],
  ),
  cell(
    'group used, coloured, hidden or shown | group deleted',
    ['group used', 'group shown'],
    ['group deleted'],
  ),
  cell('group renamed | group deleted', ['group renamed'], ['group deleted']),
  cell('group left or deleted | group deleted', ['group left', 'group deleted'], ['group deleted']),
  cell('group made | group made', ['group made'], ['group made']),
  cell('group renamed | another group got this title', ['group named'], ['group made', 'group named']),
  cell('deletion of a group undone | group renamed', ['group back'], ['group renamed']),
  cell('card used | card deleted for 30 days', ['edit'], ['card deleted'], 'long'),
  cell('tag used | tag deleted for 180 days', ['tag used'], ['tag deleted'], 'long'),
] as const

interface Cell {
  readonly name: string
  /** Effects of the act that arrived last; one of them must occur. */
  readonly last: readonly string[]
  /** Effects of the concurrent act on the same row; one or all must occur, by `needs`. */
  readonly meanwhile: readonly string[]
  /** How many of `meanwhile` must occur. `long`: one, so long ago that the server has removed the row. */
  readonly needs: 'one' | 'all' | 'long'
}

function cell(
  name: string,
  last: readonly string[],
  meanwhile: readonly string[],
  needs: Cell['needs'] = 'one',
): Cell {
  return { name, last, meanwhile, needs }
}

/**
 * The cells that a story covers.
 *
 * @param seqByKey sequence numbers of the changes that were made, in order of arrival
 * @param aged when the server removed old deleted rows; null: never
 */
export function cellsMet(
  acts: readonly Act[],
  seqByKey: ReadonlyMap<string, number | null>,
  aged: Aged | null,
): string[] {
  const nameOf = new Map(acts.flatMap(({ mutation }) => namesGivenBy(mutation).map((n) => [n.id, n.name])))
  const recurring = new Set(acts.flatMap(({ mutation }) => madeRecurring(mutation)))
  const placeOf = new Map([...seqByKey.keys()].map((key, place) => [key, place]))
  const done = acts.flatMap((act) => {
    const [key = ''] = act.keys
    const seq = seqByKey.get(key)
    const place = placeOf.get(key) ?? 0
    return seq == null ? [] : [{ act, seq, place, facets: facetsOf(act, nameOf, recurring) }]
  })
  return done.flatMap(({ act, seq, place, facets }) => {
    const { seenSeq } = act
    if (seenSeq === null) return []
    const meanwhile = new Set(
      done
        .filter((other) => other.seq > seenSeq && other.place < place && isElsewhere(other.act, act))
        .flatMap((other) => other.facets),
    )
    if (meanwhile.size === 0) return []
    const agedSeq = aged?.seqs.get(act.workspaceId ?? '') ?? 0
    const isLong = aged !== null && act.at < aged.at && seq > agedSeq
    return CELLS.filter((each) => (each.needs !== 'long' || isLong) && isMet(each, facets, meanwhile)).map(
      ({ name }) => name,
    )
  })
}

function isElsewhere(other: Act, act: Act): boolean {
  return other.workspaceId === act.workspaceId && other.tab.split('/')[0] !== act.tab.split('/')[0]
}

function isMet(
  { last, meanwhile, needs }: Cell,
  facets: readonly string[],
  done: ReadonlySet<string>,
): boolean {
  return facets.some((facet) => {
    const [what, thing] = facet.split(': ')
    if (what === undefined || !last.includes(what)) return false
    const isDone = (each: string) => done.has(`${each}: ${thing}`)
    return needs === 'all' ? meanwhile.every(isDone) : meanwhile.some(isDone)
  })
}

/** Effects of an act with the rows that it changes, such as `tag deleted: 12`. */
function facetsOf(
  { mutation, isUndo }: Act,
  nameOf: ReadonlyMap<Id, string>,
  recurring: ReadonlySet<Id>,
): string[] {
  const of = (what: string, ids: readonly (Id | undefined)[] = []) =>
    ids.flatMap((id) => (id === undefined ? [] : [`${what}: ${id}`]))
  const names = (ids: readonly Id[]) => ids.map((id) => nameOf.get(id))
  switch (mutation.name) {
    case 'createCard':
      return of('tag used', mutation.args.card.tagIds)
    case 'editCard':
      return editFacets(mutation.args)
    case 'completeCards': {
      const ids = mutation.args.cards.map(({ id }) => id)
      const again = ids.filter((id) => recurring.has(id))
      return [...of('completed', ids), ...of('completed, comes back', again), ...of('edit', ids)]
    }
    case 'setCardColor':
      return [...of('colour', mutation.args.cardIds), ...of('edit', mutation.args.cardIds)]
    case 'attachTags':
    case 'detachTags': {
      const { cardIds, tagIds } = mutation.args
      const what = mutation.name === 'attachTags' ? 'tag used' : 'tag taken off'
      return [...of('lists', cardIds), ...of('edit', cardIds), ...of(what, tagIds)]
    }
    case 'deleteCards':
      return of('card deleted', mutation.args.cardIds)
    case 'addSubnote':
      return [...of('lines', [mutation.args.cardId]), ...of('edit', [mutation.args.cardId])]
    case 'setSubnoteText':
      return [...of('line text', [mutation.args.subnoteId]), ...of('edit', [mutation.args.cardId])]
    case 'tickSubnote':
      return [...of('line placed', [mutation.args.subnoteId]), ...of('edit', [mutation.args.cardId])]
    case 'moveSubnote': {
      const { cardId, subnoteId } = mutation.args
      return [...of('line placed', [subnoteId]), ...of('lines', [cardId]), ...of('edit', [cardId])]
    }
    case 'createTags': {
      const made = mutation.args.tags
      const what = isUndo ? 'tag back' : 'tag made'
      return [
        ...of(what, isUndo ? made.map(({ id }) => id) : made.map(({ name }) => name)),
        // Also under the ids of tags that had the name before.
        ...of(
          'name made',
          [...nameOf].flatMap(([id, n]) => (made.some(({ name }) => name === n) ? [id] : [])),
        ),
      ]
    }
    case 'renameTag': {
      const { tagId, name } = mutation.args
      return [...of('tag renamed', [tagId]), ...of('tag named', [name]), ...of('name left', names([tagId]))]
    }
    case 'setTagColor':
      return of('tag coloured', mutation.args.tagIds)
    case 'addClicks':
      return of('tag clicked', mutation.args.tagIds)
    case 'deleteTags':
      return of('tag deleted', mutation.args.tagIds)
    case 'mergeTags':
      return [...of('tag merged', mutation.args.tagIds), ...of('merged into', [mutation.args.intoTagId])]
    case 'unmergeTags': {
      const { tags, into } = mutation.args
      return [
        ...of('merge undone', [into.id]),
        ...of(
          'unmerged',
          tags.map(({ tag }) => tag.id),
        ),
      ]
    }
    case 'addTagNames':
      return [...of('relation added', [mutation.args.tagId]), ...of('other name', mutation.args.names)]
    case 'setTagDisplayName': {
      const { tagId, displayName } = mutation.args
      return displayName === null ? [] : of('display name chosen', [tagId])
    }
    case 'removeTagNames':
      return of('relation removed', [mutation.args.tagId])
    case 'addTagParents':
    case 'removeTagParents': {
      const { tagIds, parentIds } = mutation.args
      if (mutation.name === 'removeTagParents') return of('relation removed', tagIds)
      const pairs = tagIds.flatMap((tagId) => parentIds.map((parentId) => [tagId, parentId] as const))
      return [
        ...of('relation added', tagIds),
        ...of('parent used', parentIds),
        ...pairs.map(([tagId, parentId]) => `parent pair: ${tagId} ${parentId}`),
        ...pairs.map(([tagId, parentId]) => `pair, the other way: ${parentId} ${tagId}`),
      ]
    }
    case 'addChildGroups':
      return [
        ...of('relation added', mutation.args.tagIds),
        ...of('child group added', mutation.args.groupIds),
      ]
    case 'removeChildGroups':
      return [
        ...of('relation removed', mutation.args.tagIds),
        ...of('child group removed', mutation.args.groupIds),
      ]
    case 'createGroups': {
      const made = mutation.args.groups
      return [
        ...(isUndo
          ? of(
              'group back',
              made.map(({ id }) => id),
            )
          : of(
              'group made',
              made.map(({ title }) => title),
            )),
        ...of('tag used', mutation.args.tagIds),
      ]
    }
    case 'renameGroup':
      return [...of('group renamed', [mutation.args.groupId]), ...of('group named', [mutation.args.title])]
    case 'deleteGroups':
      return of('group deleted', mutation.args.groupIds)
    case 'attachGroups':
      return [...of('group used', mutation.args.groupIds), ...of('tag used', mutation.args.tagIds)]
    case 'detachGroups':
      return [...of('group left', mutation.args.groupIds), ...of('tag taken off', mutation.args.tagIds)]
    case 'setGroupsHidden':
    case 'setGroupColor':
      return of('group shown', mutation.args.groupIds)
    default:
      return []
  }
}

const VALUE_FACETS = { isPublic: 'public', dueAt: 'due', recurrence: 'recurrence', place: 'place' } as const

function editFacets(edit: CardEdit): string[] {
  const { cardId, content, type, color, tagIds, subnotes = [] } = edit
  const links = LINK_FIELDS.some((field) => edit[field] !== undefined)
  const lines = subnotes.flatMap((each) => {
    if (each.kind === 'text') return [`line text: ${each.id}`]
    if (each.kind === 'remove') return [`line removed: ${each.id}`, `lines: ${cardId}`]
    return each.kind === 'tick' ? [`line placed: ${each.id}`] : [`lines: ${cardId}`]
  })
  return [
    `edit: ${cardId}`,
    ...(content === undefined ? [] : [`text: ${cardId}`]),
    ...(type === undefined ? [] : [`type: ${cardId}`]),
    ...(color === undefined ? [] : [`colour: ${cardId}`]),
    ...(Object.keys(VALUE_FACETS) as (keyof typeof VALUE_FACETS)[]).flatMap((field) =>
      edit[field] === undefined ? [] : [`${VALUE_FACETS[field]}: ${cardId}`],
    ),
    ...(tagIds === undefined && !links ? [] : [`lists: ${cardId}`]),
    ...(tagIds?.added ?? []).map((id) => `tag used: ${id}`),
    ...(tagIds?.removed ?? []).map((id) => `tag taken off: ${id}`),
    ...lines,
  ]
}
