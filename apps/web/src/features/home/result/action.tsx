import { CARD_TYPES, type Card, type CardType, type Id } from '@cardinal/domain'
import { FolderInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { type PopupProps, usePopups } from '../../../overlays/index.ts'
import { useReplica } from '../../../replica/index.ts'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { useCardActions } from '../../../shared/cards/use-card-actions.ts'
import { useHomeScreen } from '../../../shared/search/home-screen.tsx'
import { useCounts, useListSearch } from '../../../shared/search/use-card-search.ts'
import { isCardType, useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { SUBJECT_WORDS } from '../../../shared/searchbar/mode-words.ts'
import { counted } from '../../../shared/text/counted.ts'
import { ColorPicker } from '../../../ui/color-picker.tsx'
import { Button, EmptyState, Segmented } from '../../../ui/index.ts'
import styles from './filters.module.css'
import { MoveMenu, moveCards } from './move-cards.tsx'

type Scope = 'selected' | 'all'

/** Acts on the ticked cards, or on all that the search finds. */
export default function Action({ close }: PopupProps) {
  const { search, selection } = useHomeScreen()
  const { subject } = useHomeAddress()
  const type = isCardType(subject) ? subject : null
  const selected = useStore(selection, ({ cards }) => cards)
  const query = useListSearch(search, type)
  const total = useCounts(query)?.total ?? 0
  const [wanted, setScope] = useState<Scope>('selected')
  const scope: Scope = selected.size === 0 ? 'all' : wanted
  const actions = useCardActions()
  const popups = usePopups()
  const replica = useReplica()
  const count = scope === 'selected' ? selected.size : total

  /** Resolves with the ticked cards, or with all that the search finds. */
  const cards = async (): Promise<readonly Card[]> => {
    if (scope === 'selected') {
      const found = await replica.ask('cardsById', { ids: [...selected] })
      return found.filter((card) => card !== undefined)
    }
    return (await replica.ask('matchCards', { ...query, offset: 0, limit: total, parts: 'page' })).cards
  }
  const idsOf = async (): Promise<readonly Id[]> => (await cards()).map((card) => card.id)
  const finish = () => {
    selection.getState().clear('cards')
    close()
  }
  const openTagger = async () =>
    popups.replace('home-action', 'tagger', { entityIds: (await idsOf()).slice(0, 2000) })
  const remove = async () => {
    const ids = await idsOf()
    if (await actions.remove(ids)) finish()
  }

  if (count === 0) {
    return (
      <EmptyState title="Nothing to act on">Tick some cards, or search for some, and come back.</EmptyState>
    )
  }
  return (
    <div className={styles.parts}>
      <Segmented
        label="Which cards"
        segments={[
          { value: 'selected', label: `Selected, ${selected.size}`, isDisabled: selected.size === 0 },
          { value: 'all', label: `All found, ${total}` },
        ]}
        value={scope}
        onChange={setScope}
      />
      <section>
        <h3 className={styles.title}>Tags</h3>
        <Button onClick={() => void openTagger()}>Add or remove tags</Button>
      </section>
      <section>
        <h3 className={styles.title}>Colour</h3>
        <ColorPicker
          label="Colour of these cards"
          value={undefined}
          onChange={async (color) => {
            if (await actions.setColor(await idsOf(), color)) finish()
          }}
        />
      </section>
      <TypeButtons
        onChoose={async (each) => {
          if (await actions.setType(await cards(), each)) finish()
        }}
      />
      <MoveMenu
        onChoose={async (workspace) => {
          if (await moveCards(replica, await idsOf(), workspace)) finish()
        }}
        trigger={(trigger) => (
          <section>
            <h3 className={styles.title}>Workspace</h3>
            <Button icon={FolderInput} {...trigger}>
              Move to workspace…
            </Button>
          </section>
        )}
      />
      <Button tone="danger" icon={Trash2} onClick={() => void remove()}>
        {`Delete ${counted(count, 'card')}`}
      </Button>
    </div>
  )
}

function TypeButtons({ onChoose }: { onChoose: (type: CardType) => Promise<void> }) {
  return (
    <section>
      <h3 className={styles.title}>Kind</h3>
      <div className={styles.row}>
        {CARD_TYPES.map((each) => (
          <Button key={each} size="sm" icon={TYPE_ICONS[each]} onClick={() => onChoose(each)}>
            {`Make ${SUBJECT_WORDS[each].many}`}
          </Button>
        ))}
      </div>
    </section>
  )
}
