import { useState } from 'react'
import { hasCharacterKeys, setCharacterKeys } from '../../shared/account/kept.ts'
import { AllKeys } from '../../shared/keys/key-lines.tsx'
import { Checkbox } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'

export function KeyboardSection() {
  const [isOn, setOn] = useState(hasCharacterKeys)
  return (
    <Section title="Keyboard" about="On home everything can be done without a mouse.">
      <Checkbox
        looksLike="switch"
        isChecked={isOn}
        onChange={(next) => {
          setOn(next)
          setCharacterKeys(next)
        }}
      >
        Keys of one character
      </Checkbox>
      <p className={styles.text}>
        Off: letters, / and ? are always written into the searchbar, which helps where words are spoken. Keys
        with Alt, Ctrl or an arrow stay. Kept in this browser.
      </p>
      <AllKeys />
    </Section>
  )
}
