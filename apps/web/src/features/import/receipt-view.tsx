import { grouped } from '@cardinal/domain'
import type { ReactNode } from 'react'
import { PlanLink } from '../../shared/account/plan-limit.tsx'
import { isCardLimit } from '../../shared/changes/refusal-text.ts'
import { useSiteOptions } from '../../shared/site/site-options.ts'
import { counted } from '../../shared/text/counted.ts'
import { ErrorText } from '../../ui/index.ts'
import styles from './import-dialog.module.css'
import { failuresByReason, type Receipt, receiptSentence, rowsText } from './import-state.ts'

interface ReceiptViewProps {
  readonly file: File
  readonly receipt: Receipt
  /** A preview is in the future tense, a receipt in the past tense. */
  readonly tense: 'will' | 'did'
  readonly error: string | null
  /** Shown below the figures. */
  readonly children?: ReactNode
}

/** The figures of an import, and every skipped row with the reason. */
export function ReceiptView({ file, receipt, tense, error, children }: ReceiptViewProps) {
  const overLimit = receipt.failed.filter(({ reason }) => isCardLimit(reason)).length
  const others = receipt.failed.length - overLimit
  const figures = [
    ['Rows in the file', receipt.rows],
    [tense === 'will' ? 'New cards' : 'Cards added', receipt.created],
    ['Here already', receipt.duplicates],
    ...(receipt.updated > 0 ? ([['Of them with news', receipt.updated]] as const) : []),
    ...(receipt.deleted > 0 ? ([['Deleted cards', receipt.deleted]] as const) : []),
    ...(receipt.files === undefined ? [] : ([['Files', receipt.files.kept]] as const)),
    ...(receipt.copies === undefined ? [] : ([['Copies of pages', receipt.copies.kept]] as const)),
    ...(overLimit > 0 ? ([['Over the limit', overLimit]] as const) : []),
    ...(others > 0 || overLimit === 0 ? ([['Left out', others]] as const) : []),
    ['New tags', receipt.newTags],
  ] as readonly (readonly [string, number])[]
  return (
    <div className={styles.receipt}>
      <p role="status" className={styles.sentence}>
        <b>{file.name}</b>: {receiptSentence(receipt, tense)}.
      </p>
      <dl className={styles.figures}>
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{grouped(figure)}</dd>
          </div>
        ))}
      </dl>
      <ErrorText error={error} />
      <OverLimit count={overLimit} />
      {children}
      {receipt.failed.length > 0 && (
        <details className={styles.failed} open={receipt.failed.length <= 20}>
          <summary>Rows left out, and why</summary>
          <ul>
            {failuresByReason(receipt.failed).map(({ reason, rows }) => (
              <li key={reason}>
                {isCardLimit(reason) ? 'Over the limit of your plan.' : reason}{' '}
                <span className={styles.about}>({rowsText(rows)})</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {(receipt.copies?.leftOut ?? 0) > 0 && (
        <p className={styles.about}>
          {counted(receipt.copies?.leftOut ?? 0, 'copy was', 'copies were')} left out: their cards were here
          already or are not in the file, they are too large, or there is no more room for them.
        </p>
      )}
      {(receipt.files?.leftOut ?? 0) > 0 && (
        <p className={styles.about}>
          {counted(receipt.files?.leftOut ?? 0, 'file was', 'files were')} left out: they are damaged, too
          large for this server, or there is no more room for them.{' '}
          {receipt.files?.names.slice(0, 10).join(', ')}
        </p>
      )}
      <Renamed renamed={receipt.renamed} />
      <UnkeptTags unkeptTags={receipt.unkeptTags} />
      <Lost title="Not understood" lost={receipt.lost.filter(({ isGarbled }) => isGarbled)} />
      <Lost title="Not kept" lost={receipt.lost.filter(({ isGarbled }) => !isGarbled)} />
    </div>
  )
}

/** Fields of the file that no card gets, each with an example value. */
function Lost({ title, lost }: { readonly title: string } & Pick<Receipt, 'lost'>) {
  if (lost.length === 0) return null
  return (
    <details className={styles.failed} open={lost.length <= OPEN_FIELDS}>
      <summary>{`${title}: ${counted(lost.length, 'field')}`}</summary>
      <ul>
        {lost.map(({ field, count, example, names }) => (
          <li key={field}>
            {names.length > 0 ? (
              <Files field={field} count={count} names={names} />
            ) : (
              <>
                <b>{field}</b> in {counted(count, 'row')}
                {example !== '' && <span className={styles.about}> such as “{example}”</span>}
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Names of files that are not imported. */
function Files({ field, count, names }: Pick<Receipt['lost'][number], 'field' | 'count' | 'names'>) {
  return (
    <details open={names.length <= OPEN_FIELDS}>
      <summary>
        <b>{field}</b>: {grouped(count)}
      </summary>
      <ul>
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and all stay where they are
          <li key={at}>{name}</li>
        ))}
        {count > names.length && (
          <li className={styles.about}>{`and ${grouped(count - names.length)} more`}</li>
        )}
      </ul>
    </details>
  )
}

const OPEN_FIELDS = 6

/** Examples of tags that the file spells differently. */
function Renamed({ renamed }: Pick<Receipt, 'renamed'>) {
  // A file may spell one tag in several ways.
  const spellings = new Map<string, string>()
  for (const { from, to } of renamed) if (!spellings.has(to)) spellings.set(to, from)
  const first = [...spellings]
  if (first.length === 0) return null
  const examples = first.slice(0, EXAMPLES).map(([to, from]) => `“${from}” becomes “${to}”`)
  const more = first.length - examples.length
  return (
    <p className={styles.about}>
      {`Names of tags have letters, digits, spaces and underscores only, so ${counted(first.length, 'tag gets', 'tags get')} another name: ${examples.join(', ')}`}
      {more > 0 && `, and ${grouped(more)} more`}. You can search for either spelling.
    </p>
  )
}

const EXAMPLES = 3

/** Tags of the file without a letter or digit. */
function UnkeptTags({ unkeptTags }: Pick<Receipt, 'unkeptTags'>) {
  if (unkeptTags.length === 0) return null
  return (
    <details className={styles.failed} open={unkeptTags.length <= OPEN_TAGS}>
      <summary>{`Not kept: ${counted(unkeptTags.length, 'tag')} without a letter or digit`}</summary>
      <ul>
        {unkeptTags.map((name) => (
          <li key={name}>
            <b>{name}</b>
          </li>
        ))}
      </ul>
    </details>
  )
}

const OPEN_TAGS = 20

/** Says that the file has more cards than the plan allows, and what the person can do. */
function OverLimit({ count }: { count: number }) {
  const { freeCardLimit } = useSiteOptions()
  if (count === 0) return null
  return (
    <div className={styles.limit} role="alert">
      <p>
        {counted(count, 'card at the end of the file does', 'cards at the end of the file do')} not fit: your
        plan holds {grouped(freeCardLimit)} cards in all workspaces. When there is room again, import a file
        with those rows alone: cards of this file that you delete would come again.
      </p>
      <PlanLink isApart />
    </div>
  )
}
