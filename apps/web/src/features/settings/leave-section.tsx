import { LogOut, Trash2 } from 'lucide-react'
import { confirm } from '../../overlays/index.ts'
import { useConnection } from '../../replica/index.ts'
import { session, useSession } from '../../session/index.ts'
import { useLeave } from '../../shared/account/use-leave.ts'
import { Button, ErrorText } from '../../ui/index.ts'
import { downloadAll } from './data-section.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt.ts'

/** Buttons that sign out and delete the account. */
export function LeaveSection() {
  const { user } = useSession()
  const connection = useConnection()
  const leave = useLeave()
  const { attempt, isRunning, error } = useAttempt()

  const remove = async () => {
    if (!user) return
    const isSure = await confirm({
      title: 'Delete your account?',
      text: 'All cards, tags, groups, workspaces and settings are deleted at once, and from backups with their next cycle. Nobody can bring them back.',
      confirmLabel: 'Delete my account',
      isDanger: true,
      typed: user.email,
      also: { label: 'Download everything', act: () => void attempt(downloadAll) },
    })
    if (!isSure) return
    const isDone = await attempt(() =>
      session.account.call('POST /user/delete-account', { body: { confirm: user.email } }),
    )
    if (isDone === null) return
    await connection.wipe()
    session.end('Your account is deleted, with all that was in it. Goodbye.')
    location.assign('/')
  }

  return (
    <Section
      title="Sign out or delete account"
      about="Signing out removes the copy of your cards from this device."
    >
      <div className={styles.buttons}>
        <Button icon={LogOut} onClick={() => void leave()}>
          Sign out
        </Button>
        <Button icon={Trash2} tone="danger" disabled={isRunning} onClick={() => void remove()}>
          Delete the account
        </Button>
      </div>
      <ErrorText error={error} />
    </Section>
  )
}
