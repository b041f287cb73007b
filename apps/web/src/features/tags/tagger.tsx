import { grouped, type Id } from '@cardinal/domain'
import { Rows3, Tags } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useChosen } from '../../shared/cards/chosen.tsx'
import { createSearchStore } from '../../shared/search/search-store.ts'
import { Segmented } from '../../ui/index.ts'
import { CardPane } from './cards-to-tag.tsx'
import styles from './tagger.module.css'
import { TagPane } from './tags-to-assign.tsx'
import { useTagging } from './use-tagging.ts'

type Pane = 'cards' | 'tags'

/** Cards at the left, tags at the right. Ticking a tag adds it to all chosen cards. */
export function Tagger({ cardIds }: { cardIds: readonly Id[] }) {
  const chosen = useChosen(cardIds)
  const [search] = useState(() => createSearchStore())
  const [pane, setPane] = useState<Pane>(cardIds.length > 0 ? 'tags' : 'cards')
  const chosenIds = useMemo(() => [...chosen.ids], [chosen.ids])
  const tagging = useTagging(chosenIds)
  return (
    <div className={styles.tagger}>
      <div className={styles.switch}>
        <Segmented<Pane>
          label="What to show"
          value={pane}
          onChange={setPane}
          segments={[
            { value: 'cards', label: `Cards (${grouped(chosenIds.length)} selected)`, icon: Rows3 },
            { value: 'tags', label: 'Tags', icon: Tags },
          ]}
        />
      </div>
      <div className={styles.panes} data-pane={pane}>
        <CardPane search={search} chosen={chosen} />
        <TagPane tagging={tagging} />
      </div>
    </div>
  )
}
