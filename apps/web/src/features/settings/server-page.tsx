import type { DataOf } from '../../session/index.ts'
import { dateAndTime, shortDay } from '../../shared/text/dates.ts'
import { Button, Skeleton } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'
import { useServerAnswer } from './use-server-list.ts'

/** The figures as the server sends them. */
type Overview = DataOf<'GET /server/overview'>

/** Figures for the owner of the server. For other people the server refuses them. */
export default function ServerPage() {
  const { answer: overview, failure, load } = useServerAnswer('GET /server/overview')
  return (
    <SettingsFrame current="Server">
      <div className={styles.page}>
        <h1 className={styles.title}>This server</h1>
        {failure !== null ? (
          <p role="alert">
            {failure} <Button onClick={() => void load()}>Try again</Button>
          </p>
        ) : overview === null ? (
          <Skeleton lines={6} />
        ) : (
          <>
            <Warnings warnings={overview.warnings} />
            <Figures overview={overview} />
            <Memory machine={overview.machine} />
            <People overview={overview} />
            <Commands />
          </>
        )}
      </div>
    </SettingsFrame>
  )
}

/** Problems that the operator must solve. Nothing without problems. */
export function Warnings({ warnings }: Pick<Overview, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <Section title="To mend" about="The server looks every half minute; certificates every six hours.">
      <ul className={styles.rows} role="alert">
        {warnings.map(({ kind, msg, since }) => (
          <li key={`${kind} ${msg}`} className={styles.row}>
            <span className={styles.rowName}>
              {msg}
              <span className={styles.detail}>since {dateAndTime(since)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const number = (value: number) => value.toLocaleString()

function Figures({ overview }: { overview: Overview }) {
  const rows: readonly (readonly [string, string])[] = [
    ['Version', overview.version],
    ['Database', overview.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
    ['Users', `${number(overview.users)}, ${number(overview.users_of_30_days)} of them in the last 30 days`],
    ['Disabled users', number(overview.disabled_users)],
    ['Signed-in devices', number(overview.sessions)],
    ['Personal tokens', number(overview.personal_tokens)],
    ['Workspaces', number(overview.workspaces)],
    ['Cards', number(overview.cards)],
    ['Stored texts', sizeText(overview.stored_bytes)],
    ['Failed sign-ins, 30 days', number(overview.failed_sign_ins_of_30_days)],
  ]
  return (
    <Section
      title="Figures"
      about="Deleted cards are left out. Failed sign-ins are those at accounts that exist."
    >
      <Facts rows={rows} />
    </Section>
  )
}

function Memory({ machine }: Pick<Overview, 'machine'>) {
  const where = machine.is_memory_limited ? 'allowed to this server' : 'of this machine'
  return (
    <Section title="Memory" about={`${number(machine.memory_mb)} MB ${where}; the limits follow from that.`}>
      <Facts
        rows={[
          ['The server holds now', `${number(machine.resident_mb)} MB`],
          ['Workspaces held ready', `${number(machine.workspaces_mb)} MB at most`],
          ['Each thread that reads files or pages', `${number(machine.thread_mb)} MB at most`],
          ['The process that makes pictures', `${number(machine.pictures_mb)} MB at most`],
          ['Processor cores', number(machine.cores)],
        ]}
      />
    </Section>
  )
}

function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function People({ overview }: { overview: Overview }) {
  const { first_users: listed, users } = overview
  const about =
    listed.length < users
      ? `The first ${listed.length} of ${number(users)}.`
      : 'Everybody who has an account.'
  return (
    <Section title="People" about={about}>
      <ul className={styles.rows}>
        {listed.map((user) => (
          <li key={user.user_id} className={styles.row}>
            <span className={styles.rowName}>
              {user.name}
              {user.disabledAt !== null && <span className={styles.badge}>disabled</span>}
              <span className={styles.detail}>
                {number(user.cards)} {user.cards === 1 ? 'card' : 'cards'}, {sizeText(user.stored_bytes)},{' '}
                {user.lastUsedAt === null ? 'not signed in' : `last here ${shortDay(user.lastUsedAt)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Commands to run on the server's machine. They have no buttons, because a stolen session must not run them. */
function Commands() {
  return (
    <Section title="Commands" about="Changes are made at the machine that runs the server.">
      <dl className={styles.facts}>
        {COMMANDS.map(([command, does]) => (
          <div key={command} className={styles.fact}>
            <dt>
              <code>{command}</code>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const COMMANDS = [
  ['npm run admin -- invite', 'a link by which one person can make an account'],
  ['npm run admin -- disable --user U', 'keeps somebody out; the data stays'],
  ['npm run admin -- reset-password --user U', 'a code that sets a new password'],
  ['npm run backup', 'a copy of the database in one file'],
] as const

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${amount.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${unit}`
}
