import { addressesIn, siteOf, unique } from '@cardinal/domain'
import type { FoldedUnits } from './folded-units.ts'
import { SlotLists } from './slot-lists.ts'

/** Which cards hold addresses of which site. */
export class SiteTable {
  private readonly siteIds = new Map<string, number>()
  private readonly slotsBySite = new SlotLists()

  /**
   * @param folded the folded content, or more: only where an address shows in it is one looked for
   * @param capacity slots will be below this for now; never less than it was
   */
  add(slot: number, content: string, folded: FoldedUnits, capacity: number): void {
    if (!showsAddress(folded)) return
    for (const site of sitesIn(content)) this.slotsBySite.add(this.siteId(site), slot, capacity)
  }

  remove(slot: number, content: string): void {
    for (const site of sitesIn(content)) this.slotsBySite.remove(this.siteId(site), slot)
  }

  cardsOf(site: string): Uint32Array {
    const id = this.siteIds.get(site)
    return id === undefined ? NO_SLOTS : this.slotsBySite.list(id)
  }

  tidy(): void {
    this.slotsBySite.tidy()
  }

  approximateBytes(): number {
    return this.siteIds.size * BYTES_A_SITE + this.slotsBySite.approximateBytes()
  }

  private siteId(site: string): number {
    const known = this.siteIds.get(site)
    if (known !== undefined) return known
    const id = this.siteIds.size
    this.siteIds.set(site, id)
    return id
  }
}

/** The sites of the addresses in a text, each once. */
export function sitesIn(text: string): string[] {
  return unique(addressesIn(text).map(siteOf)).filter((site) => site !== '')
}

/** Somewhere stands `://`, in a run of signs, or `www.`, at the end of a word: no address begins without. */
function showsAddress({ units, length, runCount, runStarts, runEnds }: FoldedUnits): boolean {
  for (let run = 0; run < runCount; run++) {
    const start = runStarts[run] as number
    const end = runEnds[run] as number
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
const NO_SLOTS = new Uint32Array(0)
const BYTES_A_SITE = 80
