import { Button, Skeleton } from '../../ui/index.ts'
import styles from './settings.module.css'
import type { ServerList } from './use-server-list.ts'

/** A placeholder for a list that is loading, or the reason why loading failed. */
export function ListOnItsWay({ list }: { list: ServerList<unknown> }) {
  if (list.failure === null)
    return (
      <div data-on-its-way="">
        <Skeleton lines={2} />
      </div>
    )
  return (
    <p role="alert" className={styles.text}>
      {list.failure}{' '}
      <Button size="sm" onClick={() => void list.load()}>
        Try again
      </Button>
    </p>
  )
}
