import { Kbd } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'

const KEYS = [
  ['/', 'To the searchbar'],
  ['n', 'Add a card'],
  ['j', 'Next card'],
  ['k', 'Previous card'],
  ['x', 'Select the card'],
  ['e', 'Edit its text'],
  ['t', 'Edit its tags'],
  ['Mod+Enter', 'Add, whatever the bar would do'],
  ['Shift+Enter', 'A new line in the bar'],
  ['Mod+k', 'All actions by name'],
  ['?', 'All keys, on home'],
] as const

export function KeyboardSection() {
  return (
    <Section title="Keyboard" about="On home everything can be done without a mouse.">
      <dl className={styles.keys}>
        {KEYS.map(([keys, what]) => (
          <div key={keys} className={styles.key}>
            <dt>
              <Kbd keys={keys} />
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
