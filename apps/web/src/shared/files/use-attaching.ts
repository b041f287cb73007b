import { type CardFile, LIMITS } from '@cardinal/domain'
import { useCallback, useState } from 'react'
import { attachFile, FileRefused } from '../../replica/files/uploads.ts'
import { useSession } from '../../session/index.ts'
import { siteOptions } from '../site/site-options.ts'

export interface Attaching {
  /** Stores the files on this device and begins to upload them. Resolves with the attached files. */
  attach(given: readonly File[], room: number): Promise<readonly CardFile[]>
  /** How many files are being read. */
  readonly reading: number
  /** Why some files could not be attached. Null: all were. */
  readonly problem: string | null
}

/** Attaches files that the person chose, dropped or pasted. */
export function useAttaching(): Attaching {
  const { userId } = useSession()
  const [reading, setReading] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const attach = useCallback(
    async (given: readonly File[], room: number) => {
      if (userId === null) return []
      setProblem(null)
      setReading((before) => before + given.length)
      const found: CardFile[] = []
      const problems = given.length > room ? [`A card has at most ${LIMITS.filesPerCard} files.`] : []
      const { fileBytes } = await siteOptions()
      for (const file of given.slice(0, room))
        try {
          found.push(await attachFile(userId, file, fileBytes))
        } catch (failure) {
          if (!(failure instanceof FileRefused)) throw failure
          problems.push(failure.message)
        }
      setReading((before) => before - given.length)
      setProblem(problems.length === 0 ? null : problems.join(' '))
      return found
    },
    [userId],
  )
  return { attach, reading, problem }
}
