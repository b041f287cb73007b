import { AllKeys } from '../../shared/keys/key-lines.tsx'
import { Section } from './section.tsx'

export function KeyboardSection() {
  return (
    <Section title="Keyboard" about="On home everything can be done without a mouse.">
      <AllKeys />
    </Section>
  )
}
