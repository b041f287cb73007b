import { Undo2 } from 'lucide-react'
import { useCallback, useEffect, useId, useState } from 'react'
import { useAccount } from '../../replica/index.ts'
import { counted } from '../../shared/text/counted.ts'
import { fullDate, relativeDate } from '../../shared/text/dates.ts'
import { Button, ErrorText } from '../../ui/index.ts'
import styles from './earlier-imports.module.css'
import type { ImportClient } from './import-client.ts'
import { type EarlierImport, stateText } from './import-state.ts'
import { sentenceOf } from './use-columns.ts'

/** The number of imports shown at first. */
const FIRST_SHOWN = 5
/** ms between two requests while an import is running. */
const POLL_EVERY_MS = 2_000

/** The imports of the last 30 days, each with an undo button. Nothing without imports. */
export function EarlierImports({ client }: { client: ImportClient }) {
  const { imports, error, undoing, undo } = useEarlierImports(client)
  const [isExpanded, setIsExpanded] = useState(false)
  const { workspaces } = useAccount()
  const titleId = useId()
  if (imports.length === 0 && error === null) return null
  const nameOf = (id: string) => workspaces.find((workspace) => workspace.id === id)?.name
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <h3 id={titleId}>Imports of the last 30 days</h3>
      <ErrorText error={error} />
      <ul className={styles.list}>
        {(isExpanded ? imports : imports.slice(0, FIRST_SHOWN)).map((one) => (
          <li key={one.id} className={styles.row}>
            <div>
              <strong>{counted(one.created, 'card')}</strong>
              {one.fileName !== '' && ` from “${one.fileName}”`}
              {workspaces.length > 1 && nameOf(one.workspaceId) && ` in “${nameOf(one.workspaceId)}”`}
              <p className={styles.about}>
                <time dateTime={new Date(one.at).toISOString()} title={fullDate(one.at)}>
                  {relativeDate(one.at, Date.now())}
                </time>
                {` · ${stateText(one)}`}
              </p>
            </div>
            {canUndo(one) && (
              <Button
                size="sm"
                icon={Undo2}
                disabled={undoing !== null}
                aria-label={`Undo the import of ${counted(one.created, 'card')}${one.fileName && ` from “${one.fileName}”`}, ${fullDate(one.at)}`}
                onClick={() => void undo(one)}
              >
                {undoing === one.id ? 'Undoing…' : 'Undo'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!isExpanded && imports.length > FIRST_SHOWN && (
        <Button size="sm" tone="quiet" onClick={() => setIsExpanded(true)}>
          {`Show all ${imports.length}`}
        </Button>
      )}
    </section>
  )
}

function canUndo({ state }: EarlierImport): boolean {
  return state === 'done' || state === 'failed' || state === 'stopped'
}

function useEarlierImports(client: ImportClient) {
  const [imports, setImports] = useState<readonly EarlierImport[]>([])
  const [error, setError] = useState<string | null>(null)
  const [undoing, setUndoing] = useState<string | null>(null)
  const load = useCallback(async () => {
    try {
      setImports(await client.list())
      setError(null)
    } catch {
      setError('Earlier imports can’t be listed without the server.')
    }
  }, [client])
  useEffect(() => void load(), [load])
  const isUnderWay = imports.some(({ state }) => state === 'running')
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => void load(), POLL_EVERY_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, load])
  const undo = async ({ id }: EarlierImport) => {
    setUndoing(id)
    try {
      await client.undo(id)
      await load()
    } catch (failure) {
      setError(sentenceOf(failure))
    } finally {
      setUndoing(null)
    }
  }
  return { imports, error, undoing, undo }
}
