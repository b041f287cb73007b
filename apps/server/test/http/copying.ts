import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import {
  type NodeSettings,
  type Person,
  personWith,
  serverFor,
  startNode,
  type TestNode,
} from '../support/node.ts'
import { startSites } from '../support/sites.ts'
import type { TestDatabase } from '../support/stores.ts'

export const DAY = 86_400_000
const BEGIN = Date.UTC(2026, 0, 12)

/** A page that Readability recognises as an article. */
export const article = (word: string, more = '') => ({
  body: `<html lang="en"><title>About ${word}</title><nav><a href="/">Home</a></nav><article>
    ${Array.from({ length: 6 }, (_, n) => `<p>Sentence ${n} speaks of ${word} at length, so that it is read as an article, not as a menu.</p>`).join('')}
    ${more}</article></html>`,
})

/**
 * Starts a server that fetches pages before the tests of a suite, and stops it after them. It fetches from sites
 * of the test, and the tests set its clock.
 */
export function copying(start: () => Promise<TestDatabase>) {
  let started: Awaited<ReturnType<typeof startSites>>
  let now = BEGIN

  beforeAll(async () => {
    started = await startSites()
  })
  afterAll(() => started.stop())
  /** Getters, because the sites start after this code runs. */
  const sites = {
    get pages() {
      return started.pages
    },
    get asked() {
      return started.asked
    },
  }
  const settings = (env: Record<string, string> = {}): NodeSettings => ({
    get env() {
      return { CARDINAL_FETCH_PAGES: 'on', CARDINAL_FETCH_TEST_ADDRESS: started.address, ...env }
    },
    now: () => now,
  })
  const server = serverFor(start, settings())
  beforeEach(() => {
    // After a day the sites may be asked again, but pages of earlier tests are not due for a new check. That check
    // would be due after 24 days, and would run before a new link to the same site.
    now += DAY
    sites.pages.clear()
    sites.asked.length = 0
  })

  /** Runs two rounds: the node also has a timer, and the second round waits for a page that it took meanwhile. */
  const run = async (node: TestNode = server) => {
    for (let round = 0; round < 2; round++) await node.node.services.pages?.runDue()
  }

  const add = async (person: Person, content: string, more: object = {}): Promise<string> => {
    const newEntity = { type: 'hyperlink', content, ...more }
    const { status, body } = await person.send('POST', '/entity/create-one', { newEntity })
    expect(status).toBe(200)
    return body.data._id
  }
  const later = async ({ userId, email }: Person, time: number) => {
    now += time
    const { accessToken } = await server.node.identity.sessions.issue(userId, undefined)
    return personWith(server.api, userId, email, accessToken)
  }
  const ask = async (person: Person, path: string, body: object) => {
    const answer = await person.send('POST', path, body)
    expect([answer.status, answer.body.msg]).toEqual([200, undefined])
    return answer.body.data
  }
  const keep = (person: Person, ids: string[], more: object = {}) =>
    ask(person, '/entity/keep-copies', { entity_ids: ids, ...more })
  const remove = (person: Person, ids: string[]) => ask(person, '/entity/remove-copies', { entity_ids: ids })
  const copyOf = async (person: Person, id: string) =>
    (await ask(person, '/entity/get-copies', { entity_ids: [id] }))[0]
  const found = async (person: Person, search: string) =>
    (await ask(person, '/entity/get-matching-entities', { userIsTyping_inSearchbar: search })).map(
      ({ _id }: { _id: string }) => _id,
    )
  const addTag = async (person: Person, name: string, entityIds: string[] = []): Promise<string> => {
    const made = await ask(person, '/tag/create-many-from-keyword', {
      frontendGeneratedTags: [{ tag_name: name }],
      attachToTheseEntities: entityIds,
      entityType: 'hyperlink',
    })
    return made[0]._id
  }
  /** Sets the clock forward, so that a host may be asked again. */
  const soon = () => {
    now += 10_000
  }

  return {
    server,
    sites,
    now: () => now,
    startOne: (env: Record<string, string>, on: TestDatabase) => startNode(on, settings(env)),
    run,
    add,
    later,
    ask,
    keep,
    remove,
    copyOf,
    found,
    addTag,
    soon,
  }
}
