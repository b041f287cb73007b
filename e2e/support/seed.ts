import { randomBytes } from 'node:crypto'
import type { CardFile, CardType, Color } from '@cardinal/domain'
import { type APIRequestContext, expect, request } from '@playwright/test'
import type { Person } from './person.ts'

/** A card with the names of its tags. */
export interface Sown {
  readonly type: CardType
  readonly content: string
  readonly tags?: readonly string[]
  readonly lines?: readonly string[]
  readonly color?: Color
  /** ms since 1970. */
  readonly createdAt?: number
  /** A day, or a minute of a day. */
  readonly dueAt?: string
  /** References, whose bytes need not be on the server. */
  readonly files?: readonly CardFile[]
}

/** Replaces the person's saved searches, as another device would. */
export async function saveSearches(person: Person, saved_searches: readonly string[]): Promise<void> {
  const server = await serverFor(person)
  const answer = await server.post('/api/user/update-global-settings', { data: { saved_searches } })
  expect(answer.status()).toBe(200)
  await server.dispose()
}

/** A client of the person's own API calls. */
export function serverFor(person: Person): Promise<APIRequestContext> {
  return request.newContext({
    baseURL: person.session.origins[0]?.origin ?? '',
    extraHTTPHeaders: { authorization: `Bearer ${person.accessToken}` },
  })
}

/** The person's links, as the API gives them. `Link` names the fields that the caller reads. */
export async function linksOf<Link>(person: Person): Promise<readonly Link[]> {
  const server = await serverFor(person)
  const answer = await server.post('/api/entity/get-matching-entities', {
    data: { userIsTyping_inSearchbar: '', type: 'hyperlink', params: { page: 0, limit: 100 } },
  })
  const { data } = (await answer.json()) as { data: readonly Link[] }
  await server.dispose()
  return data
}

/** Adds cards with tags to the person's workspace by API calls. Resolves with their ids. */
export async function sow(person: Person, cards: readonly Sown[]): Promise<string[]> {
  const server = await serverFor(person)
  const workspaces = await server.post('/api/workspace/get-workspaces', { data: {} })
  const [{ _id: workspace_id }] = (await workspaces.json()).data
  const names = [...new Set(cards.flatMap((card) => card.tags ?? []))]
  const idByName = new Map(names.map((name) => [name, randomBytes(12).toString('hex')]))
  const ids = cards.map(() => randomBytes(12).toString('hex'))
  const frontendGeneratedTags = names.map((tag_name) => ({ _id: idByName.get(tag_name), tag_name }))
  const calls = [
    ...(names.length === 0
      ? []
      : [{ path: '/tag/create-many-from-keyword', body: { frontendGeneratedTags, workspace_id } }]),
    ...cards.map((card, index) => ({
      path: '/entity/create-one',
      body: { newEntity: { _id: ids[index], ...wireOf(card, index, idByName) }, workspace_id },
    })),
  ]
  for (let start = 0; start < calls.length; start += 500) {
    const pushed = calls.slice(start, start + 500).map((call) => ({
      key: randomBytes(12).toString('hex'),
      method: 'POST',
      ...call,
    }))
    const answer = await server.post('/api/sync/push', { data: pushed })
    const refused = ((await answer.json()).data as { status: number; body: unknown }[]).filter(
      ({ status }) => status !== 200,
    )
    if (refused.length > 0) throw new Error(`Not sown: ${JSON.stringify(refused.slice(0, 3))}`)
  }
  await server.dispose()
  return ids
}

/** In ms since 1970. A fixed hour keeps the cards of one test on one day, whenever it runs. */
function yesterdayAtNoon(): number {
  return new Date().setHours(12, 0, 0, 0) - 86_400_000
}

function wireOf(card: Sown, index: number, idByName: ReadonlyMap<string, string>): Record<string, unknown> {
  const at = card.createdAt ?? yesterdayAtNoon() - index * 60_000
  return {
    type: card.type === 'link' ? 'hyperlink' : card.type,
    content: card.content,
    tags_assigned: (card.tags ?? []).map((name) => idByName.get(name)),
    titles: (card.lines ?? []).map((text) => ({ text })),
    color: card.color ?? null,
    createdAt: new Date(at).toISOString(),
    ...(card.dueAt !== undefined && { dueAt: card.dueAt }),
    ...(card.files !== undefined && { files: card.files }),
  }
}

/** The local day that is `days` days from today. */
export function dayFromToday(days: number): string {
  const date = new Date()
  date.setDate(date.getDate() + days)
  const two = (figure: number) => String(figure).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A small workspace for searches. */
export const KITCHEN_AND_SCHOOL: readonly Sown[] = [
  { type: 'note', content: 'Focaccia: 500 g flour, 400 g water', tags: ['bread', 'italian', 'recipes'] },
  { type: 'note', content: 'Risotto, the slow one', tags: ['italian', 'recipes', 'dinner'] },
  { type: 'note', content: 'Pasta for two', tags: ['italian', 'recipes', 'quick'], color: 'green' },
  { type: 'note', content: 'Completing the square', tags: ['maths', 'school'], color: 'blue' },
  { type: 'note', content: 'Exam notes on geometry', tags: ['maths', 'school', 'exam'] },
  { type: 'todo', content: 'Ask about the exam', tags: ['maths', 'exam'], lines: ['date', 'room'] },
  { type: 'todo', content: 'Feed the sourdough', tags: ['bread'] },
  { type: 'link', content: 'https://www.example.org/bread Bread, step by step', tags: ['bread', 'recipes'] },
  { type: 'link', content: 'https://example.com/algebra', tags: ['maths'] },
]
