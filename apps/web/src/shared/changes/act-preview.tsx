import { parseSearch } from '@cardinal/domain'
import { type CardExample, type CardLook, followRenamedTags, type Mutation } from '@cardinal/sync/edits'
import { useEffect, useMemo, useState } from 'react'
import { confirm, type Question } from '../../overlays/index.ts'
import { type ActEffects, type PreviewedAct, type Replica, useSearchesHere } from '../../replica/index.ts'
import { Chip, HelpPopover, Skeleton } from '../../ui/index.ts'
import { dismissActions } from '../../ui/toaster.tsx'
import { localCalendar } from '../search/filters.ts'
import { SUBJECT_WORDS } from '../searchbar/mode-words.ts'
import { counted } from '../text/counted.ts'
import { cutText } from '../text/cut-text.ts'
import styles from './act-preview.module.css'
import {
  changesTags,
  difference,
  questionOf,
  stepsWords,
  tagSearches,
  tagSearchWords,
  tagWords,
} from './preview-words.ts'
import { touchesMany } from './wide-act.ts'

/**
 * Previews an act and asks whether to do it.
 *
 * @param question absent: a default question
 */
export function askFirst(previewing: Previewing, question: Question | undefined): Promise<boolean> {
  const { mutations, preview } = previewing
  // An earlier message would cover the buttons. Its act can still be undone by key and in the recent changes.
  dismissActions()
  return confirm({
    ...(question ?? questionOf(mutations, preview)),
    isUndoable: true,
    body: touchesMany(preview) && <ActPreview {...previewing} />,
  })
}

interface Previewing {
  readonly replica: Replica
  readonly mutations: readonly Mutation[]
  readonly preview: PreviewedAct
}

function ActPreview({ replica, mutations, preview }: Previewing) {
  const { cards, tags, tagExamples, cardExamples } = preview
  return (
    <div className={styles.preview}>
      <p role="status">
        {cards > 0
          ? [counted(cards, 'card'), tags > 0 ? counted(tags, 'tag') : ''].filter(Boolean).join(', ')
          : `No cards change; ${tagsChange(tags, mutations)}`}
      </p>
      {tagExamples.length > 0 && (
        <section aria-label="Tags">
          <h4>Tags</h4>
          <ul className={styles.list}>
            {tagExamples.map((tag) => (
              <li key={`${tag.before} ${tag.after}`}>{tagWords(tag)}</li>
            ))}
          </ul>
          <More count={tags - tagExamples.length} one="tag" />
        </section>
      )}
      <Effects replica={replica} mutations={mutations} preview={preview} />
      <CardExamples examples={cardExamples} count={cards} />
    </div>
  )
}

/** Such as “one tag gains a name”, for an act that changes only tags. */
function tagsChange(tags: number, mutations: readonly Mutation[]): string {
  const isNaming = mutations.every(({ name }) => name === 'addTagNames')
  if (tags === 1) return isNaming ? 'one tag gains a name' : 'one tag changes'
  return `${counted(tags, 'tag')} change`
}

/**
 * Examples of cards before and after.
 *
 * @param count of all changed cards
 */
export function CardExamples({ examples, count }: { examples: readonly CardExample[]; count: number }) {
  if (examples.length === 0) return null
  return (
    <section aria-label="Cards">
      <h4>Cards, before and after</h4>
      <ul className={styles.list}>
        {examples.map((example) => (
          <Example key={example.id} example={example} />
        ))}
      </ul>
      <More count={count - examples.length} one="card" />
    </section>
  )
}

export function More({ count, one }: { count: number; one: string }) {
  return count > 0 && <p className={styles.about}>{`and ${counted(count, `more ${one}`, `more ${one}s`)}`}</p>
}

/**
 * How many more or fewer results saved searches and searches for tags get, and how the cards are found
 * afterwards. Saved searches follow renamed and merged tags.
 */
