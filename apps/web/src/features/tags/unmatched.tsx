import { fold, includedWords, namesOfTag, newTagsProblem, tagName } from '@cardinal/domain'
import { Plus } from 'lucide-react'
import { useStore } from 'zustand'
import type { PopupProps } from '../../overlays/index.ts'
import { useAnswer, useReplica } from '../../replica/index.ts'
import { newId } from '../../shared/changes/new-id.ts'
import { useAct } from '../../shared/changes/use-act.ts'
import { useHomeScreen } from '../../shared/search/home-screen.tsx'
import { counted } from '../../shared/text/counted.ts'
import { Button, EmptyState } from '../../ui/index.ts'
import styles from './unmatched.module.css'

/** Words of the search that are no tags yet, each with a button that creates the tag (SB-9). */
export default function Unmatched({ params, close }: PopupProps<'next-to--unmatched-tagging-experience'>) {
  const { search, selection } = useHomeScreen()
  const text = useStore(search, (state) => state.text)
  const selected = useStore(selection, ({ cards }) => cards)
  const includes = includedWords(params.words ?? text)
  const { answer: near } = useAnswer(
    'tagsBySearchword',
    includes.length === 0 ? null : { keywords: includes },
  )
  const act = useAct()
  const replica = useReplica()
  const fresh = includes.filter(
    (word) => !near?.some((tag) => namesOfTag(tag).some((name) => fold(name) === fold(word))),
  )
  const usable = fresh.filter((word) => newTagsProblem([word]) === null)
  const create = async (words: readonly string[]) => {
    const names = words.map(tagName)
    const tags = names.map((name) => ({ id: newId(), name }))
    const done = `Created ${counted(tags.length, 'tag')}`
    if (!(await act({ name: 'createTags', args: { tags, attachToCardIds: [] } }, { done }))) return
    if (selected.size > 0) {
      const found = await replica.ask('tagsBySearchword', { keywords: names })
      const tagIds = found.filter((tag) => names.includes(tag.name)).map((tag) => tag.id)
      await act({ name: 'attachTags', args: { cardIds: [...selected], tagIds } })
    }
    if (words.length === usable.length) close()
  }
  if (near === undefined && includes.length > 0) return null
  if (fresh.length === 0)
    return <EmptyState title="Every word is a tag already">Nothing is left to create.</EmptyState>
  return (
    <div className={styles.parts}>
      <p>
        These words match no tag.
        {selected.size > 0 && ` New ones go onto the ${counted(selected.size, 'selected card')}.`}
      </p>
      <div className={styles.row}>
        {fresh.map((word) => (
          <Button
            key={word}
            icon={Plus}
            disabled={!usable.includes(word)}
            title={newTagsProblem([word]) ?? undefined}
            onClick={() => void create([word])}
          >
            {tagName(word)}
          </Button>
        ))}
      </div>
      {usable.length > 1 && (
        <Button tone="primary" onClick={() => void create(usable)}>
          {`Create all ${usable.length}`}
        </Button>
      )}
    </div>
  )
}
