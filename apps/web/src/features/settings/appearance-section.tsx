import { Monitor, Moon, Sun } from 'lucide-react'
import { useAccount } from '../../replica/index.ts'
import { dateAndTime } from '../../shared/text/dates.ts'
import { Checkbox, Segmented, useTheme } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'

const THEMES = [
  { value: 'system', label: 'Match system', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

export function AppearanceSection({ isSignedIn }: { isSignedIn: boolean }) {
  const [theme, setTheme] = useTheme()
  return (
    <Section title="Appearance" about="The theme is kept on this device.">
      <Segmented label="Theme" segments={THEMES} value={theme} onChange={setTheme} />
      {isSignedIn && <Helpers />}
      <p className={styles.text}>
        Dates and numbers follow your browser: {dateAndTime(Date.now())},{' '}
        {new Intl.NumberFormat().format(12345.6)}.
      </p>
    </Section>
  )
}

function Helpers() {
  const { settings, mutate } = useAccount()
  return (
    <Checkbox
      looksLike="switch"
      isChecked={settings.showHelpers}
      onChange={(showHelpers) => void mutate({ name: 'updateSettings', args: { showHelpers } })}
    >
      Show help signs beside the controls
    </Checkbox>
  )
}
