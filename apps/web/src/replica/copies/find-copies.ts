import type { Id } from '@cardinal/domain'
import { copyTextsIn, withFoundCopies } from '@cardinal/domain/copies'
import { CallFailed, session } from '../../session/index.ts'
import { COPIES_NOT_HERE } from './database.ts'
import { deviceCopiesOf } from './device-copies.ts'
import { keepsCopiesHere } from './here.ts'
import { hasAllCopies } from './sync-copies.ts'

/** Copies are not on this device, and the server can't be reached. */
class CopiesNotHere extends Error {
  override readonly name = COPIES_NOT_HERE
}

/** ms for which the server's answer is cached, and ms without typing before it is asked. */
const ANSWER_KEPT_MS = 15_000
const TYPING_PAUSE_MS = 150
const MOST_KNOWN = 50

interface Known {
  readonly ids: Promise<readonly Id[]>
  readonly at: number
}

const known = new Map<string, Known>()

/**
 * Adds the found cards to each condition on copies. Searches this device if it has all copies, else asks the server. Rejects
 * where neither is possible.
 */
export async function withCopiesFound<Params>(
  userId: string,
  workspaceId: Id,
  params: Params,
): Promise<Params> {
  const texts = copyTextsIn(params)
  const found = await Promise.all(texts.map((text) => findCopies(userId, workspaceId, text)))
  const byText = new Map(texts.map((text, at) => [text, found[at] ?? []]))
  return withFoundCopies(params, byText)
}

async function findCopies(userId: string, workspaceId: Id, text: string): Promise<readonly Id[]> {
  const here = async () => (await deviceCopiesOf(userId).find(workspaceId, [text]))[0] ?? []
  if (keepsCopiesHere() && hasAllCopies(workspaceId)) return here()
  try {
    return await askServer(userId, workspaceId, text)
  } catch (failure) {
    if (keepsCopiesHere()) return here()
    if (failure instanceof CallFailed) throw new CopiesNotHere(failure.message)
    throw failure
  }
}

function askServer(userId: string, workspaceId: Id, text: string): Promise<readonly Id[]> {
  const key = `${userId} ${workspaceId} ${text}`
  const before = known.get(key)
  if (before !== undefined && Date.now() - before.at < ANSWER_KEPT_MS) return before.ids
  const ids = new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS)).then(async () => {
    const body = { workspace_id: workspaceId, texts: [text] }
    const [found] = await session.account.call('POST /entity/find-copies', { body })
    return found ?? []
  })
  known.set(key, { ids, at: Date.now() })
  // A failed answer is not cached.
  ids.catch(() => known.delete(key))
  const [oldest] = known.keys()
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
  return ids
}

/** Copies have changed: clears the cached answers. */
export function forgetFound(): void {
  known.clear()
}
