import { addressOf, type Card, sitesOf } from '@cardinal/domain'
import type { FoldedUnits } from './folded-units.ts'
import { PostingLists } from './posting-lists.ts'

/** Which cards belong to which site, see `sitesOf`. */
export class SiteTable {
  private readonly siteIds = new Map<string, number>()
  private readonly ordinalsBySite = new PostingLists()

  /**
   * @param folded the folded content, or more: a content is parsed only if this may hold an address @param
   * capacity exclusive upper bound of ordinals for now; never shrinks
   */
  add(ordinal: number, card: SitedCard, folded: FoldedUnits, capacity: number): void {
    if (addressOf(card) === null && !showsAddress(folded)) return
    for (const site of sitesOf(card)) this.ordinalsBySite.add(this.siteId(site), ordinal, capacity)
  }

  remove(ordinal: number, card: SitedCard): void {
    for (const site of sitesOf(card)) this.ordinalsBySite.remove(this.siteId(site), ordinal)
  }

  cardsOf(site: string): Uint32Array {
    const id = this.siteIds.get(site)
    return id === undefined ? NO_ORDINALS : this.ordinalsBySite.list(id)
  }

  /** Yields cards of a site and of all sites below it, as `gist.github.com` is below `github.com`. May repeat. */
  *cardsBelow(site: string): IterableIterator<number> {
    for (const [each, id] of this.siteIds) if (isBelow(each, site)) yield* this.ordinalsBySite.list(id)
  }

  /** Returns the sites that begin with a text, and how many cards each has; none without cards. */
  beginning(text: string): { readonly site: string; readonly cards: number }[] {
    const found = [...this.siteIds].filter(([site]) => site.startsWith(text))
    return found
      .map(([site, id]) => ({ site, cards: this.ordinalsBySite.size(id) }))
      .filter(({ cards }) => cards > 0)
  }

  /** Yields each site with its cards. A site whose cards were all removed has an empty list. */
  *lists(): IterableIterator<readonly [site: string, ordinals: Uint32Array]> {
    for (const [site, id] of this.siteIds) yield [site, this.ordinalsBySite.list(id)]
  }

  /** Grows the lists ahead of need, so that the next change doesn't have to. */
  makeRoom(): void {
    this.ordinalsBySite.makeRoom()
  }

  approximateBytes(): number {
    return this.siteIds.size * BYTES_A_SITE + this.ordinalsBySite.approximateBytes()
  }

  private siteId(site: string): number {
    const known = this.siteIds.get(site)
    if (known !== undefined) return known
    const id = this.siteIds.size
    this.siteIds.set(site, id)
    return id
  }
}

type SitedCard = Pick<Card, 'type' | 'content' | 'address'>

/** Whether two states of a card belong to the same sites. */
export function isOfSameSites(a: SitedCard | undefined, b: SitedCard | undefined): boolean {
  return a?.content === b?.content && a?.address === b?.address && a?.type === b?.type
}

/** Returns whether `site` equals `other` or is a subdomain of it. */
export function isBelow(site: string, other: string): boolean {
  return site === other || site.endsWith(`.${other}`)
}

/** Whether `://` or `www.` occurs, one of which every address contains. */
function showsAddress({ units, length, tokenCount, tokenStarts, tokenEnds }: FoldedUnits): boolean {
  for (let token = 0; token < tokenCount; token++) {
    const start = tokenStarts[token] as number
    const end = tokenEnds[token] as number
    if (end - start < 3) continue
    const first = units[start] as number
    if (units[end - 1] === W && end < length && units[end] === DOT) {
      if (units[end - 2] === W && units[end - 3] === W) return true
    } else if (first < A || first > Z) {
      for (let at = start + 2; at < end; at++)
        if (units[at] === SLASH && units[at - 1] === SLASH && units[at - 2] === COLON) return true
    }
  }
  return false
}

const DOT = 0x2e
const SLASH = 0x2f
const COLON = 0x3a
const A = 0x61
const W = 0x77
const Z = 0x7a
const NO_ORDINALS = new Uint32Array(0)
const BYTES_A_SITE = 80
