import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { hasFilesHere } from '../../replica/files/database.ts'
import { type KeepingFiles, keepingFiles } from '../../replica/files/keeping-files.ts'
import { setKeepsHere, useKeepsHere } from '../../replica/index.ts'
import { isSharedComputer, useSession } from '../../session/index.ts'
import { sizeWords } from '../../shared/files/file-words.ts'
import { counted } from '../../shared/text/counted.ts'
import { Button, Checkbox } from '../../ui/index.ts'
import styles from './settings.module.css'

/** ms between two counts while files arrive. */
const COUNT_EVERY_MS = 2_000

/** Which files are on this device, and a switch that stores all of them here. */
export function FilesHere() {
  const { userId } = useSession()
  const isOn = useKeepsHere('files')
  const { kept, look } = useFilesHere(userId, isOn)
  if (userId === null || isSharedComputer) return null
  const setKept = async (keeps: boolean) => {
    setKeepsHere('files', keeps)
    const { deviceFilesOf } = await import('../../replica/files/device-files.ts')
    if (!keeps) await deviceFilesOf(userId).keepAllNoMore()
    await look()
  }
  const remove = async () => {
    const { deviceFilesOf } = await import('../../replica/files/device-files.ts')
    await deviceFilesOf(userId).clearKept()
    await look()
  }
  return (
    <>
      <Checkbox isChecked={isOn} onChange={(keeps) => void setKept(keeps)}>
        Keep all files on this device
      </Checkbox>
      <p className={styles.text}>
        {isOn
          ? 'Those of the open workspace are shown without a network, too, and take as much room as this browser gives.'
          : 'Files that you look at stay here, up to 200 MB; the oldest give way.'}{' '}
        {kept !== null &&
          `${counted(kept.count, 'file')}, ${sizeWords(kept.bytes)}, ${kept.count === 1 ? 'is' : 'are'} on this device.`}
      </p>
      {isOn && <Progress />}
      {!isOn && kept !== null && kept.count > 0 && (
        <Button size="sm" onClick={() => void remove()}>
          Remove them from this device
        </Button>
      )}
    </>
  )
}

function Progress() {
  const now = useStore(keepingFiles, (state) => state.now)
  if (now === null) return null
  return (
    <p className={styles.text} role="status">
      {progressWords(now)}
    </p>
  )
}

function progressWords({ state, all, missing }: KeepingFiles): string {
  if (all === 0) return 'No card of this workspace has a file.'
  const rest = `${counted(missing, 'file')} of ${all.toLocaleString()} ${missing === 1 ? 'is' : 'are'} not here`
  if (state === 'fetching') return `${rest} yet. They are being fetched.`
  if (state === 'away') return `${rest} yet. They are fetched when the server can be reached.`
  if (state === 'full') return `${rest}: this device has no more room. They are fetched when you open them.`
  return missing === 0
    ? 'All files of this workspace are here.'
    : `${rest}: the device on which they were added has not sent them yet.`
}

/** Number and bytes of the files on this device. Null: not known, or none were ever stored. */
function useFilesHere(userId: string | null, isArriving: boolean) {
  const [kept, setKept] = useState<{ readonly count: number; readonly bytes: number } | null>(null)
  const look = useCallback(async () => {
    if (userId === null || isSharedComputer || !(await hasFilesHere(userId))) return
    const { deviceFilesOf } = await import('../../replica/files/device-files.ts')
    setKept(await deviceFilesOf(userId).keptHere())
  }, [userId])
  useEffect(() => {
    const again = () => void look().catch(() => {}) // Without a network the code may be missing.
    again()
    if (!isArriving) return
    const timer = setInterval(again, COUNT_EVERY_MS)
    return () => clearInterval(timer)
  }, [look, isArriving])
  return { kept, look }
}