function Effects({ replica, mutations, preview }: Previewing) {
  const { renamed, tagExamples } = preview
  const savedSearches = useSearchesHere()
  const pairs = useMemo(() => {
    const read = (text: string) => parseSearch(text, localCalendar())
    const newNameByOld = new Map(renamed)
    return savedSearches.map((text) => ({
      before: read(text),
      after: read(followRenamedTags([text], newNameByOld)[0] ?? text),
    }))
  }, [savedSearches, renamed])
  const ofTags = useMemo(() => tagSearches(tagExamples), [tagExamples])
  const [effects, setEffects] = useState<ActEffects | null>()
  useEffect(() => {
    let isShown = true
    void replica
      .preview(mutations, [...pairs, ...ofTags])
      .then((tried) => isShown && setEffects(tried?.effects ?? null))
    return () => {
      isShown = false
    }
  }, [replica, mutations, pairs, ofTags])
  if (effects === undefined) return <Skeleton lines={2} />
  // Refused since the question opened: the act itself will show why.
  if (effects === null) return null
  const steps = changesTags(preview) ? stepsWords(effects.finding) : ''
  const tagLines = tagSearchWords(ofTags, effects.searches.slice(pairs.length))
  return (
    <>
      {tagLines.length > 0 && (
        <ul aria-label="Searches for these tags" className={styles.list}>
          {tagLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {steps !== '' && (
        <p className={styles.steps}>
          {`${steps} `}
          <HelpPopover about="Steps to a card">
            A step is a tag that you add from the suggestions, or five cards that you look through. Counted
            from one of its tags, for up to ten of these cards.
          </HelpPopover>
        </p>
      )}
      <SavedSearches searches={savedSearches} found={effects.searches} />
    </>
  )
}

/** Saved searches with more or fewer results. */
function SavedSearches(props: { searches: readonly string[]; found: ActEffects['searches'] }) {
  const changed = props.searches.flatMap((text, at) => {
    const count = props.found[at]
    return count === undefined || count.before === count.after
      ? []
      : [{ text, by: count.after - count.before }]
  })
  if (props.searches.length === 0) return null
  return (
    <section aria-label="Saved searches">
      <h4>Saved searches</h4>
      {changed.length === 0 && <p className={styles.about}>Each finds as many cards as before.</p>}
      <ul className={styles.list}>
        {changed.map(({ text, by }) => (
          <li key={text}>{`“${text}” finds ${difference(by)}`}</li>
        ))}
      </ul>
    </section>
  )
}

function Example({ example: { before, after } }: { example: CardExample }) {
  return (
    <li className={styles.example}>
      <p>{cutText(before.content, 80).shown}</p>
      <Look look={before} other={after} />
      <span className={styles.arrow} aria-hidden="true">
        →
      </span>
      <span className="visually-hidden">becomes</span>
      {after === null ? <span className={styles.about}>deleted</span> : <Look look={after} other={before} />}
    </li>
  )
}

/** A card before or after an act. Kind, colour and state show if they differ. Null: deleted. */
function Look({ look, other }: { look: CardLook; other: CardLook | null }) {
  const { type, color, isDone } = look
  const said =
    other === null
      ? []
      : [
          ...(type === other.type ? [] : [SUBJECT_WORDS[type].one]),
          ...(color === other.color ? [] : [color ?? 'no colour']),
          ...(isDone === other.isDone ? [] : [isDone ? 'completed' : 'open']),
        ]
  return (
    <span className={styles.look}>
      {said.length > 0 && <span className={styles.about}>{said.join(', ')}</span>}
      {look.tags.map(({ id, name, color, isImplied }) => (
        <span key={id} className={isImplied ? styles.implied : undefined}>
          <Chip label={name} color={color} size="sm" reason={isImplied ? 'implied' : undefined} />
        </span>
      ))}
      {look.tags.length === 0 && <span className={styles.about}>no tags</span>}
    </span>
  )
}
