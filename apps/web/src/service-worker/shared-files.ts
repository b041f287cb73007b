/** Cache for files shared by another app, until the form for a new card takes them. */
const CACHE = 'cardinal-shared'
const NAME = 'x-file-name'

/** Stores shared files, replacing earlier ones. */
export async function putSharedFiles(files: readonly File[]): Promise<void> {
  await caches.delete(CACHE)
  const cache = await caches.open(CACHE)
  for (const [at, file] of files.entries()) {
    const headers = { [NAME]: encodeURIComponent(file.name), 'content-type': file.type }
    await cache.put(`/shared-file/${at}`, new Response(file, { headers }))
  }
}

/** The stored files, which are removed. */
export async function takeSharedFiles(): Promise<readonly File[]> {
  const cache = await globalThis.caches?.open(CACHE)
  if (cache === undefined) return []
  const files: File[] = []
  for (const request of await cache.keys()) {
    const found = await cache.match(request)
    if (found === undefined) continue
    const name = decodeURIComponent(found.headers.get(NAME) ?? 'File')
    files.push(new File([await found.blob()], name, { type: found.headers.get('content-type') ?? '' }))
  }
  await caches.delete(CACHE)
  return files
}
