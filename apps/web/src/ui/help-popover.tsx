import { CircleHelp } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import styles from './help-popover.module.css'
import { Icon } from './icon.tsx'
import { Popover } from './popover.tsx'

/** Whether help is shown: the person's setting `showHelpers`. */
export const HelpContext = createContext(true)

/** A small question mark that explains what is next to it. Hidden when help is off. */
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
