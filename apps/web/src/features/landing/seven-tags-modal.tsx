import { Dialog } from '../../ui/dialog.tsx'
import styles from './modal.module.css'

const CORE = ['work', 'home', 'read', 'idea', 'person', 'money', 'health']

/** Explains Miller's law and its consequence for tags. */
export default function SevenTagsModal({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="A core set of 7 tags" size="md" onClose={onClose}>
      <div className={styles.prose}>
        <p>
          In 1956 the psychologist George Miller described how much we hold in mind at one time: about seven
          things, give or take two. It is known as Miller’s law, and it is why a list of two hundred tags is
          no help.
        </p>
        <p>So keep a small core that you always remember. For many people it looks like this:</p>
        <ul className={styles.core} aria-label="An example of a core set">
          {CORE.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
        <h3 className={styles.heading}>How the seven lead to the rest</h3>
        <ol className={styles.steps}>
          <li>Give each card one or two of your seven, and any other tag that comes to mind.</li>
          <li>To find it, start with one of the seven. You never have to think which ones there are.</li>
          <li>
            Cardinal shows the tags that go with it. Pick the one you recognise; then, if you need it, one
            more.
          </li>
        </ol>
        <p>
          With seven core tags and seven that go with each, two clicks tell 49 corners of your life apart;
          three tell 343. The rare tags take care of themselves, because a remembered tag is always on the
          same card.
        </p>
      </div>
    </Dialog>
  )
}
