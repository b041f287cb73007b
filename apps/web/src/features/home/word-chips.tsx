import { fold, nameProblem, searchWords } from '@cardinal/domain'
import { Plus, Text } from 'lucide-react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { usePopups } from '../../overlays/index.ts'
import { useAnswer } from '../../replica/index.ts'
import { homeSearch } from '../../shared/search/home-screen.ts'
import { TagChip } from '../../shared/tags/tag-chip.tsx'
import { Button, Chip, Icon } from '../../ui/index.ts'
import styles from './word-chips.module.css'

/** The words of the search, each as what it is: a tag with its count, or a word looked for in the text. */
export function WordChips() {
  const text = useStore(homeSearch, (state) => state.text)
  const words = useMemo(() => (text.includes('\n') ? [] : searchWords(text)), [text])
  const keywords = useMemo(() => [...new Set(words.map((word) => word.text))], [words])
  const { answer: tags } = useAnswer(
    'tagsBySearchword',
    keywords.length === 0 ? null : { keywords },
    'deferred',
  )
  const popups = usePopups()
  const isNoTag = ({ text: word, isExcluded }: { text: string; isExcluded: boolean }) =>
    !isExcluded && nameProblem(word) === null && !tags?.some((tag) => fold(tag.name) === fold(word))
  const fresh = tags === undefined ? 0 : words.filter(isNoTag).length
  if (words.length === 0) return <span className={styles.words} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend for what the label says.
    <div className={styles.words} role="group" aria-label="Words of the search">
      {words.map((word, index) => {
        const tag = tags?.find((other) => fold(other.name) === fold(word.text))
        const remove = () => homeSearch.getState().edit('remove', word.text)
        const turn = () => homeSearch.getState().edit(word.isExcluded ? 'include' : 'exclude', word.text)
        // Words can repeat while somebody types; their place tells them apart.
        const key = `${index}:${word.text}`
        return tag ? (
          <TagChip key={key} tag={tag} count={tag.cardCount} onRemove={remove} size="md" />
        ) : (
          <Chip
            key={key}
            label={word.text}
            state={word.isExcluded ? 'excluded' : 'none'}
            before={<Icon of={Text} size={12} />}
            reason="tag or text"
            onInclude={turn}
            onExclude={turn}
            onRemove={remove}
          />
        )
      })}
      {fresh > 0 && (
        <Button
          size="sm"
          tone="quiet"
          icon={Plus}
          onClick={() => popups.open('next-to--unmatched-tagging-experience')}
        >
          {fresh === 1 ? 'Create a tag…' : 'Create tags…'}
        </Button>
      )}
    </div>
  )
}
