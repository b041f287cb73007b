import type { Answer, Child } from './child.ts'

/**
 * One user who creates and changes cards, pulls, and checks that no acknowledged card is missing at the end.
 */
export class Writer {
  readonly #headers: Readonly<Record<string, string>>
  readonly #acknowledged = new Set<string>()
  readonly #seen = new Set<string>()
  #cursor: string | null = null
  #count = 0
  #lastId: string | null = null

  constructor(headers: { authorization: string }) {
    this.#headers = headers
  }

  /** Creates three cards, then changes one, and so on. */
  async write(node: Child): Promise<void> {
    const n = this.#count++
    if (n % 4 === 3 && this.#lastId !== null) {
      const body = { entity_ids: [this.#lastId], color: 'red' }
      check(await node.send('PATCH', '/api/entity/update-color', body, this.#headers))
      return
    }
    await this.#create(node, `word${n}`)
  }

  /** Writes at one node and searches at another. Rejects where the result lacks the card. */
  async writeAndFind(one: Child, other: Child): Promise<void> {
    const content = `word${this.#count++}`
    await this.#create(one, content)
    const body = { userIsTyping_inSearchbar: content }
    const answer = await other.post('/api/entity/get-matching-entities', body, this.#headers)
    const { data } = JSON.parse(check(answer)) as { data: { content: string }[] }
    if (!data.some((card) => card.content === content)) throw new Error(`${content} was not found`)
  }

  /** Pulls all changes since the last pull. */
  async pull(node: Child): Promise<void> {
    const query = this.#cursor === null ? '' : `?cursor=${this.#cursor}`
    const text = check(await node.send('GET', `/api/sync/pull${query}`, undefined, this.#headers))
    for (const line of text.trimEnd().split('\n')) {
      const { row, cursor } = JSON.parse(line) as { row?: { content?: string }; cursor?: string }
      if (row?.content !== undefined) this.#seen.add(row.content)
      if (cursor !== undefined) this.#cursor = cursor
    }
  }

  /** The number of acknowledged cards that no pull delivered. */
  async missed(node: Child): Promise<number> {
    await this.pull(node)
    return [...this.#acknowledged].filter((content) => !this.#seen.has(content)).length
  }

  async #create(node: Child, content: string): Promise<void> {
    const body = { newEntity: { type: 'note', content } }
    const answer = await node.post('/api/entity/create-one', body, this.#headers)
    this.#lastId = (JSON.parse(check(answer)) as { data: { _id: string } }).data._id
    this.#acknowledged.add(content)
  }
}

function check({ status, text }: Answer): string {
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return text
}
