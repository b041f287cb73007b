import type { ImportPreview } from '@cardinal/contract'
import { grouped } from '@cardinal/domain'
import type { ReactNode } from 'react'
import { recurrenceWords } from '../../shared/cards/due-words.ts'
import { counted } from '../../shared/text/counted.ts'
import { Select } from '../../ui/select.tsx'
import styles from './choose-columns.module.css'
import dialog from './import-dialog.module.css'
import type { ReadingChoice, Receipt } from './import-state.ts'

/** Common encodings, by their names in the Encoding Standard. */
const ENCODINGS = [
  ['utf-8', 'Unicode (UTF-8)'],
  ['utf-16le', 'Unicode (UTF-16)'],
  ['windows-1252', 'Western (Windows)'],
  ['macintosh', 'Western (Mac OS Roman)'],
  ['iso-8859-2', 'Central European (ISO)'],
  ['windows-1250', 'Central European (Windows)'],
  ['windows-1251', 'Cyrillic (Windows)'],
  ['koi8-r', 'Cyrillic (KOI8-R)'],
  ['koi8-u', 'Cyrillic (KOI8-U)'],
  ['ibm866', 'Cyrillic (DOS)'],
  ['windows-1253', 'Greek (Windows)'],
  ['windows-1254', 'Turkish (Windows)'],
  ['windows-1255', 'Hebrew (Windows)'],
  ['windows-1256', 'Arabic (Windows)'],
  ['windows-1257', 'Baltic (Windows)'],
  ['windows-874', 'Thai (Windows)'],
  ['gb18030', 'Simplified Chinese (GB 18030)'],
  ['big5', 'Traditional Chinese (Big5)'],
  ['euc-kr', 'Korean (EUC-KR)'],
  ['euc-jp', 'Japanese (EUC-JP)'],
  ['shift_jis', 'Japanese (Shift JIS)'],
  ['iso-2022-jp', 'Japanese (ISO-2022-JP)'],
] as const

const ORDERS = [
  { value: 'day-first', label: '4 March: the day first' },
  { value: 'month-first', label: 'April 3: the month first' },
] as const

interface ChoicesProps {
  readonly receipt: Receipt
  readonly reading: ReadingChoice
  readonly onChange: (reading: ReadingChoice) => void
}

/** Assumptions about the file. A change previews the file again. */
export function ReadingChoices({ receipt: { assumed }, reading, onChange }: ChoicesProps) {
  const encoding = reading.encoding ?? assumed.encoding
  const order = reading.dateOrder ?? assumed.dateOrder
  if (encoding === null && assumed.timeZone === null && order === null) return null
  return (
    <fieldset className={dialog.reading}>
      <legend>How the file was read</legend>
      {encoding !== null && (
        <Select
          label="Encoding"
          value={encoding}
          choices={withValue(
            ENCODINGS.map(([value, label]) => ({ value, label })),
            encoding,
          )}
          onChange={(chosen) => onChange({ ...reading, encoding: chosen })}
        />
      )}
      {assumed.timeZone !== null && (
        <Select
          label="Time zone of its times"
          value={reading.timeZone}
          choices={withValue(
            ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
              value: zone,
              label: zone.replaceAll('_', ' '),
            })),
            reading.timeZone,
          )}
          onChange={(timeZone) => onChange({ ...reading, timeZone })}
        />
      )}
      {order !== null && (
        <Select
          label="Dates like 4/3/2026 are"
          value={order}
          choices={ORDERS}
          onChange={(dateOrder) => onChange({ ...reading, dateOrder })}
        />
      )}
    </fieldset>
  )
}

interface Labelled {
  readonly value: string
  readonly label: string
}

function withValue(choices: readonly Labelled[], value: string): readonly Labelled[] {
  return choices.some((choice) => choice.value === value) ? choices : [{ value, label: value }, ...choices]
}

interface RowsProps {
  readonly preview: ImportPreview
  readonly showsSpellings: boolean
  /** Whether the file is being read again. */
  readonly isWaiting: boolean
}

/** The first cards of the import, and its tags and folders. */
export function PreviewRows({ preview, showsSpellings, isWaiting }: RowsProps) {
  const { cards, joined_tags: joined, folders, parents, children } = preview
  return (
    <>
      <section aria-label="First cards" aria-busy={isWaiting} className={styles.preview}>
        <h3>First cards</h3>
        {cards.length === 0 ? (
          <p className={dialog.about}>No card of this file is new.</p>
        ) : (
          <ol className={styles.rows}>
            {cards.map((card) => (
              <PreviewCard key={card.row} card={card} showsSpellings={showsSpellings} />
            ))}
          </ol>
        )}
      </section>
      <Names title="Tags that become one" count={joined.count}>
        {joined.first.map(({ names, to }) => (
          <li key={to}>
            {names.map((name) => `“${name}”`).join(' and ')} become <b>{to}</b>
          </li>
        ))}
      </Names>
      <Names title="Folders that become tags" count={folders.count}>
        {folders.first.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </Names>
      <Names title="Tags below other tags" count={parents.count}>
        {parents.first.map(({ tag, parent }) => (
          <li key={`${parent}/${tag}`}>
            <b>{tag}</b> below {parent}
          </li>
        ))}
      </Names>
      {children > 0 && (
        <p className={dialog.about}>{`${counted(children, 'card')} will be linked below another card.`}</p>
      )}
    </>
  )
}

const KINDS = { todo: 'Todo', note: 'Note', hyperlink: 'Link' } as const

function PreviewCard(props: { card: ImportPreview['cards'][number]; showsSpellings: boolean }) {
  const { type, title, address, note, due, start, recurrence, done, subtasks, tags } = props.card
  const facts = [
    KINDS[type],
    start !== undefined && `starts ${start}`,
    due !== undefined && `due ${due.replace('T', ' ')}`,
    recurrence !== undefined && recurrenceWords(recurrence),
    done && 'done',
    subtasks > 0 && counted(subtasks, 'subtask'),
    tags.length > 0 &&
      tags.map(({ name, shown = name }) => `#${props.showsSpellings ? shown : name}`).join(' '),
  ].filter((fact) => fact !== false)
  return (
    <li>
      <b className={styles.text}>{title}</b>
      {address !== undefined && address !== title && <span className={styles.text}>{address}</span>}
      {note !== undefined && <span className={styles.text}>{note}</span>}
      <span className={dialog.about}>{facts.join(' · ')}</span>
    </li>
  )
}

function Names(props: { title: string; count: number; children: readonly ReactNode[] }) {
  const { title, count, children } = props
  if (count === 0) return null
  const more = count - children.length
  return (
    <details className={dialog.failed}>
      <summary>{`${title}: ${grouped(count)}`}</summary>
      <ul>
        {children}
        {more > 0 && <li className={dialog.about}>{`and ${grouped(more)} more`}</li>}
      </ul>
    </details>
  )
}
