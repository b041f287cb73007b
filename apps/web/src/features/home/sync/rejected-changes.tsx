import { grouped } from '@cardinal/domain'
import { CloudAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { RejectedChange } from '../../../replica/index.ts'
import { Button, Popover, Skeleton } from '../../../ui/index.ts'
import { Extra } from './extra.tsx'
import styles from './sync-badge.module.css'

/** Loaded lazily: hardly anybody ever needs it. */
const RejectedPanel = lazy(() => import('./rejected-panel.tsx'))

/** Renders the rejected changes, each with its reason, until the person decides (OF-8). */
export function RejectedChanges({ changes }: { changes: readonly RejectedChange[] }) {
  return (
    <Popover
      label="Rejected changes"
      placement="bottom-end"
      trigger={(trigger) => (
        <Button size="sm" tone="danger" icon={CloudAlert} className={styles.chip} {...trigger}>
          <span className={styles.count}>
            {grouped(changes.length)}
            <Extra>{changes.length === 1 ? ' change not saved' : ' changes not saved'}</Extra>
          </span>
        </Button>
      )}
    >
      <Suspense fallback={<Skeleton lines={3} />}>
        <RejectedPanel changes={changes} />
      </Suspense>
    </Popover>
  )
}
