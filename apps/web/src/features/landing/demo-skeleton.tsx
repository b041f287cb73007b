import { Search } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import styles from './demo.module.css'

/** The placeholder of the sample until the engine is loaded. */
export function DemoSkeleton({ text }: { text: string }) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <div className={styles.skeletonBar}>
        <Icon of={Search} size={18} />
        {text}
      </div>
      <Skeleton lines={3} />
      <Skeleton lines={3} />
      <Skeleton lines={3} />
    </div>
  )
}
