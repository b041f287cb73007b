import { grouped } from '../../parts/text/counted.ts'
import styles from './import-dialog.module.css'
import { failuresByReason, type Receipt, receiptSentence, rowsText } from './import-state.ts'

export interface ReceiptViewProps {
  readonly file: File
  readonly receipt: Receipt
  /** A preview says what will be, a receipt what was. */
  readonly tense: 'will' | 'did'
  readonly error: string | null
}

/** The figures of an import, and every row that was left out with the reason. */
export function ReceiptView({ file, receipt, tense, error }: ReceiptViewProps) {
  const figures = [
    ['Rows in the file', receipt.rows],
    [tense === 'will' ? 'New cards' : 'Cards added', receipt.created],
    ['Here already', receipt.duplicates],
    [tense === 'will' ? 'Can’t import' : 'Failed', receipt.failed.length],
    ['New tags', receipt.newTags],
  ] as const
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
      {receipt.failed.length > 0 && (
        <details className={styles.failed} open={receipt.failed.length <= 20}>
          <summary>Rows left out, and why</summary>
          <ul>
            {failuresByReason(receipt.failed).map(({ reason, rows }) => (
              <li key={reason}>
                {reason} <span className={styles.about}>({rowsText(rows)})</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
