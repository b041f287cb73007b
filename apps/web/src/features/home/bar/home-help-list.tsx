import styles from './home-help.module.css'

/** Name and purpose of each control of home, from the top of the page to its edges. */
const HELP: readonly (readonly [name: string, text: string])[] = [
  [
    'The searchbar',
    'Write words with commas between them. A word that is a tag finds its cards, any other word is looked for in the text; a minus in front leaves cards out. The label at its end says what Enter will do, half a second after typing. If you press Enter sooner, it acts as soon as the label is known. Ctrl+Enter always adds. On All a text that may be meant as a search is searched for: one near to a tag, with a field half typed, or with a word left out. In a text that is added, words behind # are its tags, and days, times and repetition of a todo its due date; Backspace behind such words, or a press, makes them plain text again.',
  ],
  [
    'Suggestions',
    'Tags that would narrow the search, from what you use. A bar says how many of the matches carry the tag. Arrow keys and Enter, or a press, take one.',
  ],
  [
    'Searches to begin with',
    'A press in the empty searchbar, / or the arrow down shows searches of your own cards: due today, added this week, without a tag, a saved search, the newest group, a site, a colour, a year. Each says how many cards it finds; arrows and Enter, or a press, run one and write it into the bar.',
  ],
  [
    'Also contains',
    'Behind Filter. Keeps only the cards whose text has every word written there, whatever their tags; a minus in front leaves cards out. In the bar the words stand as a token, text:, and can be changed there.',
  ],
  [
    'In any order, Close',
    'Below a search that finds fewer than five cards: cards with all its words, wherever they stand, and cards with words a letter or two away. A press on a close word puts it in the bar.',
  ],
  [
    'A word to keep',
    'A word that found nothing is offered at the foot of the list when you then open, edit or complete a card: as a synonym of the tag that led to it, or as a tag of the card. Nothing is kept without a press, and no word is offered twice for the same tag or card.',
  ],
  [
    'Save search',
    'The star keeps the search, to be run again by one press: the words of the searchbar in their order, the dates, the colours and the words in the text. The order of the cards is not part of it. At most 10 are kept: the oldest goes when another is saved.',
  ],
  [
    'What to search and add',
    'All, Link, Note and Todo are kinds of cards: the one chosen is what the list shows and what the bar adds. Among all kinds an address becomes a link, a text of several lines a note, one with a due date a todo, and any other text the kind used last. The figures say how many of each the search finds.',
  ],
  ['Tags, Workspaces, Charts', 'They stand at the left, or in the menu, and show those instead of cards.'],
  [
    'Count and reset',
    'The count says how many cards the search finds, and how many of them the list holds so far. The orange Reset puts order, dates, colours and words in the text back; the words of the searchbar stay.',
  ],
  [
    'Sort',
    'Choose on the left what to sort by, and on the right which date counts. Choices that don’t fit together are switched off. While words are searched, “Best match” shows first what has them as a tag or in its title. Todos stand by day, in sections that fold, until you choose an order; this device remembers it.',
  ],
  [
    'Filter',
    'Narrows by days, colours and other conditions. A choice is written into the bar, such as color:green, and what you type there is chosen here. “Show completed todos” and “Match tags only” have no words in the bar. Reset takes all of it away.',
  ],
  [
    'View',
    'Column or columns; comfortable, compact, or cards with covers; which fields a card shows. Acts on the whole result are there too: edit its cards, open, copy or export its links, share the search.',
  ],
  [
    'Peek at',
    'At the left, or in the menu: a sheet that searches links, notes, todos or tags, and does not change the search of this page.',
  ],
  [
    'Choosing cards',
    'By x, by the box that appears at the left of a row, or by a long press. Shift and a press choose everything between.',
  ],
  [
    'Saved searches',
    'Searches that you saved, the newest first. One press runs one. At most 10 are kept: the oldest goes when another is saved.',
  ],
  [
    'Groups',
    'A group holds tags that belong together. Pointing at a tag marks the other tags of its groups in yellow.',
  ],
  [
    'Tags of this search',
    'A press on a tag narrows the search to it; the minus leaves its cards out; a right click or a long press opens everything else. Blue marks tags that share todos with the one you point at.',
  ],
  [
    'Narrow',
    'Tags on the cards that the search finds, each with a bar for how many. The choice above them shows other lists: tags of the other kinds, tags called nearly like the words typed, tags used together with all tags of the search, and those related to one of them.',
  ],
  [
    'Closest groups',
    'Groups with most of the tags of the search come first; tags without a group are below them.',
  ],
  ['All tags', 'Every tag in the order chosen for tags, 30 at first. Those of hidden groups are left out.'],
]

export default function HomeHelpList() {
  return (
    <dl className={styles.list} tabIndex={0}>
      {HELP.map(([name, text]) => (
        <div key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
