import { Copy, Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { confirm } from '../../overlays/index.ts'
import { type DataOf, session } from '../../session/index.ts'
import { copyText } from '../../shared/text/copy-text.ts'
import { counted } from '../../shared/text/counted.ts'
import { dateAndTime } from '../../shared/text/dates.ts'
import { Button, Checkbox, ErrorText, moveFocusFrom, TextField, toast } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt.ts'
import { useServerAnswer } from './use-server-list.ts'

const EVENTS = {
  'card.added': 'A card is added',
  'card.tagged': 'A card is tagged',
  'card.done': 'A todo is done',
} as const
type Event = keyof typeof EVENTS
const NAMES = Object.keys(EVENTS) as Event[]

/** A webhook as the server lists it. Only the answer to its creation has the secret. */
type Webhook = Webhooks['webhooks'][number]

type Webhooks = DataOf<'GET /user/webhooks'>

/** Webhooks: addresses of other programs that the server notifies of changes. */
export function WebhooksSection() {
  const { answer, failure, load } = useServerAnswer('GET /user/webhooks')
  const [secret, setSecret] = useState<string | null>(null)
  const { attempt, isRunning, error } = useAttempt()
  const problem = error ?? failure

  const create = async (address: string, events: readonly Event[]) => {
    const made = await attempt(() =>
      session.account.call('POST /user/create-webhook', { body: { address, events } }),
    )
    if (made === null) return false
    setSecret(made.secret)
    await load()
    return true
  }
  const test = async ({ webhook_id }: Webhook) => {
    const tested = await attempt(() =>
      session.account.call('POST /user/test-webhook', { body: { webhook_id } }),
    )
    if (tested?.last_result) toast(`Test: ${tested.last_result}`)
    await load()
  }
  const remove = async ({ webhook_id, address }: Webhook, button: HTMLElement) => {
    const isSure = await confirm({
      title: 'Remove this webhook?',
      text: `${address} is told nothing any more. What waits to be sent is dropped.`,
      confirmLabel: 'Remove',
      isDanger: true,
    })
    if (!isSure) return
    const isGone = await attempt(async () => {
      await session.account.call('POST /user/remove-webhook', { body: { webhook_id } })
      return true
    })
    if (isGone) {
      moveFocusFrom(button)
      setSecret(null)
    }
    await load()
  }

  return (
    <Section
      title="Webhooks"
      about="Other programs are told by a signed message when something happens here. It holds the cards’ texts and tags."
    >
      {secret !== null && <Secret secret={secret} />}
      <ErrorText error={problem} />
      {answer === null && failure === null && (
        <p className={styles.text} data-on-its-way="">
          Asking the server …
        </p>
      )}
      {answer !== null && !answer.is_on && (
        <p className={styles.text}>The operator of this server has turned this off.</p>
      )}
      {answer !== null && answer.webhooks.length > 0 && (
        <ul className={styles.rows}>
          {answer.webhooks.map((webhook) => (
            <Row
              key={webhook.webhook_id}
              webhook={webhook}
              isRunning={isRunning}
              onTest={() => void test(webhook)}
              onRemove={(button) => void remove(webhook, button)}
            />
          ))}
        </ul>
      )}
      {answer?.is_on && <NewWebhook onCreate={create} />}
    </Section>
  )
}

interface RowProps {
  readonly webhook: Webhook
  readonly isRunning: boolean
  readonly onTest: () => void
  readonly onRemove: (button: HTMLElement) => void
}

function Row({ webhook, isRunning, onTest, onRemove }: RowProps) {
  const { address, events, offAt } = webhook
  return (
    <li className={styles.row}>
      <span className={styles.rowName}>
        {address}
        <span className={styles.badge}>{offAt === null ? events.join(', ') : 'switched off'}</span>
        <span className={styles.detail}>{stateOf(webhook)}</span>
      </span>
      <span className={styles.buttons}>
        <Button
          size="sm"
          icon={Send}
          disabled={isRunning}
          aria-label={`Send a test to ${address}`}
          onClick={onTest}
        >
          Test
        </Button>
        <Button
          size="sm"
          tone="danger"
          aria-label={`Remove ${address}`}
          onClick={({ currentTarget }) => onRemove(currentTarget)}
        >
          Remove
        </Button>
      </span>
    </li>
  )
}

/** The state of sending, in words. */
function stateOf({ lastAt, last_result, failingSince, offAt, waiting, dropped }: Webhook): string {
  return [
    lastAt === null ? 'Nothing was sent yet.' : `Last sent ${dateAndTime(lastAt)}. ${last_result ?? ''}`,
    offAt === null ? '' : `Switched off ${dateAndTime(offAt)}: a test that arrives switches it on.`,
    offAt === null && failingSince !== null
      ? `Fails since ${dateAndTime(failingSince)}; after five days it is switched off.`
      : '',
    waiting === 0 ? '' : `${counted(waiting, 'message waits', 'messages wait')}.`,
    dropped === 0 ? '' : `${counted(dropped, 'message was', 'messages were')} left out: too many waited.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function Secret({ secret }: { secret: string }) {
  return (
    <div role="status" className={styles.secret}>
      <p>The program checks signatures by this secret. Copy it now: it is shown this once.</p>
      <code className={styles.code}>{secret}</code>
      <Button size="sm" icon={Copy} onClick={() => void copyText(secret)}>
        Copy
      </Button>
    </div>
  )
}

function NewWebhook({
  onCreate,
}: {
  onCreate: (address: string, events: readonly Event[]) => Promise<boolean>
}) {
  const [address, setAddress] = useState('')
  const [events, setEvents] = useState<readonly Event[]>(NAMES)
  const isReady = address.trim() !== '' && events.length > 0
  return (
    <form
      className={styles.form}
      onSubmit={async (event) => {
        event.preventDefault()
        if (isReady && (await onCreate(address.trim(), events))) setAddress('')
      }}
    >
      <TextField
        label="Address"
        type="url"
        placeholder="https://"
        hint="An HTTPS address on the public internet, or one that the operator of this server has named."
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <fieldset className={styles.choices}>
        <legend>Tell it when</legend>
        {NAMES.map((name) => (
          <Checkbox
            key={name}
            isChecked={events.includes(name)}
            onChange={(isChosen) =>
              setEvents(NAMES.filter((each) => (each === name ? isChosen : events.includes(each))))
            }
          >
            {EVENTS[name]}
          </Checkbox>
        ))}
      </fieldset>
      <Button type="submit" icon={Plus} disabled={!isReady}>
        New webhook
      </Button>
    </form>
  )
}
