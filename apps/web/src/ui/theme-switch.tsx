import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from './button.tsx'
import { THEMES, type Theme, useTheme } from './theme.ts'

const ICONS = { system: Monitor, light: Sun, dark: Moon }
const WORDS: Record<Theme, string> = {
  system: 'Theme: match system',
  light: 'Theme: light',
  dark: 'Theme: dark',
}

/** A button that cycles through system, light and dark. */
export function ThemeSwitch() {
  const [theme, setTheme] = useTheme()
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return <IconButton label={WORDS[theme]} icon={ICONS[theme]} onClick={() => setTheme(next)} />
}
