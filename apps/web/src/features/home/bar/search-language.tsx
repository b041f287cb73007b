import { useEffect, useRef } from 'react'
import type { PopupProps } from '../../../overlays/index.ts'
import { homeSearch } from '../home-screen.ts'
import { writeInSearchbar } from '../list/home-list.ts'
import styles from './search-language.module.css'

/** What a press writes into the bar, and what that finds. A field without a value is completed by the person. */
const ROWS: readonly (readonly [title: string, rows: readonly (readonly [text: string, finds: string])[]])[] =
  [
    [
      'Words',
      [
        ['soup, quick', 'cards with both'],
        ['soup | salad', 'cards with either'],
        ['-meat', 'leaves its cards out'],
        ['(soup | salad), quick', 'parentheses keep alternatives together'],
        ['"olive oil"', 'exactly these words in a text'],
        ['bak*', 'tags that begin with it'],
      ],
    ],
    [
      'Tags and texts',
      [
        ['tag:', 'a tag, and not a word in a text'],
        ['group:', 'any tag of a group'],
        ['tags:0', 'how many tags: 0, >3, 1..3'],
        ['text:', 'words in a text, and not a tag'],
        ['file:', 'words of a PDF, or a file’s name'],
        ['copy:', 'words of a kept page'],
        ['has:subtasks', 'has some: subtasks, parent, children, description, copy, file'],
      ],
    ],
    [
      'Kind and look',
      [
        ['type:note', 'todo, note or link'],
        ['site:', 'links to a site'],
        ['color:green', 'a colour, or none'],
        ['is:duplicate', 'open, done, overdue, duplicate, dead, untagged'],
        ['workspace:all', 'in every workspace'],
      ],
    ],
    [
      'Days',
      [
        ['created:', '2024, 2024-05, last week, >2024-05-01'],
        ['updated:', 'days of the last change'],
        ['due:this week', 'days, overdue, any, none'],
        ['start:>today', 'days, any, none'],
        ['done:yesterday', 'todos completed then'],
      ],
    ],
  ]

/** The search language by example. A press writes the example after the text of the bar. */
export default function SearchLanguage({ close }: PopupProps) {
  const wasPicked = useRef(false)
  // After the sheet has closed and returned the focus.
  useEffect(
    () => () => {
      if (wasPicked.current) setTimeout(writeInSearchbar)
    },
    [],
  )
  const pick = (text: string) => {
    wasPicked.current = true
    const { text: written, put } = homeSearch.getState()
    const before = written
      .trim()
      .replace(/[,，]$/, '')
      .trimEnd()
    put(before === '' ? text : `${before}, ${text}`)
    close()
  }
  return (
    <div className={styles.parts}>
      <p className={styles.about}>
        Commas stand between words. A press on a row writes it into the searchbar.
      </p>
      {ROWS.map(([title, rows]) => (
        <section key={title}>
          <h3 className={styles.title}>{title}</h3>
          <ul className={styles.rows}>
            {rows.map(([text, finds]) => (
              <li key={text}>
                <button type="button" className={styles.row} onClick={() => pick(text)}>
                  <code>{text}</code> <span>{finds}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
