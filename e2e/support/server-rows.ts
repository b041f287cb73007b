import { changeFromFeedLine } from '@cardinal/contract'
import type { Card, Tag } from '@cardinal/domain'
import type { APIRequestContext } from '@playwright/test'

/** The server's rows of a person's first workspace, without deleted ones. */
export interface ServerRows {
  readonly cards: readonly Card[]
  readonly tags: readonly Tag[]
}

/** Sends the request directly, even if the page is offline. */
export async function serverRows(
  request: APIRequestContext,
  token: string,
  origin = '',
): Promise<ServerRows> {
  const headers = { authorization: `Bearer ${token}` }
  const workspace = await firstWorkspaceId(request, token, origin)
  const feed = await request.get(`${origin}/api/sync/pull?workspace_id=${workspace}`, { headers })
  const lines = (await feed.text()).trim().split('\n')
  const cardById = new Map<string, Card>()
  const tagById = new Map<string, Tag>()
  for (const line of lines) {
    const change = changeFromFeedLine(JSON.parse(line))
    if (change?.kind === 'card') put(cardById, change)
    if (change?.kind === 'tag') put(tagById, change)
  }
  return { cards: [...cardById.values()], tags: [...tagById.values()] }
}

export async function firstWorkspaceId(
  request: APIRequestContext,
  token: string,
  origin = '',
): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const workspaces = await request.post(`${origin}/api/workspace/get-workspaces`, { headers, data: {} })
  const [{ _id }] = (await workspaces.json()).data
  return _id
}

/** Stores a row by its id, or removes it if `row` is null. */
function put<Row>(rowById: Map<string, Row>, { id, row }: { id: string; row: Row | null }): void {
  if (row === null) rowById.delete(id)
  else rowById.set(id, row)
}
