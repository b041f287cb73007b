import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx, EmptyState, IconButton } from '../../ui/index.ts'
import styles from './charts.module.css'

interface ChartFigureProps {
  readonly title: string
  /** How to use the chart, in one sentence. */
  readonly hint: string
  /** The same figures as a table. Empty: there is no data. */
  readonly table: { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] }
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A chart with its title, and the same figures as a table. */
export function ChartFigure({ title, hint, table, isWide, children }: ChartFigureProps) {
  const [isTable, setIsTable] = useState(false)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={cx(styles.figure, isWide && styles.wide)}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {table.rows.length > 0 && (
          <IconButton
            label={isTable ? `${title} as a picture` : `${title} as a table`}
            icon={isTable ? ChartColumn : Table2}
            size="sm"
            onClick={() => setIsTable(!isTable)}
          />
        )}
      </header>
      {table.rows.length === 0 ? (
        <EmptyState title="Nothing to show yet" />
      ) : isTable ? (
        <FigureTable title={title} {...table} />
      ) : (
        <>
          {children}
          <p className={styles.hint}>{hint}</p>
        </>
      )}
    </section>
  )
}

function FigureTable({ title, heads, rows }: { title: string } & ChartFigureProps['table']) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className={styles.tableBox} tabIndex={0} aria-label={`${title}, table`}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {figures.map((figure, index) => (
                <td key={heads[index + 1]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
