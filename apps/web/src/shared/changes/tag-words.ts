import { fold, type SearchTree } from '@cardinal/domain'
import type { TagExample, TagParts } from '@cardinal/sync/edits'
import type { ActEffects, SearchPair } from '../../replica/index.ts'
import { counted, listed } from '../text/counted.ts'

/** Says what an act does to a tag. */
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
    words(parts.names, 'the other name'),
    words(parts.parents, 'the parent'),
    words(parts.childGroups, 'the child group'),
  ].flat()
  return said.length === 0 ? [] : [`${verb} ${listed(said)}`]
}

/** A search for a tag by one of its names, before and after an act. */
interface TagSearch extends SearchPair {
  readonly name: string
}

/** The most searches for tags of one preview. */
const MOST = 10

/** Returns searches for tags that may find more or fewer cards, and for the names and parents they get or lose. */
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
  return searches.filter((search) => byName.get(fold(search.name)) === search).slice(0, MOST)
}

function searchFor(name: string): TagSearch {
  return { name, before: wordTree(name), after: wordTree(name) }
}

function wordTree(word: string): SearchTree {
  return { kind: 'words', words: [word] }
}

/** Says how many more or fewer cards each of these searches finds; where none differs, that the first finds as many. */
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

/** Returns "3 cards more", "1 card fewer" or "as many cards as before". */
export function difference(by: number): string {
  if (by === 0) return 'as many cards as before'
  const way = by < 0 ? 'fewer' : 'more'
  return counted(Math.abs(by), `card ${way}`, `cards ${way}`)
}
