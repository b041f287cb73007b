import { Crosshair, Eye, Keyboard } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'
import styles from './landing.module.css'

const STEPS = [
  {
    icon: Keyboard,
    title: 'Type',
    text: 'The first letters of any tag you remember. Results are there at every key, also without a connection.',
  },
  {
    icon: Eye,
    title: 'See',
    text: 'The tags that stand on those cards, the most useful first, each with its count and the reason it is shown.',
  },
  {
    icon: Crosshair,
    title: 'Narrow',
    text: 'Click a tag to ask for it, press minus to leave it out. Two clicks take you from hundreds of cards to one.',
  },
]

/** The illustration of the product's loop. */
export function Loop() {
  return (
    <section className={styles.loop} aria-labelledby="loop-title">
      <h2 id="loop-title" className={styles.heading}>
        You recognise tags. You don’t recall them.
      </h2>
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step.title} className={styles.step}>
            <Icon of={step.icon} size={20} className={styles.stepIcon} />
            <h3 className={styles.stepTitle}>{step.title}</h3>
            <p className={styles.stepText}>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
