import styles from './landing.module.css'
import { TryButton } from './try-button.tsx'

const CASES = [
  {
    title: 'Before the exam',
    text: 'Three hundred notes from the wards. You know it was a mnemonic, and it was not about drugs.',
    search: 'medical, mnemonic, -drug',
  },
  {
    title: 'Before dinner',
    text: 'Something vegetarian, something quick. Where you read it no longer matters.',
    search: 'recipe, vegetarian, quick',
  },
  {
    title: 'Before Monday',
    text: 'What on the website can go out now, and what waits for the client?',
    search: 'project, website, -client',
  },
]

/** Three situations, each with a search to try in the sample. */
export function UseCases() {
  return (
    <section className={styles.cases} id="use-cases" aria-labelledby="cases-title">
      <h2 id="cases-title" className={styles.heading}>
        What people keep in it
      </h2>
      <ul className={styles.caseList}>
        {CASES.map((each) => (
          <li key={each.title} className={styles.case}>
            <h3 className={styles.caseTitle}>{each.title}</h3>
            <p className={styles.caseText}>{each.text}</p>
            <TryButton search={each.search} />
          </li>
        ))}
      </ul>
    </section>
  )
}
