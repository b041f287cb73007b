import { type Id, ok } from '@cardinal/domain'
import { readConfig } from '../config.ts'
import { insertUser } from '../identity/index.ts'
import { createNode, type Node } from '../operations/start.ts'
import type { Written } from '../store/index.ts'
import { newId } from '../workspaces/new-id.ts'

/** More than a workspace's first pages, so that the thread that reads the others is used too. */
const CARDS = 2_500
const TAGS = 20

/** What people and their devices ask a node for first. */
const REQUESTS: readonly (readonly ['GET' | 'POST', string, object?])[] = [
  ['POST', '/entity/get-matching-entities', { userIsTyping_inSearchbar: 'x' }],
  ['POST', '/entity/get-matching-entities', { userIsTyping_inSearchbar: 'tag 1, -tag 2' }],
  ['POST', '/entity/create-one', { newEntity: { type: 'note', content: 'Ein Gedanke: Über früh, spät' } }],
  ['POST', '/entity/get-matching-entities', { userIsTyping_inSearchbar: 'früh' }],
  ['POST', '/tag/get-suggested-tags', { purpose: 'label', userIsTyping_inSearchbar: 'A thought' }],
  ['GET', '/user/get-global-settings'],
  ['GET', '/sync/pull'],
]

/**
 * Does once what a node does for its first requests, on a folder of its own: what this needs is compiled then. Throws
 * where the node can't do it.
 *
 * @param dataDir an empty folder
 */
export async function rehearse(dataDir: string): Promise<void> {
  const config = readConfig({
    CARDINAL_DATA_DIR: dataDir,
    CARDINAL_FREE_CARD_LIMIT: '0',
    CARDINAL_LOG_LEVEL: 'warn',
  })
  if (!config.ok) throw new Error(config.error.join('\n'))
  const node = await createNode(config.value)
  try {
    const token = await tokenOfSomebody(node)
    const address = await node.app.listen({ port: 0, host: '127.0.0.1' })
    for (const [method, path, body] of REQUESTS) {
      const answer = await fetch(`${address}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    }
  } finally {
    await node.stop()
  }
}

/** Somebody with a workspace that is full of cards. */
async function tokenOfSomebody({ store, identity }: Node): Promise<string> {
  const now = Date.now()
  const made = await store.transact(async (tx) => {
    const user = await insertUser(tx, { email: 'somebody@example.org', name: 'Somebody' }, now)
    const [workspace] = await tx.workspaces.ofUser(user.id)
    if (workspace === undefined) throw new Error('There is no first workspace.')
    const seq = await tx.workspaces.nextSeq(user.id, workspace.id)
    await tx.changes.write({ userId: user.id, workspaceId: workspace.id, seq, now }, rows(now))
    return ok(user.id)
  })
  if (!made.ok) throw new Error('There is no user.')
  return (await identity.sessions.issue(made.value, undefined)).accessToken
}

function rows(now: number): Written[] {
  const tagIds: Id[] = Array.from({ length: TAGS }, () => newId(now))
  const tags = tagIds.map((id, n): Written => {
    const after = {
      id,
      name: `tag ${n}`,
      color: null,
      clickCount: n,
      lastClickedAt: null,
      createdAt: now,
      updatedAt: now,
    }
    return { kind: 'tag', id, before: undefined, after }
  })
  const cards = Array.from({ length: CARDS }, (_, n): Written => {
    const id = newId(now)
    const after = {
      id,
      type: 'note' as const,
      content: `A thought, the ${n}th of them: https://example.org/${n}`,
      subnotes: n % 3 === 0 ? [{ id: newId(now), text: `of ${n}`, isTicked: false }] : [],
      tagIds: tagIds.filter((_, i) => (n + i) % 7 === 0),
      color: null,
      isPublic: false,
      parentIds: [],
      siblingIds: [],
      childIds: [],
      createdAt: now - n,
      updatedAt: now - n,
    }
    return { kind: 'card', id, before: undefined, after }
  })
  return [...tags, ...cards]
}
