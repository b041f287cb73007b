import { fold, type SearchTree } from '@cardinal/domain'
import type { Mutation, TagExample, TagParts } from '@cardinal/sync/edits'
import type { Question } from '../../overlays/index.ts'
import type { ActEffects, PreviewedAct, SearchPair } from '../../replica/index.ts'
import { counted, listed } from '../text/counted.ts'

type Counted = Pick<PreviewedAct, 'cards' | 'tags' | 'tagExamples'>

/** The default question before an act, about its cards or else about its tags. */
export function questionOf(mutations: readonly Mutation[], preview: Counted): Question {
  const isOnCards = preview.cards > 0
  const what = isOnCards ? counted(preview.cards, 'card') : tagsOf(preview)
  // A tag created for the act isn't its subject.
  const main = isOnCards ? mutations[0] : mutations.find(({ name }) => name !== 'createTags')
  switch (main?.name) {
    case 'deleteCards':
      return {
        title: `Delete ${what}?`,
        text: 'They can be restored for 30 days.',
        confirmLabel: `Delete ${what}`,
        isDanger: true,
      }
    case 'attachTags':
    case 'createTags':
      return { title: `Put tags on ${what}?`, confirmLabel: 'Put on' }
    case 'detachTags':
      return { title: `Take tags off ${what}?`, confirmLabel: 'Take off' }
    case 'setCardColor':
    case 'setTagColor':
      return { title: `Colour ${what}?`, confirmLabel: 'Colour' }
    case 'completeCards':
      return { title: `Complete ${what}?`, confirmLabel: 'Complete' }
    case 'mergeTags':
      return { title: isOnCards ? `Merge tags on ${what}?` : `Merge ${what}?`, confirmLabel: 'Merge' }
    case 'renameTag':
      return { title: isOnCards ? `Rename the tag on ${what}?` : `Rename ${what}?`, confirmLabel: 'Rename' }
    case 'deleteTags':
      return {
        title: isOnCards ? `Delete tags on ${what}?` : `Delete ${what}?`,
        confirmLabel: 'Delete',
        isDanger: true,
      }
    default:
      return { title: `Change ${what}?`, confirmLabel: 'Change' }
  }
}

/** One changed tag by name, several by number. New tags are not counted. */
function tagsOf({ tags, tagExamples }: Counted): string {
  const old = tagExamples.flatMap(({ before }) => before ?? [])
  const count = tags - (tagExamples.length - old.length)
  return count === 1 ? `the tag “${old[0]}”` : counted(count, 'tag')
}

/** The number of steps to an act's cards, before and after it. Empty if no search finds them. */
export function stepsWords({ before, after }: ActEffects['finding']): string {
  if (before === null && after === null) return ''
  if (after === null)
    return `Finding one of these cards by a tag takes ${steps(before)} now. Afterwards they have none.`
  if (before === null) return `These cards have no tag now. Finding one takes ${steps(after)} afterwards.`
  const isSame = number(before) === number(after)
  return `Finding one of these cards by a tag takes ${isSame ? `${steps(before)}, now and afterwards` : `${steps(before)} now, ${number(after)} afterwards`}.`
}

/** Whether an act changes the tags of remaining cards. Only this affects the steps. */
export function changesTags({ cardExamples }: Pick<PreviewedAct, 'cardExamples'>): boolean {
  return cardExamples.some(
    ({ before, after }) => after !== null && JSON.stringify(before.tags) !== JSON.stringify(after.tags),
  )
}

function steps(mean: number | null): string {
  return `${number(mean)} ${number(mean) === '1' ? 'step' : 'steps'}`
}

function number(mean: number | null): string {
  const steps = mean ?? 0
  return steps.toLocaleString('en', { maximumFractionDigits: steps < 10 ? 1 : 0 })
}

/** What an act does to a tag. */
export function tagWords(tag: TagExample): string {
  const { before, after, into, shownAs } = tag
  if (before === null) return `“${after}” is new`
  if (after === null) return into === null ? `“${before}” is deleted` : `“${before}” is merged into “${into}”`
  const said = [
    ...(before === after ? [] : [`is called “${after}”`]),
    ...(shownAs === undefined ? [] : [`is shown as “${shownAs}”`]),
    ...partWords('gets', tag.added),
    ...partWords('loses', tag.removed),
  ]
  return said.length === 0 ? `“${before}” changes its colour` : `“${before}” ${said.join(', ')}`
}

function partWords(verb: 'gets' | 'loses', parts: TagParts | undefined): string[] {
  if (parts === undefined) return []
  const words = (list: readonly string[], one: string) =>
    list.length === 0
      ? []
      : `${list.length === 1 ? one : `${one}s`} ${listed(list.map((name) => `“${name}”`))}`
  const said = [
    words(parts.names, 'the synonym'),
    words(parts.parents, 'the parent'),
    words(parts.childGroups, 'the child group'),
  ].flat()
  return said.length === 0 ? [] : [`${verb} ${listed(said)}`]
}

/** A search for a tag's name, before and after an act. */
interface TagSearch extends SearchPair {
  readonly name: string
}

/** The most searches for tags in a preview. */
const MOST_SEARCHES = 10

/** Searches for tags that may have more or fewer results, including for names and parents that they gain or lose. */
export function tagSearches(examples: readonly TagExample[]): readonly TagSearch[] {
  const searches = examples.flatMap(({ before, after, into, added, removed }): TagSearch[] => {
    if (before === null) return []
    if (after === null) return into === null ? [] : [searchFor(into)]
    const parts = [added, removed].flatMap((each) =>
      each === undefined ? [] : [...each.names, ...each.parents],
    )
    if (added === undefined && removed === undefined) return []
    return [{ ...searchFor(after), before: wordTree(before) }, ...parts.map(searchFor)]
  })
  const byName = new Map(searches.toReversed().map((search) => [fold(search.name), search]))
  return searches.filter((search) => byName.get(fold(search.name)) === search).slice(0, MOST_SEARCHES)
}

function searchFor(name: string): TagSearch {
  return { name, before: wordTree(name), after: wordTree(name) }
}

function wordTree(word: string): SearchTree {
  return { kind: 'words', words: [word] }
}

/** The difference in each search's results. Without any difference, a sentence about the first search. */
export function tagSearchWords(
  searches: readonly TagSearch[],
  found: ActEffects['searches'],
): readonly string[] {
  const said = searches.map(({ name }, at) => {
    const { before, after } = found[at] ?? { before: 0, after: 0 }
    return { by: after - before, words: `A search for “${name}” finds ${difference(after - before)}.` }
  })
  const changed = said.filter(({ by }) => by !== 0)
  return (changed.length > 0 ? changed : said.slice(0, 1)).map(({ words }) => words)
}

/** "3 cards more", "1 card fewer" or "as many cards as before". */
export function difference(by: number): string {
  if (by === 0) return 'as many cards as before'
  const way = by < 0 ? 'fewer' : 'more'
  return counted(Math.abs(by), `card ${way}`, `cards ${way}`)
}
