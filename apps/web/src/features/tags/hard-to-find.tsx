import { grouped } from '@cardinal/domain'
import { counted } from '../../shared/text/counted.ts'
import { lineOf } from '../../shared/text/note-title.ts'
import { ErrorText } from '../../ui/index.ts'
import styles from './tag-desk.module.css'
import { OfferList } from './untagged-offers.tsx'
import { useHardToFind } from './use-hard-to-find.ts'

/**
 * How many cards no search of three steps finds, and tags that would help. It is the last section, because it
 * loads last.
 *
 * @param total the number of all cards
 */
export function HardToFind({ total }: { total: number }) {
  const { read, hasFailed, count, tried, of, offers, cardsById } = useHardToFind()
  const helped = offers.reduce((sum, { cardIds }) => sum + cardIds.length, 0)
  const tries = tried < of ? `Trying tags on ${grouped(tried)} of ${counted(of, 'card')}…` : null
  const isDone = count !== null && tries === null
  const found =
    count === null || count === 0
      ? ''
      : [
          offers.length > 0
            ? `${offers.length === 1 ? 'This tag' : `These ${offers.length} tags`} would reach ${count === 1 ? 'it' : `${grouped(helped)} of them`}.`
            : tries === null && 'No likely tag would reach any of them.',
          tries ?? (of < count && `Tags were tried on ${grouped(of)} of them.`),
        ]
          .filter(Boolean)
          .join(' ')
  if (hasFailed)
    return (
      <section className={styles.line} aria-label="Findability">
        <h3>Cards that are hard to find</h3>
        <ErrorText error="They could not be looked for. Open the desk again to try once more." />
      </section>
    )
  return (
    <section className={styles.line} aria-label="Findability">
      <h3>
        {count === null
          ? 'Looking for cards that are hard to find'
          : count === 0
            ? 'Every card can be reached in three steps'
            : `${grouped(count)} of ${counted(total, 'card')} can’t be reached in three steps`}
      </h3>
      <p className={styles.about}>
        A step is a tag or a word of the title to begin with, or one more tag of the card. A card is reached
        when it is among the first ten.
      </p>
      {/* Progress is not announced: it changes many times a second. */}
      {!isDone && (
        <p className={styles.about}>
          {count === null ? `Read ${grouped(read)} of ${counted(total, 'card')}…` : found}
        </p>
      )}
      <p role="status" className={styles.about}>
        {isDone ? found : ''}
      </p>
      {offers.length > 0 && (
        <OfferList
          label="Tags for cards that are hard to find"
          offers={offers}
          cardsById={cardsById}
          reason={({ cardIds: [first, ...others] }) => {
            const only = first === undefined || others.length > 0 ? undefined : cardsById.get(first)
            return only === undefined ? 'like your cards with it' : `for “${lineOf(only, 80)}”`
          }}
        />
      )}
    </section>
  )
}
