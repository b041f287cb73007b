import { Button, Skeleton } from '../../ui/index.ts'
import styles from './settings.module.css'
import type { ServerList } from './use-server-list.ts'

/** What stands in the place of a list that is not there yet: its shape, or why it is not there. */
export function ListOnItsWay({ list }: { list: ServerList<unknown> }) {
  if (list.failure === null) return <Skeleton lines={2} />
  return (
    <p role="alert" className={styles.text}>
      {list.failure}{' '}
      <Button size="sm" onClick={() => void list.load()}>
        Try again
      </Button>
    </p>
  )
}
