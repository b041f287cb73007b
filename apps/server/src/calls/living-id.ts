import type { Id } from '@cardinal/domain'
import type { Stored } from '../services.ts'

/** The living tag or group that an id stands for; null: deleted. */
export async function livingId(
  given: Id,
  read: (id: Id) => Promise<readonly Stored<unknown>[]>,
): Promise<Id | null> {
  const seen = new Set<Id>()
  for (let id: Id | undefined = given; id !== undefined && !seen.has(id); ) {
    seen.add(id)
    const [stored]: readonly Stored<unknown>[] = await read(id)
    if (stored?.deletedAt === null) return id
    id = stored?.mergedInto
  }
  return null
}
