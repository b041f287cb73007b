import { ArrowLeft } from 'lucide-react'
import { LinkButton } from '../../ui/index.ts'
import styles from './tagger.module.css'
import { Tagger } from './tagger.tsx'

/** /tagger: the whole window for tagging. */
export default function TaggerPage() {
  return (
    <main className={styles.page}>
      <header className={styles.pageHead}>
        <LinkButton href="/home" size="sm" tone="quiet" icon={ArrowLeft}>
          Home
        </LinkButton>
        <h1 className={styles.pageTitle}>Tag cards</h1>
      </header>
      <Tagger cardIds={[]} />
    </main>
  )
}
