import { Dialog } from '../../ui/dialog.tsx'
import styles from './modal.module.css'

/** The dialog "How it Works" in three numbered sections, written for people who have lost a note before. */
export default function HowItWorks({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="How it works" size="md" onClose={onClose}>
      <ol className={styles.sections}>
        <li className={styles.section}>
          <h3 className={styles.heading}>The folder dilemma</h3>
          <p>
            A folder gives each thing one place. A recipe from a friend in Goa belongs under recipes, under
            travel and under friends, and a folder makes you pick one. Months later you have to guess which
            one you picked.
          </p>
          <p>So folders grow inside folders, and the thing you need is always three guesses away.</p>
        </li>
        <li className={styles.section}>
          <h3 className={styles.heading}>Why existing tag apps fail</h3>
          <p>
            Tags let one thing stand in many places. But most apps hand you a list of hundreds of tags and
            leave the remembering to you. Was it <em>recipe</em> or <em>recipes</em>, <em>car</em> or{' '}
            <em>vehicle</em>? You don’t know, so you scroll, and after a while you stop tagging.
          </p>
          <p>The fault is not in your memory. Recalling a word from nothing is hard for everyone.</p>
        </li>
        <li className={styles.section}>
          <h3 className={styles.heading}>The solution: smart tagging</h3>
          <p>
            Recognising is easy where recalling is hard. Type the one tag you do remember. Cardinal looks at
            what you have saved, shows the tags that go with it, the most useful first, and says how many
            cards each one leaves. Click one, and the list narrows. Click another, and there it is.
          </p>
          <p>
            Put a minus before a word to leave something out. Sort tags into groups, and the tags of a group
            light up together. All of it is worked out from your own use. No model guesses, and none learns
            from it.
          </p>
        </li>
      </ol>
    </Dialog>
  )
}
