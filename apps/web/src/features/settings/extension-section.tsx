import { Puzzle } from 'lucide-react'
import { LinkButton } from '../../ui/index.ts'
import { Section } from './section.tsx'

export function ExtensionSection() {
  return (
    <Section
      title="Browser extension"
      about="Save the tab that you look at with two keys, see what is saved already, and search from the address bar."
    >
      <LinkButton href="/extension" icon={Puzzle}>
        Install or connect
      </LinkButton>
    </Section>
  )
}
