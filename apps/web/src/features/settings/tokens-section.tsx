import { LIMITS, lengthProblem } from '@cardinal/domain'
import { Copy, Plus } from 'lucide-react'
import { useState } from 'react'
import { confirm } from '../../overlays/index.ts'
import { type DataOf, session } from '../../session/index.ts'
import { copyText } from '../../shared/text/copy-text.ts'
import { shortDay } from '../../shared/text/dates.ts'
import { Button, ErrorText, moveFocusFrom, TextField } from '../../ui/index.ts'
import { Select } from '../../ui/select.tsx'
import { ListOnItsWay } from './list-on-its-way.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt.ts'
import { type ServerList, useServerList } from './use-server-list.ts'

type Scope = 'read' | 'add' | 'write'

/** A token as the server lists it. Only the answer to its creation has the secret. */
type Token = DataOf<'GET /user/tokens'>[number]

const SCOPES = [
  { value: 'read', label: 'Read only' },
  { value: 'add', label: 'Add only' },
  { value: 'write', label: 'Read and write' },
] as const

/** Lifetimes of a new token, in days. */
const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: 'none', label: 'No expiry' },
] as const
type Life = (typeof LIVES)[number]['value']

/** Personal tokens, with which programs act for the person. */
export function TokensSection() {
  const list = useServerList('GET /user/tokens')
  const [secret, setSecret] = useState<string | null>(null)
  const { attempt, error } = useAttempt()
  const problem = error ?? (list.rows && list.failure)

  const create = async (name: string, scope: Scope, life: Life) => {
    const body = { name, scope, expires_in_days: life === 'none' ? null : Number(life) }
    const made = await attempt(() => session.account.call('POST /user/create-token', { body }))
    if (made === null) return false
    setSecret(made.token)
    await list.load()
    return true
  }
  const revoke = async (token: Token, button: HTMLElement) => {
    const isSure = await confirm({
      title: `Revoke the token ${token.name}?`,
      text: 'Programs that use it are refused from now on.',
      confirmLabel: 'Revoke',
      isDanger: true,
    })
    if (!isSure) return
    const isEnded = await attempt(async () => {
      await session.account.call('POST /user/revoke-token', { body: { token_id: token.token_id } })
      return true
    })
    if (isEnded) {
      moveFocusFrom(button)
      // The revoked token may be the new one, whose secret still shows.
      setSecret(null)
    }
    await list.load()
  }

  return (
    <Section
      title="Personal tokens"
      about={
        <>
          For programs that act in your name. The calls are described at <a href="/api/docs">/api/docs</a>.
        </>
      }
    >
      {secret && <Secret secret={secret} />}
      <ErrorText error={problem} />
      <TokenList list={list} onRevoke={(token, button) => void revoke(token, button)} />
      <NewToken onCreate={create} />
    </Section>
  )
}

function TokenList({
  list,
  onRevoke,
}: {
  list: ServerList<Token>
  onRevoke: (token: Token, button: HTMLElement) => void
}) {
  const tokens = list.rows
  if (tokens === null) return <ListOnItsWay list={list} />
  if (tokens.length === 0) return <p className={styles.text}>No tokens.</p>
  return (
    <ul className={styles.rows}>
      {tokens.map((token) => (
        <li key={token.token_id} className={styles.row}>
          <span className={styles.rowName}>
            {token.name}
            <span className={styles.badge}>{SCOPES.find(({ value }) => value === token.scope)?.label}</span>
            <span className={styles.detail}>
              {usedText(token)}, {expiryText(token)}
            </span>
          </span>
          <Button
            size="sm"
            tone="danger"
            aria-label={`Revoke ${token.name}`}
            onClick={({ currentTarget }) => onRevoke(token, currentTarget)}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  )
}

function usedText({ lastUsedAt }: Token): string {
  return lastUsedAt === null ? 'never used' : `last used ${shortDay(lastUsedAt)}`
}

function expiryText({ expiresAt }: Token): string {
  if (expiresAt === null) return 'no expiry'
  const day = shortDay(expiresAt)
  return Date.parse(expiresAt) > Date.now() ? `expires ${day}` : `expired ${day}`
}

function Secret({ secret }: { secret: string }) {
  return (
    <div role="status" className={styles.secret}>
      <p>Copy it now: it is shown this once.</p>
      <code className={styles.code}>{secret}</code>
      <Button size="sm" icon={Copy} onClick={() => void copyText(secret)}>
        Copy
      </Button>
    </div>
  )
}

function NewToken({ onCreate }: { onCreate: (name: string, scope: Scope, life: Life) => Promise<boolean> }) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('read')
  const [life, setLife] = useState<Life>('90')
  const problem = lengthProblem('A name', name.trim(), LIMITS.nameLength)
  return (
    <form
      className={styles.inline}
      onSubmit={async (event) => {
        event.preventDefault()
        if (name.trim() === '' || problem !== null) return
        if (await onCreate(name.trim(), scope, life)) setName('')
      }}
    >
      <TextField
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={problem}
      />
      <Select label="Access" value={scope} choices={SCOPES} onChange={setScope} />
      <Select label="Expires after" value={life} choices={LIVES} onChange={setLife} />
      <Button type="submit" icon={Plus} disabled={name.trim() === '' || problem !== null}>
        New token
      </Button>
    </form>
  )
}
