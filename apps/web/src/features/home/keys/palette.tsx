import { fold } from '@cardinal/domain'
import { useState } from 'react'
import { Icon, Kbd } from '../../../ui/index.ts'
import { type Command, useCommands } from './command-list.ts'
import styles from './commands.module.css'
import { openCommands } from './overlay-store.ts'

export { AllKeys } from '../../../shared/keys/key-lines.tsx'

/** Renders the field that finds a command, and the list of matching commands. */
export function Palette() {
  const commands = useCommands()
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(0)
  const found = matching(commands, typed)
  const at = Math.min(marked, found.length - 1)
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    openCommands(false)
    // The palette returns the focus first, because a command may move it.
    setTimeout(command.run)
  }
  return (
    <div className={styles.palette}>
      <input
        data-autofocus
        role="combobox"
        aria-label="Find a command"
        aria-expanded
        aria-controls="commands"
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `command-${at}` : undefined}
        className={styles.field}
        placeholder="What do you want to do?"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setMarked(0)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'ArrowDown') setMarked((at + 1) % found.length)
          else if (event.key === 'ArrowUp') setMarked((at - 1 + found.length) % found.length)
          else if (event.key === 'Enter') run(found[at])
          else return
          event.preventDefault()
        }}
      />
      <div id="commands" role="listbox" aria-label="Commands" className={styles.list}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a combobox are its field's.
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option.
          <div
            key={command.label}
            id={`command-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.command}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: 'nearest' })
            }}
            onClick={() => run(command)}
            onPointerMove={() => setMarked(index)}
          >
            <Icon of={command.icon} size={15} />
            <span className={styles.label}>{command.label}</span>
            {command.shortcut !== undefined && <Kbd keys={command.shortcut} />}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>No command is called that.</p>}
    </div>
  )
}

/** Returns the commands that contain every typed word. Names that begin with the text come first. */
function matching(commands: readonly Command[], typed: string): readonly Command[] {
  const text = fold(typed)
  if (text === '') return commands
  const words = text.split(' ')
  const has = (command: Command) => words.every((word) => fold(command.label).includes(word))
  const rank = (command: Command) => (fold(command.label).startsWith(text) ? 0 : 1)
  return commands.filter(has).sort((a, b) => rank(a) - rank(b))
}
