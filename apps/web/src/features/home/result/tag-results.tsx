import { displayNameOf, type Id, includedWords, wordOfTag } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { Copy, Folders, Merge, Palette, RotateCcw, Search, Tags, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { type PopupProps, usePopups } from '../../../overlays/index.ts'
import { useAnswer, useReplica } from '../../../replica/index.ts'
import { useAct } from '../../../shared/changes/use-act.ts'
import { useHomeScreen } from '../../../shared/search/home-screen.tsx'
import { deleteTags } from '../../../shared/tags/delete-tags.ts'
import { useHiddenTags } from '../../../shared/tags/hidden-tags.ts'
import { chipNames } from '../../../shared/tags/tag-names.ts'
import { copyText } from '../../../shared/text/copy-text.ts'
import { counted, listed } from '../../../shared/text/counted.ts'
import { Disclosure } from '../../../ui/accordion.tsx'
import { ColorPicker } from '../../../ui/color-picker.tsx'
import { Button, Checkbox, Chip, EmptyState, Skeleton } from '../../../ui/index.ts'
import { Select } from '../../../ui/select.tsx'
import styles from './result-actions.module.css'

/** The most tags named in the heading. The rest is counted. */
const NAMED = 24

/** Acts on all these tags: group, colour, merge, reset their clicks, delete. */
export default function TagResults({ params, close }: PopupProps<'above-tag-results'>) {
  const { tags, source } = useTagResult(params.tagIds)
  if (tags === undefined) return <Skeleton lines={5} />
  if (tags.length === 0)
    return (
      <EmptyState icon={Tags} title="No tags here">
        Tick some, or search for tags by name.
      </EmptyState>
    )
  return (
    <div className={styles.acts}>
      <p role="status" className={styles.about}>
        {counted(tags.length, 'tag')} {source === 'search' ? 'in these results' : 'selected'}
      </p>
      <div className={styles.tags}>
        {tags.slice(0, NAMED).map((tag) => (
          <Chip key={tag.id} {...chipNames(tag)} color={tag.color} count={tag.cardCount} size="sm" />
        ))}
        {tags.length > NAMED && <span className={styles.about}>and {tags.length - NAMED} more</span>}
      </div>
      <Acts tags={tags} close={close} />
    </div>
  )
}

function Acts({ tags, close }: { tags: readonly TagInUse[]; close: () => void }) {
  const { search } = useHomeScreen()
  const act = useAct()
  const replica = useReplica()
  const popups = usePopups()
  const [openPart, setOpenPart] = useState<'color' | 'merge' | null>(null)
  const tagIds = tags.map((tag) => tag.id)
  const many = counted(tags.length, 'tag')
  const [first] = tags
  const color = tags.every((tag) => tag.color === first?.color) ? first?.color : undefined
  const toggle = (part: 'color' | 'merge') => (isOpen: boolean) => setOpenPart(isOpen ? part : null)
  return (
    <>
      <div className={styles.row}>
        <Button
          icon={Search}
          onClick={() => {
            search.getState().put(tags.map(wordOfTag).join(', '))
            close()
          }}
          disabled={tags.length > 20}
        >
          Search for {tags.length === 1 ? 'it' : 'all of them'}
        </Button>
        <Button icon={Folders} onClick={() => popups.replace('above-tag-results', 'grouper', { tagIds })}>
          Groups
        </Button>
        <Button icon={Copy} onClick={() => void copyText(tags.map(wordOfTag).join(', '))}>
          Copy names
        </Button>
        <Button
          icon={RotateCcw}
          disabled={tags.every((tag) => tag.clickCount === 0)}
          onClick={() =>
            void act(
              { name: 'resetClicks', args: { tagIds } },
              { done: `Click counts of ${many} are back to zero` },
            )
          }
        >
          Reset click counts
        </Button>
      </div>
      <Disclosure
        title={<Heading icon={Palette}>Colour</Heading>}
        isOpen={openPart === 'color'}
        onChange={toggle('color')}
      >
        <ColorPicker
          label={`Colour of ${many}`}
          value={color}
          onChange={(chosen) =>
            void act({ name: 'setTagColor', args: { tagIds, color: chosen } }, { done: `Coloured ${many}` })
          }
        />
      </Disclosure>
      {tags.length > 1 && (
        <Disclosure
          title={<Heading icon={Merge}>Merge into one</Heading>}
          isOpen={openPart === 'merge'}
          onChange={toggle('merge')}
        >
          <MergeTags tags={tags} onDone={close} />
        </Disclosure>
      )}
      <div className={styles.end}>
        <Button
          tone="danger"
          icon={Trash2}
          onClick={async () => {
            if (await deleteTags(replica, tags)) close()
          }}
        >
          Delete {many}
        </Button>
      </div>
    </>
  )
}

function Heading({ icon: Glyph, children }: { icon: typeof Palette; children: string }) {
  return (
    <span className={styles.heading}>
      <Glyph size={15} aria-hidden="true" /> {children}
    </span>
  )
}

/** Merges tags into one. The person chooses which name remains; the default is the most used tag. */
function MergeTags({ tags, onDone }: { tags: readonly TagInUse[]; onDone: () => void }) {
  const act = useAct()
  const [chosenId, setChosenId] = useState(() => mergeTarget(tags)?.id ?? '')
  const [keepsNames, setKeepsNames] = useState(true)
  const into = tags.find((tag) => tag.id === chosenId)
  const others = tags.filter((tag) => tag.id !== chosenId)
  const merge = async () => {
    if (into === undefined) return
    const isDone = await act(
      { name: 'mergeTags', args: { tagIds: others.map((tag) => tag.id), intoTagId: into.id, keepsNames } },
      { done: `Merged ${counted(others.length, 'tag')} into “${into.name}”` },
    )
    if (isDone) onDone()
  }
  return (
    <div className={styles.merge}>
      <Select
        label="The name that stays"
        value={chosenId}
        onChange={setChosenId}
        choices={tags.map((tag) => ({
          value: tag.id,
          label: `${displayNameOf(tag)} (${counted(tag.cardCount, 'card')})`,
        }))}
      />
      <Checkbox isChecked={keepsNames} onChange={setKeepsNames}>
        {`${listed(others.map((tag) => `“${tag.name}”`))} ${others.length === 1 ? 'goes' : 'go'} on meaning it`}
      </Checkbox>
      <Button icon={Merge} onClick={() => void merge()}>
        Merge {counted(others.length, 'tag')} into it
      </Button>
    </div>
  )
}

/** Returns the default target of a merge: the most used tag, then the oldest. */
export function mergeTarget<T extends Pick<TagInUse, 'cardCount' | 'createdAt'>>(
  tags: readonly T[],
): T | undefined {
  return [...tags].sort((a, b) => b.cardCount - a.cardCount || a.createdAt - b.createdAt)[0]
}

interface TagResult {
  /** Undefined: not known yet. */
  readonly tags: readonly TagInUse[] | undefined
  readonly source: 'given' | 'ticked' | 'search'
}

/** The tags to act on: from the params, else the ticked ones, else all results. */
function useTagResult(given: readonly Id[] | undefined): TagResult {
  const { search, selection } = useHomeScreen()
  const ticked = useStore(selection, (state) => state.tags)
  const text = useStore(search, (state) => state.text)
  const { tagOrder, colors } = useStore(search, (state) => state.filters)
  const includes = useMemo(() => includedWords(text), [text])
  const source = given ? 'given' : ticked.size > 0 ? 'ticked' : 'search'
  const ids = useMemo(() => given ?? [...ticked], [given, ticked])
  const isNamed = includes.length > 0
  const byId = useAnswer('tagsById', source === 'search' ? null : { ids }).answer
  const named = useAnswer(
    'tagsBySearchword',
    source === 'search' && isNamed ? { keywords: includes } : null,
  ).answer
  const all = useAnswer('allTags', source === 'search' && !isNamed ? { order: tagOrder } : null).answer
  const hidden = useHiddenTags()
  const tags = useMemo(() => {
    if (source !== 'search') return byId?.filter((tag) => tag !== undefined)
    const found = isNamed ? named : all
    return (
      found &&
      hidden.without(found, includes).filter((tag) => colors.length === 0 || colors.includes(tag.color))
    )
  }, [source, byId, isNamed, named, all, colors, hidden, includes])
  return { tags, source }
}
