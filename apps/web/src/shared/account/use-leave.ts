import { confirm } from '../../overlays/index.ts'
import { useSignOut } from '../../replica/index.ts'
import { session } from '../../session/index.ts'
import { countDrafts, forgetDrafts } from '../card-form/draft-store.ts'
import { useUnsentFile } from '../changes/unsent-file.ts'
import { counted } from '../text/counted.ts'

/** Signs out and goes to the start page. With pending or rejected changes, the person is asked first and may stay (ID-5). */
export function useLeave(): () => Promise<void> {
  const { userId } = session.snapshot()
  const signOut = useSignOut(async () => {
    if (userId !== null) await forgetDrafts(userId)
  })
  const saveUnsent = useUnsentFile()
  return async () => {
    const drafts = userId === null ? 0 : await countDrafts(userId)
    if (drafts > 0 && !(await mayLoseDrafts(drafts))) return
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

function mayLoseDrafts(count: number): Promise<boolean> {
  return confirm({
    title: 'Sign out and lose drafts?',
    text: `${counted(count, 'draft is', 'drafts are')} not saved. Signing out removes ${count === 1 ? 'it' : 'them'} from this device.`,
    confirmLabel: 'Sign out anyway',
    isDanger: true,
  })
}
