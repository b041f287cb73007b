import { ArrowLeft } from 'lucide-react'
import { useReplica } from '../../replica/index.ts'
import { LinkButton } from '../../ui/index.ts'
import styles from './tagger.module.css'
import { Tagger } from './tagger.tsx'

/** Renders /tagger: the whole window for tagging. */
export default function TaggerPage() {
  const { workspaceId } = useReplica()
  return (
    <main className={styles.page}>
      <header className={styles.pageHead}>
        <LinkButton href="/home" size="sm" tone="quiet" icon={ArrowLeft}>
          Home
        </LinkButton>
        <h1 className={styles.pageTitle}>Tag many cards</h1>
      </header>
      <Tagger key={workspaceId} cardIds={[]} />
    </main>
  )
}
