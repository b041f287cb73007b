import { usePopups } from '../../../overlays/index.ts'
import { keyFor } from '../../../shared/keys/home-keys.ts'
import { Button, Kbd } from '../../../ui/index.ts'
import { openKeyMap } from '../home-screen.ts'
import styles from './home-help.module.css'

/** Each control of home in one or two sentences, grouped by its area. The manual explains more. */
const HELP: readonly (readonly [place: string, lines: readonly (readonly [name: string, text: string])[]])[] =
  [
    [
      'At the top',
      [
        [
          'The searchbar',
          'Type a tag you remember, then a comma. Its label says what Enter will do; Ctrl+Enter always adds.',
        ],
        [
          'Suggestions',
          'Tags that narrow the search, with their counts. Arrow keys and Enter, or a press, take one.',
        ],
        [
          'Searches to begin with',
          'A press in the empty bar lists searches of your own cards, such as due today.',
        ],
        [
          'Save search',
          'The star keeps the words, dates and colours of a search, not the order. At most 10 are kept.',
        ],
      ],
    ],
    [
      'Above the cards',
      [
        [
          'What to search and add',
          'Links, notes, todos or all of them: what the list shows and what the bar adds.',
        ],
        ['Count and reset', 'How many cards are found. Reset puts order and filters back; the words stay.'],
        ['Sort', 'The order of the cards. Todos stand by day until you choose another.'],
        ['Filter', 'Days, colours and other conditions. Each choice is written into the bar, too.'],
        ['Also contains', 'Behind Filter: words that the text has to have, whatever its tags.'],
        ['View', 'Columns, density and fields, and what can be done with the whole result.'],
      ],
    ],
    [
      'Among the cards',
      [
        [
          'Choosing cards',
          'By x, by the box at the left of a row, or by a long press. Shift chooses a range.',
        ],
        [
          'In any order, Close',
          'Below few results: cards with the words apart, or with words spelled nearly so.',
        ],
        ['A word to keep', 'A word that found nothing can become a synonym of the tag that led to the card.'],
      ],
    ],
    [
      'At the left, or in the menu',
      [
        ['Tags, Workspaces, Charts', 'These are shown instead of cards; a press on a kind goes back.'],
        ['Saved searches', 'The newest first. One press runs a search that you saved.'],
        ['Groups', 'Tags that belong together. Pointing at a tag marks its group in yellow.'],
        ['Peek at', 'A sheet that searches, and does not change the search of this page.'],
      ],
    ],
    [
      'At the right, or behind Tags',
      [
        [
          'Tags of this search',
          'A press narrows by a tag, the minus leaves it out, a right click opens its menu.',
        ],
        ['Narrow', 'Tags on the cards found, each with a bar. The choice above shows other lists.'],
        ['Closest groups', 'Groups that have most of the tags of this search come first.'],
        ['All tags', 'Every tag, in the order chosen for tags, but for those of hidden groups.'],
      ],
    ],
  ]

export default function HomeHelpList({ close }: { close: () => void }) {
  const popups = usePopups()
  return (
    <div className={styles.help}>
      {HELP.map(([place, lines]) => (
        <section key={place}>
          <h3 className={styles.place}>{place}</h3>
          <dl className={styles.list}>
            {lines.map(([name, text]) => (
              <div key={name}>
                <dt className={styles.name}>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className={styles.more}>
        <Button
          size="sm"
          onClick={() => {
            close()
            popups.open('search-language')
          }}
        >
          Search language
        </Button>
        <Button
          size="sm"
          after={<Kbd keys={keyFor('keys')} />}
          onClick={() => {
            close()
            openKeyMap(true)
          }}
        >
          Keys
        </Button>
      </p>
    </div>
  )
}
