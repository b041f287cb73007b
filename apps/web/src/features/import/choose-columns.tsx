import { Button, Checkbox, DialogActions, ErrorText, Segmented } from '../../ui/index.ts'
import { Select } from '../../ui/select.tsx'
import styles from './choose-columns.module.css'
import {
  COLUMN_FIELDS,
  type ColumnField,
  isTwice,
  type Table,
  type TableChoice,
  type TableRow,
} from './columns-state.ts'
import dialog from './import-dialog.module.css'

const ROWS = [
  { value: 'note', label: 'Notes' },
  { value: 'todo', label: 'Todos' },
] as const

interface Props {
  readonly file: File
  readonly table: Table
  readonly choice: TableChoice
  readonly isWaiting: boolean
  readonly error: string | null
  readonly onChange: (choice: TableChoice) => void
  readonly onDone: () => void
  readonly onBack: () => void
}

/** A choice of the field for each column of a table, with a preview of the first rows. */
export function ChooseColumns({ file, table, choice, isWaiting, error, onChange, onDone, onBack }: Props) {
  const fields = choice.fields ?? table.columns.map(({ field }) => field)
  const isEnough = fields.some((field) => field === 'title' || field === 'url' || field === 'content')
  const isClear = !fields.some((_, at) => isTwice(fields, at))
  const change = (at: number, field: ColumnField) =>
    onChange({ ...choice, fields: fields.map((each, index) => (index === at ? field : each)) })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isEnough && isClear) onDone()
      }}
    >
      <p className={dialog.sentence}>
        <b>{file.name}</b> is a table. Say what its columns are: one must be the title, the address or the
        whole text.
      </p>
      <ErrorText error={error} />
      <Checkbox
        isChecked={choice.hasHeader}
        onChange={(hasHeader) => onChange({ ...choice, fields: null, hasHeader })}
      >
        The first row names the columns
      </Checkbox>
      <ul className={styles.columns}>
        {table.columns.map(({ name, samples }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and stay where they are
          <li key={at} className={styles.column}>
            <div className={styles.told}>
              <b>{name === '' ? `Column ${at + 1}` : name}</b>
              <span className={styles.samples}>{samples.join(' · ')}</span>
            </div>
            <Select
              label={`Column ${name === '' ? at + 1 : name} is`}
              isLabelHidden
              value={fields[at] ?? '-'}
              choices={COLUMN_FIELDS}
              error={isTwice(fields, at) ? 'Another column is this, too.' : undefined}
              onChange={(field) => change(at, field)}
            />
          </li>
        ))}
      </ul>
      <div className={styles.kinds}>
        <span aria-hidden>Rows without an address become</span>
        <Segmented
          label="Rows without an address become"
          segments={ROWS}
          value={choice.rows}
          onChange={(rows) => onChange({ ...choice, fields, rows })}
          size="sm"
        />
      </div>
      <section aria-label="First rows" aria-busy={isWaiting} className={styles.preview}>
        <h3>First rows</h3>
        {table.rows.length === 0 ? (
          <p className={dialog.about}>There are no rows below the first one.</p>
        ) : (
          <ol className={styles.rows}>
            {table.rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
              <li key={at}>
                <Row {...row} />
              </li>
            ))}
          </ol>
        )}
      </section>
      <DialogActions>
        <Button onClick={onBack}>Choose another file</Button>
        <Button type="submit" tone="primary" disabled={!isEnough || !isClear || isWaiting}>
          {isEnough ? 'Go on' : 'Choose a title or an address'}
        </Button>
      </DialogActions>
    </form>
  )
}

const KINDS = { todo: 'Todo', note: 'Note', hyperlink: 'Link' } as const

function Row({ type = 'note', content = '', tags = [], createdAt, dueAt, doneAt, reason }: TableRow) {
  if (reason !== undefined) return <span className={dialog.about}>Left out: {reason}</span>
  const facts = [
    KINDS[type],
    tags.length > 0 && tags.map((tag) => `#${tag}`).join(' '),
    createdAt !== undefined && `added ${createdAt.slice(0, 10)}`,
    dueAt !== undefined && `due ${dueAt.replace('T', ' ')}`,
    doneAt !== undefined && 'done',
  ].filter((fact) => fact !== false)
  return (
    <>
      <span className={styles.text}>{content.slice(0, 300)}</span>
      <span className={dialog.about}>{facts.join(' · ')}</span>
    </>
  )
}
