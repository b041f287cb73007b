import { LogOut, Trash2 } from 'lucide-react'
import { confirm } from '../../overlays/index.ts'
import { counted } from '../../parts/text/counted.ts'
import { useConnection, useSignOut } from '../../replica/index.ts'
import { session, useSession } from '../../session/index.ts'
import { Button } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt.ts'

/** Signing out, and going for good. */
export function LeaveSection() {
  const { user } = useSession()
  const connection = useConnection()
  const signOut = useSignOut()
  const { attempt, isRunning, error } = useAttempt()

  const leave = async () => {
    const hasLeft = await signOut((waiting) =>
      confirm({
        title: 'Sign out and lose changes?',
        text: `${counted(waiting, 'change')} could not be sent to the server yet. Signing out removes them from this device.`,
        confirmLabel: 'Sign out anyway',
        isDanger: true,
      }),
    )
    if (hasLeft) location.assign('/')
  }
  const remove = async () => {
    if (!user) return
    const isSure = await confirm({
      title: 'Delete your account?',
      text: 'All cards, tags, groups, workspaces and settings are deleted at once, and from backups with their next cycle. Nobody can bring them back.',
      confirmLabel: 'Delete my account',
      isDanger: true,
      typed: user.email,
    })
    if (!isSure) return
    const isDone = await attempt(() =>
      session.account.call('POST', '/user/delete-account', { confirm: user.email }),
    )
    if (isDone === null) return
    await connection.wipe()
    session.end(null)
    location.assign('/')
  }

  return (
    <Section title="Leave" about="Signing out removes the copy of your cards from this device.">
      <div className={styles.buttons}>
        <Button icon={LogOut} onClick={() => void leave()}>
          Sign out
        </Button>
        <Button icon={Trash2} tone="danger" disabled={isRunning} onClick={() => void remove()}>
          Delete the account
        </Button>
      </div>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </Section>
  )
}
