import { type CardType, includedWords, isMeantBy, searchWords, unique } from '@cardinal/domain'
import type { TagCount } from '@cardinal/engine'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useAnswer } from '../../../replica/index.ts'
import { typeOf, useHomeAddress } from '../../../shared/address/use-home-address.ts'
import { useCardSearch, useCounts } from '../../../shared/search/use-card-search.ts'
import { useHiddenTags } from '../../../shared/tags/use-hidden-tags.ts'
import { Button, Icon, Menu } from '../../../ui/index.ts'
import { deferredSearch } from '../deferred-search.ts'
import { CountedTags, PanelTags } from './panel-tags.tsx'

type ListName = CardType | 'here' | 'names' | 'together' | 'related'

const TITLES: Readonly<Record<ListName, string>> = {
  here: 'In these results',
  todo: 'Matching todos',
  note: 'Matching notes',
  link: 'Matching links',
  names: 'Similar names',
  together: 'Used together',
  related: 'Related',
}

/** Renders the tags that narrow the present search, most cards first. A menu switches to other lists of tags. */
export function PanelNarrow() {
  const { subject } = useHomeAddress()
  const type = typeOf(subject)
  const named = useNamedTags()
  const hasWords = useStore(deferredSearch, ({ text }) => includedWords(text).length > 0)
  const [wanted, setWanted] = useState<ListName>('here')
  const names: readonly ListName[] = [
    'here',
    ...(['todo', 'note', 'link'] as const).filter((each) => each !== type),
    ...(hasWords ? (['names'] as const) : []),
    ...(named.included.length > 0 ? (['together', 'related'] as const) : []),
  ]
  const name = names.includes(wanted) ? wanted : 'here'
  return (
    <>
      <Menu
        label="Which tags"
        items={names.map((each) => ({
          label: TITLES[each],
          isChecked: each === name,
          onSelect: () => setWanted(each),
        }))}
        trigger={(trigger) => (
          <Button
            size="sm"
            aria-label={`Which tags: ${TITLES[name]}`}
            after={<Icon of={ChevronDown} size={14} />}
            {...trigger}
          >
            {TITLES[name]}
          </Button>
        )}
      />
      {name === 'names' && <ByName />}
      {(name === 'together' || name === 'related') && <Siblings type={type} {...named} name={name} />}
      {(name === 'here' || name === 'todo' || name === 'note' || name === 'link') && (
        <Matching key={name} type={name === 'here' ? type : name} />
      )}
    </>
  )
}

/** Returns ids of the tags that the words of the search name. */
export function useNamedTags(): { included: readonly string[]; excluded: readonly string[] } {
  const text = useStore(deferredSearch, (state) => state.text)
  const words = useMemo(() => searchWords(text), [text])
  const keywords = unique(words.map((word) => word.text))
  const { answer } = useAnswer('tagsBySearchword', keywords.length === 0 ? null : { keywords }, 'deferred')
  return useMemo(() => {
    const idsOf = (isExcluded: boolean) => {
      const said = words.filter((word) => word.isExcluded === isExcluded)
      return (answer ?? [])
        .filter((tag) => said.some((word) => isMeantBy(tag, word.text)))
        .map((tag) => tag.id)
    }
    return { included: idsOf(false), excluded: idsOf(true) }
  }, [answer, words])
}

const NO_COUNTS: readonly TagCount[] = []

/** Renders tags on the cards that the search finds. */
function Matching({ type }: { type: CardType | null }) {
  const counts = useCounts(useCardSearch(deferredSearch, type))
  const hidden = useHiddenTags('deferred')
  const tags = useMemo(() => hidden.withoutCounts(counts?.intersectionCounts ?? NO_COUNTS), [hidden, counts])
  return counts && <CountedTags counts={tags} hasBars empty="No tags there." />
}

function ByName() {
  const text = useStore(deferredSearch, (state) => state.text)
  const keywords = useMemo(() => includedWords(text), [text])
  const { answer } = useAnswer('tagsBySearchword', keywords.length === 0 ? null : { keywords }, 'deferred')
  const hidden = useHiddenTags('deferred')
  const tags = useMemo(() => hidden.without(answer ?? [], keywords), [hidden, answer, keywords])
  return answer && <PanelTags tags={tags} hasBars empty="No tag is called like that." />
}

function Siblings(props: {
  type: CardType | null
  included: readonly string[]
  excluded: readonly string[]
  name: 'together' | 'related'
}) {
  const { included, excluded, type, name } = props
  const { answer } = useAnswer(
    'siblingTags',
    { tagIds: included, negativeTagIds: excluded, type },
    'deferred',
  )
  const hidden = useHiddenTags('deferred')
  const counts = useMemo(() => {
    const all = name === 'together' ? answer?.allOf : answer?.anyOf
    return hidden.withoutCounts(all ?? NO_COUNTS)
  }, [hidden, answer, name])
  return answer && <CountedTags counts={counts} hasBars empty="No other tag goes with these." />
}
