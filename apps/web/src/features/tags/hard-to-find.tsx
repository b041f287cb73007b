import { grouped } from '@cardinal/domain'
import { counted } from '../../shared/text/counted.ts'
import styles from './tag-desk.module.css'
import { OfferList } from './untagged-offers.tsx'
import { useHardToFind } from './use-hard-to-find.ts'

/**
 * Renders how many cards no search of three steps reaches, and tags that would help. It stands last on the desk, because it
 * is known last.
 *
 * @param total the number of all cards
 */
export function HardToFind({ total }: { total: number }) {
  const { read, count, tried, of, offers, cardsById } = useHardToFind()
  const helped = offers.reduce((sum, { cardIds }) => sum + cardIds.length, 0)
  const tries = tried < of ? `Trying tags on ${grouped(tried)} of ${counted(of, 'card')}…` : null
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
      <p role="status" className={styles.about}>
        {count === null
          ? `Read ${grouped(read)} of ${counted(total, 'card')}…`
          : count === 0
            ? ''
            : [
                offers.length > 0
                  ? `${offers.length === 1 ? 'This tag' : `These ${offers.length} tags`} would reach ${grouped(helped)} of them.`
                  : tries === null && 'No likely tag would reach any of them.',
                tries ?? (of < count && `Tags were tried on ${grouped(of)} of them.`),
              ]
                .filter(Boolean)
                .join(' ')}
      </p>
      {offers.length > 0 && (
        <OfferList
          label="Tags for cards that are hard to find"
          offers={offers}
          cardsById={cardsById}
          reason={() => 'like your cards with it'}
        />
      )}
    </section>
  )
}
