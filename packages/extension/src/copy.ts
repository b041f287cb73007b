import type { FeedLine } from '@cardinal/contract'
import { addressAfter, addressKeyOf } from '@cardinal/domain'
import { CallRefused, type Server } from './server.ts'
import type { ExtensionStore, KnownLink, KnownTag } from './store.ts'

/** Rows per transaction. */
const BATCH = 1_000

/**
 * Updates the local links and tags from the server's feed. With them the extension knows whether a tab is
 * saved without sending its address.
 *
 * @throws what `Server` throws; rows received so far are kept, and the next pull continues
 */
export async function pull(store: ExtensionStore, server: Server): Promise<void> {
  const cursor = await store.cursor()
  try {
    await pullSince(store, server, cursor)
  } catch (error) {
    // The cursor's history is gone, or another workspace is the current one.
    if (cursor === null || !(error instanceof CallRefused) || error.status !== 410) throw error
    await store.clearCopy()
    await pullSince(store, server, null)
  }
}

async function pullSince(store: ExtensionStore, server: Server, cursor: string | null): Promise<void> {
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`
  let rows = noRows()
  for await (const line of server.lines<FeedLine>(`/sync/pull${query}`)) {
    if ('cursor' in line) rows.cursor = line.cursor
    else if ('deleted' in line) rows.gone.push(line._id)
    else if (line.kind === 'tag') rows.tags.push({ id: line.row._id, name: line.row.tag_name })
    else if (line.kind === 'entity') takeCard(line.row, rows)
    if (rows.links.length + rows.tags.length + rows.gone.length < BATCH) continue
    await store.writeRows(rows)
    rows = noRows()
  }
  await store.writeRows(rows)
}

type Row = Extract<FeedLine, { kind: 'entity'; row: object }>['row']
type Rows = ReturnType<typeof noRows>

function noRows() {
  const links: KnownLink[] = []
  const tags: KnownTag[] = []
  const gone: string[] = []
  return { links, tags, gone, cursor: null as string | null }
}

/** Updates a card. A card that is no longer a link is removed. */
function takeCard(row: Row, rows: Rows): void {
  const { _id, type, content, tags_assigned, createdAt } = row
  const key = addressKeyOf({ type: 'link', content, address: addressOfEntity(row) })
  if (type !== 'hyperlink') rows.gone.push(_id)
  else rows.links.push({ id: _id, keys: key === null ? [] : [key], tagIds: tags_assigned, createdAt })
}

/** The address of a link. Servers of earlier releases send none: then it is the one in the content. */
export function addressOfEntity({ address, content }: Pick<Row, 'address' | 'content'>): string | null {
  return address === undefined ? addressAfter(null, { type: 'link', content }) : address
}
