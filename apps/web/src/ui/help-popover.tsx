import { CircleHelp } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import styles from './help-popover.module.css'
import { Icon } from './icon.tsx'
import { Popover } from './popover.tsx'

/** Whether help is shown: the person's setting `showHelpers`, which the app provides. */
export const HelpContext = createContext(true)

/** Renders a small question mark that explains its neighbour; hidden when helpers are off. */
export function HelpPopover({ about, children }: { about: string; children: ReactNode }) {
  const isWanted = useContext(HelpContext)
  if (!isWanted) return null
  return (
    <Popover
      label={`Help: ${about}`}
      trigger={(props) => (
        <button type="button" className={styles.button} aria-label={`Help: ${about}`} {...props}>
          <Icon of={CircleHelp} size={15} />
        </button>
      )}
    >
      <p className={styles.title}>{about}</p>
      <div className={styles.text}>{children}</div>
    </Popover>
  )
}
