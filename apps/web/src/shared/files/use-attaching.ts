import { type CardFile, LIMITS } from '@cardinal/domain'
import { useCallback, useState } from 'react'
import { attachFile, FileRefused } from '../../replica/files/uploads.ts'
import { useSession } from '../../session/index.ts'
import { siteOptions } from '../site/site-options.ts'

export interface Attaching {
  /** Stores the files on this device and begins to send them. Resolves with the attached ones. */
  attach(given: readonly File[], room: number): Promise<readonly CardFile[]>
  /** How many are being read. */
  readonly reading: number
  /** Why some could not be attached. Null: all were. */
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

/** The files of a paste that is no text: programs for tables and letters put a picture beside their text. */
export function pastedFiles(data: DataTransfer | null): readonly File[] {
  if (data === null || data.getData('text/plain') !== '') return []
  return [...data.files].map((file) => (file.name === 'image.png' ? named(file) : file))
}

/** Every browser calls a pasted picture `image.png`; the time tells them apart. */
function named(file: File): File {
  const now = new Date()
  const at = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString()
  const name = `Picture ${at.slice(0, 10)} ${at.slice(11, 19).replaceAll(':', '.')}.png`
  return new File([file], name, { type: file.type })
}
