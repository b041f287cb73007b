import { confirm } from '../../overlays/index.ts'
import { hasFilesHere } from '../../replica/files/database.ts'
import { useSignOut } from '../../replica/index.ts'
import { isSharedComputer, session } from '../../session/index.ts'
import { countDrafts, forgetDrafts } from '../card-form/draft-store.ts'
import { useUnsentFile } from '../changes/unsent-file.ts'
import { counted } from '../text/counted.ts'

/** Signs out and goes to the start page. With pending or rejected changes, asks the person first (ID-5). */
export function useLeave(): () => Promise<void> {
  const { userId } = session.snapshot()
  const signOut = useSignOut(async () => {
    if (userId !== null) await forgetDrafts(userId)
  })
  const saveUnsent = useUnsentFile()
  return async () => {
    const drafts = userId === null ? 0 : await countDrafts(userId)
    if (drafts > 0 && !(await mayLoseDrafts(drafts))) return
    const files = userId === null ? 0 : await countUnsentFiles(userId)
    if (files > 0 && !(await mayLoseFiles(files))) return
    const hasLeft = await signOut((missing) =>
      confirm({
        title: 'Sign out and lose changes?',
        text: `${counted(missing, 'change has', 'changes have')} not reached the server. Signing out removes ${missing === 1 ? 'it' : 'them'} from this device.`,
        confirmLabel: 'Sign out anyway',
        isDanger: true,
        also: { label: 'Download what waits', act: () => void saveUnsent() },
      }),
    )
    if (hasLeft) location.assign('/')
  }
}

/** Counts files on this device that the server does not have. */
async function countUnsentFiles(userId: string): Promise<number> {
  if (!isSharedComputer && !(await hasFilesHere(userId))) return 0
  // Offline the code may be missing: then it attached no files.
  const found = await import('../../replica/files/device-files.ts').catch(() => null)
  const waiting = (await found?.deviceFilesOf(userId).waiting()) ?? []
  return waiting.filter(({ isStopped }) => !isStopped).length
}

function mayLoseFiles(count: number): Promise<boolean> {
  return confirm({
    title: 'Sign out and lose files?',
    text: `${counted(count, 'file has', 'files have')} not reached the server. Signing out removes ${count === 1 ? 'it' : 'them'} from this device.`,
    confirmLabel: 'Sign out anyway',
    isDanger: true,
  })
}

function mayLoseDrafts(count: number): Promise<boolean> {
  return confirm({
    title: 'Sign out and lose drafts?',
    text: `${counted(count, 'draft is', 'drafts are')} not saved. Signing out removes ${count === 1 ? 'it' : 'them'} from this device.`,
    confirmLabel: 'Sign out anyway',
    isDanger: true,
  })
}
