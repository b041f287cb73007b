import { useStore } from 'zustand'
import { Dialog, Kbd } from '../../ui/index.ts'
import { HOME_KEY_MAP } from './home-keys.ts'
import styles from './key-map.module.css'
import { openKeyMap, overlayStore } from './overlay-store.ts'

const BAR_KEYS = [
  { keys: ['↓', '↑'], does: 'Go through the suggestions' },
  { keys: ['Tab'], does: 'Write the suggestion out' },
  { keys: ['Enter'], does: 'What stands at the end of the bar' },
  { keys: ['Mod+Enter'], does: 'Add, whatever the bar says' },
  { keys: ['Shift+Enter'], does: 'A new line' },
  { keys: ['Alt+Enter', '-'], does: 'On a tag: leave its cards out' },
]

/** Every key, for who presses `?`. */
export function KeyMap() {
  const isOpen = useStore(overlayStore, (state) => state.isKeyMapOpen)
  if (!isOpen) return null
  return (
    <Dialog title="Keys" onClose={() => openKeyMap(false)}>
      <div className={styles.columns}>
        <Keys title="Anywhere" keys={HOME_KEY_MAP} />
        <Keys title="In the searchbar and on tags" keys={BAR_KEYS} />
      </div>
    </Dialog>
  )
}

function Keys({
  title,
  keys,
}: {
  title: string
  keys: readonly { keys: readonly string[]; does: string }[]
}) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.list}>
        {keys.map(({ keys: strokes, does }) => (
          <div key={does} className={styles.row}>
            <dt>{does}</dt>
            <dd className={styles.keys}>
              {strokes.map((stroke) => (
                <Kbd key={stroke} keys={stroke} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
