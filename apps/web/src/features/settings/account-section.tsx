import { useState } from 'react'
import { session, userOfWire, useSession } from '../../session/index.ts'
import { useSiteOptions } from '../../shared/site/site-options.ts'
import { Button, TextField, toast } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt.ts'

/** Renders fields for name and email, and links to the password and the plan. */
export function AccountSection() {
  const { user } = useSession()
  const { hasPasswords, takesPayments, kind } = useSiteOptions()
  const [name, setName] = useState(user?.name ?? '')
  const [email, setEmail] = useState(user?.email ?? '')
  const { attempt, isRunning, error } = useAttempt()
  const isChanged = name.trim() !== user?.name || email.trim() !== user?.email

  const save = async () => {
    const body = { name: name.trim(), email: email.trim() }
    const saved = await attempt(() => session.account.call('POST /user/update-profile', { body }))
    if (saved === null) return
    session.rememberUser(userOfWire(saved))
    toast('Saved')
  }

  return (
    <Section
      title="Account"
      about="Besides what you write, we store your name, your email, and what this page lists, such as sessions and recent activity."
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="name"
          required
        />
        <TextField
          label="Email"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="email"
          hint="So that the operator can reach you. Changing it doesn’t change the email that you sign in with."
          error={error}
          required
        />
        <Button type="submit" tone="primary" disabled={!isChanged || isRunning}>
          Save
        </Button>
      </form>
      {hasPasswords && (
        <p>
          <a href={`${import.meta.env.BASE_URL}oidc/password?email=${encodeURIComponent(user?.email ?? '')}`}>
            Change your password
          </a>
        </p>
      )}
      <p>
        <a href="/subscription">
          {takesPayments || kind === 'public' ? 'Your plan and payments' : 'Your plan'}
        </a>
      </p>
    </Section>
  )
}
