import type { Id } from '@cardinal/domain'
import { ListChecks, Rows3, Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { PopupProps } from '../../overlays/index.ts'
import { useAnswer } from '../../replica/index.ts'
import { useHomeScreen } from '../../shared/search/home-screen.tsx'
import { UNTAGGED } from '../../shared/tags/tag-tabs.tsx'
import { Segmented, Skeleton } from '../../ui/index.ts'
import { TagFrame } from './tag-frame.tsx'
import styles from './tagger.module.css'
import { Tagger } from './tagger.tsx'
import { UntaggedCards } from './untagged-cards.tsx'
import { UntaggedOffers } from './untagged-offers.tsx'

/** The tab that adds tags to cards, over the home page: for the cards in its params or the ticked ones. */
export default function TaggerPopup({ params }: PopupProps<'tagger'>) {
  const { selection } = useHomeScreen()
  return (
    <TagFrame at="untagged">
      <Untagged cardIds={params.entityIds ?? [...selection.getState().cards]} />
    </TagFrame>
  )
}

type Way = 'offers' | 'one' | 'many'

/** The most cards shown one after another, and the most cards for which tags are offered. The newest come first. */
const ONE_AFTER_ANOTHER = 200
const OFFERED_FOR = 2000

/** The ways to tag cards: tags for many untagged cards, untagged cards one by one, or any cards at once. */
export function Untagged({ cardIds }: { cardIds: readonly Id[] }) {
  const { answer: untagged } = useAnswer('matchCards', {
    ...UNTAGGED,
    offset: 0,
    limit: OFFERED_FOR,
    parts: 'all',
  })
  const [wanted, setWanted] = useState<Way | null>(cardIds.length > 0 ? 'many' : null)
  if (untagged === undefined && wanted === null) return <Skeleton lines={8} />
  const way = wanted ?? (untagged?.total === 0 ? 'many' : 'offers')
  return (
    <div className={styles.tagger}>
      <Segmented<Way>
        label="How to tag"
        size="sm"
        value={way}
        onChange={setWanted}
        segments={[
          { value: 'offers', label: 'Suggested', icon: Sparkles },
          { value: 'one', label: 'One after another', icon: ListChecks },
          { value: 'many', label: 'Many at once', icon: Rows3 },
        ]}
      />
      {way !== 'many' && untagged === undefined && <Skeleton lines={8} />}
      {way === 'offers' && untagged !== undefined && (
        <UntaggedOffers cards={untagged.cards} onOthers={() => setWanted('one')} />
      )}
      {way === 'one' && untagged !== undefined && (
        <UntaggedCards cards={untagged.cards.slice(0, ONE_AFTER_ANOTHER)} onDone={() => setWanted('many')} />
      )}
      {way === 'many' && <Tagger cardIds={cardIds} />}
    </div>
  )
}
