import { useAccount, useConnection, useReplica } from '../../replica/index.ts'
import { saveFile } from '../text/save-file.ts'
import { namesFor, unsentText } from './unsent-file.ts'

/** Saves a text file with all pending and rejected changes. */
export function useUnsentFile(): () => Promise<void> {
  const connection = useConnection()
  const account = useAccount()
  const replica = useReplica()
  return async () => {
    const changes = await connection.unsaved()
    const now = Date.now()
    const text = unsentText(changes, await namesFor(changes, account, replica), now)
    const day = new Date(now).toISOString().slice(0, 10)
    saveFile(`cardinal-not-sent-${day}.txt`, new Blob([text], { type: 'text/plain;charset=utf-8' }))
  }
}
