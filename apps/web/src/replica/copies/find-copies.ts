import type { Id } from '@cardinal/domain'
import { copyTextsIn, fileTextsIn, withFoundCopies, withFoundFiles } from '@cardinal/domain/copies'
import { CallFailed, session } from '../../session/index.ts'
import { COPIES_NOT_HERE } from './database.ts'
import { deviceCopiesOf } from './device-copies.ts'
import { keepsHere } from './here.ts'
import { hasAllCopies } from './sync-copies.ts'

/** Copies or words of files are not on this device, and the server can't be reached. */
class CopiesNotHere extends Error {
  override readonly name = COPIES_NOT_HERE
}

/** ms for which the server's answer is cached, and ms after the last key before the server is asked. */
const ANSWER_KEPT_MS = 15_000
const TYPING_PAUSE_MS = 150
const MOST_KNOWN = 50

interface Known {
  readonly ids: Promise<readonly string[]>
  readonly at: number
}

const known = new Map<string, Known>()

/**
 * Adds the found cards to each condition on copies, and the found files to each condition on files. Copies are
 * searched on this device if it has all of them, otherwise by the server. Words of files are only on the server.
 * Rejects if neither is possible.
 */
export async function withFoundWords<Params>(
  userId: string,
  workspaceId: Id,
  params: Params,
): Promise<Params> {
  const copies = await found(copyTextsIn(params), (text) => findCopies(userId, workspaceId, text))
  const files = await found(fileTextsIn(params), (text) => findFiles(userId, text))
  return withFoundFiles(withFoundCopies(params, copies), files)
}

async function found(
  texts: readonly string[],
  find: (text: string) => Promise<readonly string[]>,
): Promise<Map<string, readonly string[]>> {
  return new Map(await Promise.all(texts.map(async (text) => [text, await find(text)] as const)))
}

async function findCopies(userId: string, workspaceId: Id, text: string): Promise<readonly Id[]> {
  const here = async () => (await deviceCopiesOf(userId).find(workspaceId, [text]))[0] ?? []
  if (keepsHere('copies') && hasAllCopies(workspaceId)) return here()
  try {
    return await askServer(`copies ${userId} ${workspaceId} ${text}`, async () => {
      const body = { workspace_id: workspaceId, texts: [text] }
      const [ids] = await session.account.call('POST /entity/find-copies', { body })
      return ids ?? []
    })
  } catch (failure) {
    if (keepsHere('copies')) return here()
    throw notHere(failure)
  }
}

async function findFiles(userId: string, text: string): Promise<readonly string[]> {
  try {
    return await askServer(`files ${userId} ${text}`, async () => {
      const [hashes] = await session.account.call('POST /files/find', { body: { texts: [text] } })
      return hashes ?? []
    })
  } catch (failure) {
    throw notHere(failure)
  }
}

function notHere(failure: unknown): unknown {
  return failure instanceof CallFailed ? new CopiesNotHere(failure.message) : failure
}

function askServer(key: string, ask: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const before = known.get(key)
  if (before !== undefined && Date.now() - before.at < ANSWER_KEPT_MS) return before.ids
  const ids = new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS)).then(ask)
  known.set(key, { ids, at: Date.now() })
  // A failure is not cached.
  ids.catch(() => known.delete(key))
  const [oldest] = known.keys()
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
  return ids
}

/** Clears cached answers, because copies have changed. */
export function forgetFound(): void {
  known.clear()
}
