import type { Failure } from '@cardinal/contract'
import {
  addressKey,
  addressKeyOf,
  type Card,
  displayNameOf,
  type Id,
  isCalled,
  isSearchedWhole,
  LIMITS,
  namesOfTag,
  ok,
  parseSearch,
  tagName,
  utcCalendar,
} from '@cardinal/domain'
import { accessRefusal } from '../access/rule.ts'
import { type CallContext, callerOf } from '../calls/handler.ts'
import { type BoundCall, runCall } from '../calls/run-call.ts'
import { changeWhole } from '../calls/sync-push.ts'
import { cleanTagName, isShownAsOther, isWhole, numberedName, shownAs } from '../import-export/index.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { StoreTransaction } from '../services.ts'
import {
  ALL_CARDS,
  type AnswerOf,
  type Asking,
  type CardQuery,
  openAsking,
  type ParamsOf,
  type TagInUse,
  type TextQuestion,
} from '../workspaces/asking.ts'
import { type Bookmark, bookmarkOf, FIELD_NAMES, hyphenated, type ShownTag } from './bookmark.ts'

export class ApiRefusal extends Error {
  readonly status: number
  readonly field: string | null

  constructor(status: number, message: string, field: string | null = null) {
    super(message)
    this.status = status
    this.field = field
  }
}

/** Somebody else changed a row that this request had read before its own change. The request runs again. */
export class Overtaken extends Error {}

export const notFound = () => new ApiRefusal(404, 'Not found.')

export interface Change {
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly body: unknown
}

interface ListPage {
  readonly offset: number
  readonly limit: number
  readonly order?: CardQuery['order']
  readonly dates?: CardQuery['dates']
  readonly from?: CardQuery['from']
  readonly tagId?: CardQuery['tagId']
}

/** A client of another service's API, with the person's current workspace. */
export class Caller {
  readonly context: CallContext
  readonly userId: Id
  /** The server's address, without a trailing slash. */
  readonly origin: string
  /** Whether the token's scope is `add`: answers must reveal nothing, and existing rows must not change. */
  readonly isAddOnly: boolean
  readonly #calls: readonly BoundCall[]
  readonly #asking: Asking
  readonly #shownNames = new Map<Id, string>()
  /**
   * What this request looked up: normal forms of addresses, and names of tags. A change is only made if the answers
   * are still the same.
   */
  readonly #looked = { addresses: new Set<string>(), tagNames: new Set<string>() }

  private constructor(context: CallContext, calls: readonly BoundCall[], origin: string, asking: Asking) {
    const principal = callerOf(context)
    this.isAddOnly = principal.scope === 'add'
    // Calls run with the scope `write`, so routes for `add` must check `isAddOnly` before they answer.
    this.context = this.isAddOnly ? { ...context, principal: { ...principal, scope: 'write' } } : context
    this.userId = principal.userId
    this.origin = origin
    this.#calls = calls
    this.#asking = asking
  }

  /**
   * @param adds whether the route only adds, and reveals nothing else to a token of the scope `add`
   * @throws ApiRefusal if the token may not read and the route does not only add
   */
  static async open(
    context: CallContext,
    calls: readonly BoundCall[],
    origin: string,
    adds: boolean,
  ): Promise<Caller> {
    const isAddOnly = callerOf(context).scope === 'add'
    const refusal = adds && isAddOnly ? null : accessRefusal('read', context.principal)
    if (refusal !== null) throw new ApiRefusal(refusal.status, refusal.msg)
    const asking = await openAsking(context.services, callerOf(context).userId, null)
    if (!asking.ok) throw notFound()
    return new Caller(context, calls, origin, asking.value)
  }

