import { useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { checkedParams, readBaseSearch } from '../../overlays/index.ts'
import { useReplica } from '../../replica/index.ts'
import { useHomeHref } from '../../shared/search/use-home-address.ts'
import { LinkButton } from '../../ui/index.ts'
import { TagFrame } from './tag-frame.tsx'
import styles from './tagger.module.css'
import { Untagged } from './untagged.tsx'

/** /tagger: tagging in the whole window. Its cards are in the address, as in the popup's. */
export default function TaggerPage() {
  const { workspaceId } = useReplica()
  const { popups_params } = readBaseSearch(useSearch({ strict: false }))
  const { entityIds = [] } = checkedParams('tagger', popups_params?.tagger ?? {})
  const home = useHomeHref()
  return (
    <main className={styles.page}>
      <header className={styles.pageHead}>
        <LinkButton href={home} size="sm" tone="quiet" icon={ArrowLeft}>
          Home
        </LinkButton>
        <h1 className={styles.pageTitle}>Tags</h1>
      </header>
      <TagFrame at="untagged" isOnPage>
        <Untagged key={workspaceId} cardIds={entityIds} />
      </TagFrame>
    </main>
  )
}
