import styles from './comparison.module.css'

const WAYS = [
  {
    name: 'Bookmark folders',
    ask: 'Open the folder it was put into, or search its title.',
    get: 'One folder for each link. The other four words are of no use.',
    narrow: 'Go back, open another folder.',
  },
  {
    name: 'Notion, Raindrop',
    ask: 'Filter by the tag, or write it in the search.',
    get: 'Everything with that tag. You name the next tag yourself.',
    narrow: 'Add a filter or an operator for each tag.',
  },
  {
    name: 'Cardinal',
    ask: 'Type it. The first letters are enough.',
    get: 'The cards, and beside them every other tag they have, with its count.',
    narrow: 'Click a tag to ask for it, minus to leave it out.',
  },
]

/** The same task in three kinds of programs. */
export function Comparison() {
  return (
    <section className={styles.comparison} aria-labelledby="comparison-title">
      <h2 id="comparison-title" className={styles.heading}>
        You remember one tag of five
      </h2>
      <div className={styles.frame}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">With</th>
              <th scope="col">You do</th>
              <th scope="col">You get</th>
              <th scope="col">To narrow</th>
            </tr>
          </thead>
          <tbody>
            {WAYS.map((way) => (
              <tr key={way.name} data-ours={way.name === 'Cardinal' ? '' : undefined}>
                <th scope="row">{way.name}</th>
                <td data-label="You do">{way.ask}</td>
                <td data-label="You get">{way.get}</td>
                <td data-label="To narrow">{way.narrow}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
