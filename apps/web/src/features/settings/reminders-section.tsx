import { useEffect, useState } from 'react'
import { confirm } from '../../overlays/index.ts'
import { session } from '../../session/index.ts'
import { copyText } from '../../shared/text/copy-text.ts'
import { Button, ErrorText } from '../../ui/index.ts'
import { Select } from '../../ui/select.tsx'
import {
  type MinutesBefore,
  minutesBeforeHere,
  type RemindersState,
  remindThisBrowser,
  unsubscribeHere,
} from './reminders-here.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt.ts'

/** Values are minutes before the due time. */
const MINUTES_BEFORE = [
  { value: '0', label: 'None' },
  { value: '10', label: '10 minutes before' },
  { value: '60', label: '1 hour before' },
  { value: '1440', label: '1 day before' },
] as const

/** Reminders of due cards: in this browser, and as a calendar for other programs. Both are off by default. */
export function RemindersSection() {
  const { state, before, address, problem, turn, remindBefore, makeCalendar, removeCalendar } = useReminders()
  const isHere = before !== null
  return (
    <Section
      title="Reminders"
      about="Of cards with a due date: at their time, or at nine in the morning of their day."
    >
      <ErrorText error={problem} />
      <p className={styles.text}>
        {isHere ? 'This browser is reminded.' : 'This browser is not reminded.'} The server sends a message by
        the browser’s push service, encrypted, also when no page is open.
      </p>
      <Button disabled={state === null} onClick={() => void turn()}>
        {isHere ? 'Turn reminders off here' : 'Turn reminders on here'}
      </Button>
      {isHere && (
        <Select
          label="A second reminder here"
          value={`${before}`}
          choices={MINUTES_BEFORE}
          onChange={(minutes) => void remindBefore(Number(minutes) as MinutesBefore)}
        />
      )}
      <p className={styles.text}>
        A calendar shows cards with a due date or a start date in other programs. Everybody who has its
        address can read it.
      </p>
      {address !== null && (
        <p className={styles.text}>
          <code>{address}</code>{' '}
          <Button size="sm" onClick={() => void copyText(address)}>
            Copy address
          </Button>
        </p>
      )}
      <div>
        <Button disabled={state === null} onClick={() => void makeCalendar()}>
          {state?.calendar ? 'Make a new address' : 'Make a calendar address'}
        </Button>{' '}
        {state?.calendar && (
          <Button tone="quiet" onClick={() => void removeCalendar()}>
            Take the address back
          </Button>
        )}
      </div>
    </Section>
  )
}

/** The state of reminders and the calendar, and functions that change it. */
function useReminders() {
  const [state, setState] = useState<RemindersState | null>(null)
  /** Minutes before the due time. Null: this browser gets no reminders. */
  const [before, setBefore] = useState<MinutesBefore | null>(null)
  const [address, setAddress] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { attempt, error } = useAttempt()
  const load = async () => {
    const loaded = await attempt(() => session.account.call('GET /user/reminders'))
    if (loaded === null) return
    setBefore(await minutesBeforeHere(loaded))
    setState(loaded)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the section appears.
  useEffect(() => void load(), [])

  const turn = async () => {
    setProblem(null)
    await attempt(async () => {
      if (before !== null) await unsubscribeHere()
      else setProblem(await remindThisBrowser(state?.public_key ?? ''))
      return true
    })
    await load()
  }
  const remindBefore = async (minutes: MinutesBefore) => {
    setProblem(null)
    await attempt(async () => {
      setProblem(await remindThisBrowser(state?.public_key ?? '', minutes))
      return true
    })
    await load()
  }
  const makeCalendar = async () => {
    const made = await attempt(() => session.account.call('POST /user/create-calendar'))
    if (made !== null) setAddress(new URL(made.path, location.origin).href)
    await load()
  }
  const removeCalendar = async () => {
    const isSure = await confirm({
      title: 'Take the calendar’s address back?',
      text: 'Programs that use it get nothing from now on.',
      confirmLabel: 'Take it back',
      isDanger: true,
    })
    if (!isSure) return
    await attempt(() => session.account.call('POST /user/remove-calendar'))
    setAddress(null)
    await load()
  }

  return {
    state,
    before,
    address,
    problem: error ?? problem,
    turn,
    remindBefore,
    makeCalendar,
    removeCalendar,
  }
}