  /** The same caller, with the workspace as it is now. */
  anew(): Promise<Caller> {
    return Caller.open(this.context, this.#calls, this.origin, false)
  }

  get workspaceId(): Id {
    return this.#asking.workspace.id
  }

  get ask(): Asking['ask'] {
    return this.#asking.ask
  }

  async askTexts<Q extends TextQuestion>(question: Q, params: ParamsOf<Q>): Promise<AnswerOf<Q>> {
    const answer = await this.#asking.askTexts(question, params)
    if (!answer.ok) throw refusalOf(answer.error)
    return answer.value
  }

  /** Links that match a text in our search language. */
  links(search: string, page: ListPage) {
    return this.cards('link', search, page)
  }

  /**
   * Cards that match a text in our search language; type null: all.
   *
   * @throws ApiRefusal if the text has too many operators
   */
  async cards(type: Card['type'] | null, search: string, page: ListPage) {
    refuseLongSearch(search)
    const calendar = utcCalendar(this.context.services.now())
    const asked = { ...ALL_CARDS, type, search: parseSearch(search, calendar), parts: 'all' } as const
    return this.askTexts('matchCards', { ...asked, ...page })
  }

  async linkOf(number: number): Promise<Card> {
    const id = await this.context.services.store.smallNumbers.idOf(this.userId, number)
    const [card] = id === undefined ? [] : this.ask('cardsById', { ids: [id] })
    if (card?.type !== 'link') throw notFound()
    return card
  }

  /** Ids without a number get the next ones. */
  async numbersOf(ids: readonly Id[]): Promise<ReadonlyMap<Id, number>> {
    const { store } = this.context.services
    const known = await store.smallNumbers.of(this.userId, ids)
    if (ids.every((id) => known.has(id))) return known
    await store.transact(async (tx) => {
      await tx.lockUser(this.userId)
      await tx.smallNumbers.add(this.userId, ids)
      return ok(null)
    })
    return store.smallNumbers.of(this.userId, ids)
  }

  async bookmarksOf(cards: readonly Card[]): Promise<Bookmark[]> {
    const numbers = await this.numbersOf(cards.map(({ id }) => id))
    return cards.map((card) => this.numberedBookmark(card, numbers.get(card.id) ?? 0))
  }

  numberedBookmark(card: Card, number: number): Bookmark {
    return bookmarkOf(card, number, this.tagsOf(card), this.origin)
  }

  async bookmarkOf(card: Card): Promise<Bookmark | undefined> {
    return (await this.bookmarksOf([card]))[0]
  }

  tagsOf({ tagIds }: Card): ShownTag[] {
    return this.ask('tagsById', { ids: tagIds }).flatMap((tag) =>
      tag === undefined ? [] : [{ name: tag.name, shown: this.shownName(tag) }],
    )
  }

  /**
   * A tag's name for clients that separate tags by spaces. It is the display name if that name, sent back, means
   * the same tag; otherwise the tag's own name.
   */
  shownName(tag: TagInUse): string {
    const known = this.#shownNames.get(tag.id)
    if (known !== undefined) return known
    const display = hyphenated(displayNameOf(tag))
    const isMeant = !FIELD_NAMES.includes(tag.name) && this.tagCalled(display)?.id === tag.id
    const shown = isMeant ? display : hyphenated(tag.name)
    this.#shownNames.set(tag.id, shown)
    return shown
  }

  /** Compares normal forms, so the spelling does not matter. */
  async linksWithAddress(address: string): Promise<Card[]> {
    const key = addressKey(address)
    if (key === '') return []
    this.#looked.addresses.add(key)
    const cards = await this.askTexts('cardsWithAddress', { address })
    return cards.filter(({ type }) => type === 'link')
  }

  /** The tag with this name in its stored form. */
  tagNamed(name: string): TagInUse | undefined {
    this.#looked.tagNames.add(name)
    return this.ask('tagsByName', { names: [name] })[0]
  }

  /**
   * The tag with this spelling (in the form of `tagName`). A tag `home` with the display name `!home` is not
   * found by `home`.
   */
  tagSpelled(spelling: string): TagInUse | undefined {
    const tag = this.tagNamed(spelling)
    if (tag === undefined || tag.name !== spelling || !isShownAsOther(tag)) return tag
    const names = NUMBERS.map((number) => numberedName(spelling, number))
    return this.ask('tagsByName', { names }).find((other) => other && isCalled(other, spelling))
  }

  /**
   * The tag that a client means.
   *
   * @param isHyphenated whether a hyphen stands for a space, unless a tag has this name
   */
  tagCalled(sent: string, isHyphenated = true): TagInUse | undefined {
    const spelled = isHyphenated ? sent.replaceAll('-', ' ') : sent
    const clean = isWhole(spelled) ? (cleanTagName(spelled) ?? spelled) : spelled
    for (const name of new Set([sent, spelled, shownAs(sent), clean].map(tagName))) {
      const tag = this.tagSpelled(name)
      if (tag !== undefined) return tag
    }
    return undefined
  }

  /**
   * One page of tags, by name unless `asked` has another order, and the total. Yields first, because sorting all
   * tags takes long.
   */
  async tagPage(asked: Partial<ParamsOf<'pageOfTags'>>): Promise<AnswerOf<'pageOfTags'>> {
    await yieldToEventLoop()
    const order = { by: 'alphabetically', of: 'asc' } as const
    const all = { order, without: [], containing: '', isOnCards: null, from: null }
    return this.ask('pageOfTags', { ...all, offset: 0, limit: Number.POSITIVE_INFINITY, ...asked })
  }

  /**
   * Our name for a client's tag in a search text. For an unknown tag it matches nothing until there is one.
   *
   * @param isHyphenated whether a hyphen may stand for a space
   */
  nameInSearch(sent: string, isHyphenated = true): string {
    const known = this.tagCalled(sent, isHyphenated)
    // Another tag may be shown under this name. The quoted spelling finds only this tag.
    if (known !== undefined) return isShownAsOther(known) ? quoted(displayNameOf(known)) : known.name
    const spelled = isHyphenated ? sent.replaceAll('-', ' ') : sent
    const clean = cleanTagName(spelled)
    if (clean !== null && this.tagNamed(clean) === undefined) return clean
    return tagName(spelled) === clean ? NO_TAG : quoted(spelled)
  }

  /**
   * Makes all of these changes, in order.
   *
   * @throws ApiRefusal if one is refused; none is made then
   * @throws Overtaken if an address or tag that was looked up has changed since; none is made then
   */
  async change(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return
    const failure = await changeWhole(this.#calls, changes, this.context, async (tx) => {
      if (!(await this.#isStillTrue(tx))) throw new Overtaken()
    })
    if (failure !== null) throw refusalOf(failure)
  }

  /** Whether the looked-up addresses and tags are unchanged in this transaction, which holds the user's lock. */
  async #isStillTrue(tx: StoreTransaction): Promise<boolean> {
    const { userId, workspace } = this.#asking
    const { addresses, tagNames } = this.#looked
    const now = await tx.workspaces.byId(userId, workspace.id)
    if (now?.epoch !== workspace.epoch) return false
    if (now.seq === workspace.seq) return true
    const since = { rev: workspace.seq + 1, id: '' }
    if (tagNames.size > 0) {
      const tags = await tx.tags.changedAfter(userId, workspace.id, since, MOST_CHANGED)
      const isLooked = tags.some(({ row }) => namesOfTag(row).some((name) => tagNames.has(tagName(name))))
      if (isLooked || tags.length === MOST_CHANGED) return false
    }
    if (addresses.size === 0) return true
    const cards = await tx.cards.changedAfter(userId, workspace.id, since, MOST_CHANGED)
    const isLooked = cards.some(({ row }) => addresses.has(addressKeyOf(row) ?? ''))
    return !isLooked && cards.length < MOST_CHANGED
  }

  /** @throws ApiRefusal if the call is refused */
  async call(name: string, raw: { readonly body: unknown }): Promise<void> {
    const bound = this.#calls.find((call) => call.name === name)
    if (bound === undefined) throw new Error(`There is no call ${name}.`)
    const answer = await runCall(bound, { params: {}, query: {}, ...raw }, this.context)
    if (!answer.ok) throw refusalOf(answer.error)
  }
}

/** Matches no tag, because names have no commas. */
const NO_TAG = '","'
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
/** Numbers tried after a name that a tag with another spelling has. */
const NUMBERS = Array.from({ length: 50 }, (_, at) => at + 2)
/** Changed rows of one kind that are compared. With more, the request runs again. */
const MOST_CHANGED = 1_000

/** @throws ApiRefusal if a text in our search language has too many operators, since it would find nothing */
export function refuseLongSearch(search: string): void {
  if (!isSearchedWhole(search)) return
  throw new ApiRefusal(
    400,
    `A search has at most ${LIMITS.searchSigns} tags, quotes and alternatives together, and ${LIMITS.searchDepth} parentheses in each other.`,
    'q',
  )
}

function refusalOf({ status, msg }: Failure): ApiRefusal {
  return new ApiRefusal(status, msg)
}
