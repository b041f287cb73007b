import { session } from './index.ts'
import { type CallAddress, type DataOf, readJson } from './request.ts'

/** A file that the server sent. */
interface ServedFile {
  readonly name: string
  readonly content: Blob
}

type Query = Readonly<Record<string, string>>

/** ms for an upload or download. */
const limit = 10 * 60_000

/** Sends a file as the body. Resolves with `data` of the answer. Rejects with `CallFailed`. */
export async function upload<At extends CallAddress>(
  at: At,
  query: Query,
  file: Blob,
  signal?: AbortSignal,
): Promise<DataOf<At>> {
  const { content } = await session.account.done(addressed(at, query), undefined, {
    read: readJson,
    limit,
    file,
    signal,
  })
  return (content as { readonly data: DataOf<At> }).data
}

/** Downloads a file. Rejects with `CallFailed`. */
export async function download(at: CallAddress, query: Query = {}): Promise<ServedFile> {
  const read = (response: Response) => response.blob()
  const { headers, content } = await session.account.done(addressed(at, query), undefined, { read, limit })
  const named = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')
  return { name: named?.[1] ?? 'export', content }
}

function addressed(at: CallAddress, query: Query): string {
  return `${at}?${new URLSearchParams(query)}`
}
